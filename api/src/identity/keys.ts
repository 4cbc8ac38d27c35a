import { type Database, type Queries, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import type { Vault } from '../platform/security/vault.ts';

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

export type KeylessPanelist = { readonly id: string; readonly registeredAt: Date };

/** Some of the panelists whose key was destroyed. In a database restored from a backup, those have left since the backup. */
export async function* panelistsWithoutKey(database: Database, vault: Vault): AsyncGenerator<KeylessPanelist[]> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await database.many<KeylessPanelist>(sql`
      select id, registered_at as "registeredAt" from panelists
      where id > ${last}::uuid order by id limit ${BATCH}`);
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

/** In any status. */
export const countPanelists = async (db: Queries): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from panelists`))?.count ?? 0;
