import { type Database, type Queries, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

const BATCH = 200;

/** Destroys the keys of deleted panelists. Returns the number of keys. */
export async function destroyKeys({ database, vault }: Pick<Dependencies, 'database' | 'vault'>): Promise<number> {
  const rows = await database.many<{ id: string }>(
    sql`select panelist_id as id from keys_to_destroy order by panelist_id limit ${BATCH}`,
  );
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return 0;
  await vault.panelistKeys.destroy(ids);
  await database.write(sql`delete from keys_to_destroy where panelist_id = any(${ids}::uuid[])`);
  return ids.length;
}

/** Re-encrypts with the panelists' own keys up to 200 dids encrypted with a master key. Returns the number it found. */
export async function resealDids(database: Database, vault: Vault): Promise<number> {
  const rows = await database.many<{ id: string; sealed: Buffer }>(sql`
    select id, did_sealed as sealed from panelists where is_on_master_key(did_sealed) order by id limit ${BATCH}`);
  const resealed: Buffer[] = [];
  for (const { id, sealed } of rows) {
    const key = await vault.panelistKeys.getOrCreate(id);
    resealed.push(key.seal(vaultLabel.panelistDid(id), key.open(vaultLabel.panelistDid(id), sealed)));
  }
  await database.write(sql`
    update panelists p set did_sealed = r.sealed
    from unnest(${rows.map((row) => row.id)}::uuid[], ${resealed}::bytea[]) as r (id, sealed)
    where p.id = r.id and is_on_master_key(p.did_sealed)`);
  return rows.length;
}

export type KeylessPanelist = { readonly id: string; readonly registeredAt: Date };

/** Some of the panelists whose key was destroyed. In a database restored from a backup, those have left since the backup. */
export async function* panelistsWithoutKey(database: Database, vault: Vault): AsyncGenerator<KeylessPanelist[]> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await database.many<KeylessPanelist>(sql`
      select id, registered_at as "registeredAt" from panelists
      where id > ${last}::uuid and not is_on_master_key(did_sealed) order by id limit ${BATCH}`);
    const withKey = await vault.panelistKeys.idsWithKey(rows.map((row) => row.id));
    yield rows.filter(({ id }) => !withKey.has(id));
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.id as string;
  }
}

/** The given ids that exist in `panelists`. */
export async function existingPanelists(db: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string }>(sql`select id from panelists where id = any(${ids}::uuid[])`);
  return new Set(rows.map((row) => row.id));
}

export const countPanelists = async (db: Queries): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from panelists`))?.count ?? 0;
