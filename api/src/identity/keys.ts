import { batchesById } from '../platform/database/batches.ts';
import { type Database, type Queries, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';
import type { Vault } from '../platform/security/vault.ts';

const BATCH = 200;

/** Destroys the keys of deleted panelists. Returns the number of keys. */
export function destroyKeys({
  database,
  vault,
  clock,
}: Pick<Dependencies, 'database' | 'vault' | 'clock'>): Promise<number> {
  const at = clock.now();
  return processItems(database, at, {
    job: 'keys',
    find: () =>
      database.column(sql`
        select panelist_id from keys_to_destroy where ${isNotSetAside('keys', sql`panelist_id::text`, at)}
        order by panelist_id limit ${BATCH}`),
    process: async (ids) => {
      await vault.panelistKeys.destroy(ids);
      return database.run(sql`delete from keys_to_destroy where panelist_id = any(${ids}::uuid[])`);
    },
  });
}

export type KeylessPanelist = { readonly id: string; readonly registeredAt: Date };

/** Some of the panelists whose key was destroyed. In a database restored from a backup, those have left since the backup. */
export async function* panelistsWithoutKey(database: Database, vault: Vault): AsyncGenerator<KeylessPanelist[]> {
  const panelistsAfter = (last: string) =>
    database.many<KeylessPanelist>(sql`
      select id, registered_at as "registeredAt" from panelists
      where id > ${last}::uuid order by id limit ${BATCH}`);
  for await (const rows of batchesById(BATCH, panelistsAfter)) {
    const withKey = await vault.panelistKeys.idsWithKey(rows.map((row) => row.id));
    yield rows.filter(({ id }) => !withKey.has(id));
  }
}

/** The given ids that exist in `panelists`. */
export const existingPanelists = async (db: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(await db.column<string>(sql`select id from panelists where id = any(${ids}::uuid[])`));

/** In any status. */
export const countPanelists = (db: Queries): Promise<number> => db.value(sql`select count(*)::int from panelists`);
