/** The LSM groups that are stored with the profiles, and the operation that works them all out again. */
import { lsmGroupOf } from '@panel/domain/profiling/lsm';
import type { Implementation } from '../console/operation.ts';
import { batchesById } from '../platform/database/batches.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import { forgetItems, ItemsFailed, processItems } from '../platform/failed-items.ts';

/** Null if the panelist has not answered every question that it needs. */
export const storedLsmGroup = (db: Queries, panelistId: string): Promise<number | null> =>
  db.value(sql`select (select lsm_group from profiles where panelist_id = ${panelistId})`);

const BATCH = 1000;
type Row = { readonly id: string; readonly answers: Readonly<Record<string, unknown>>; readonly group: number | null };

const profilesAfter = (db: Queries, last: string): Promise<{ readonly id: string }[]> =>
  db.many(sql`select panelist_id as id from profiles where panelist_id > ${last} order by panelist_id limit ${BATCH}`);

/** Locks the profiles, so that no submission comes between. */
const lockProfiles = (tx: Tx, ids: readonly string[]): Promise<Row[]> =>
  tx.many<Row>(sql`
    select panelist_id as id, answers, lsm_group as "group" from profiles
    where panelist_id = any(${ids}::uuid[]) order by panelist_id for no key update`);

/** Returns the number of changed groups. */
async function recompute(tx: Tx, ids: readonly string[]): Promise<number> {
  const changed = (await lockProfiles(tx, ids)).flatMap(({ id, answers, group: before }) => {
    const group = lsmGroupOf(answers);
    return group === before ? [] : [{ id, group }];
  });
  await tx.run(sql`
    update profiles p set lsm_group = c.lsm_group
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ group }) => group)}::smallint[]) as c (id, lsm_group)
    where p.panelist_id = c.id`);
  return changed.length;
}

const recomputeLsm: Implementation = {
  async perform({ deps: { database, clock } }) {
    return {
      message: 'The groups are worked out again.',
      afterCommit: async () => {
        let changed = 0;
        let failed = 0;
        for await (const rows of batchesById(BATCH, (last) => profilesAfter(database, last))) {
          const batch = rows.map(({ id }) => id);
          await forgetItems(database, 'lsm', batch);
          await processItems(database, clock.now(), {
            job: 'lsm',
            find: async () => batch,
            process: async (ids) => {
              changed += await database.transaction((tx) => recompute(tx, ids));
              return ids.length;
            },
          }).catch((error: unknown) => {
            if (!(error instanceof ItemsFailed)) throw error;
            failed += error.errors.length;
          });
        }
        const lines = [`${changed} changed`];
        if (failed === 0) return { lines };
        const message = `${failed} failed: Today lists the reason. Repeat this once it is fixed.`;
        return { lines: [...lines, message], message, isAlarming: true };
      },
    };
  },
};

export const lsmOperations = { 'recompute-lsm': recomputeLsm };
