/** The LSM groups that are stored with the profiles, and the operation that works them all out again. */
import { lsmGroupOf } from '@panel/domain/profiling/lsm';
import type { Implementation } from '../console/operation.ts';
import { batchesById } from '../platform/database/batches.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';

/** Null if the panelist has not answered every question that it needs. */
export const storedLsmGroup = (db: Queries, panelistId: string): Promise<number | null> =>
  db.value(sql`select (select lsm_group from profiles where panelist_id = ${panelistId})`);

const BATCH = 1000;
type Row = { readonly id: string; readonly answers: Readonly<Record<string, unknown>>; readonly group: number | null };
type Recomputed = Pick<Row, 'id' | 'group'> & { readonly isChanged: boolean };

/** Locks the next profiles, so that no submission comes between. */
const lockProfilesAfter = (tx: Tx, last: string): Promise<Row[]> =>
  tx.many<Row>(sql`
    select panelist_id as id, answers, lsm_group as "group" from profiles
    where panelist_id > ${last} order by panelist_id limit ${BATCH} for no key update`);

async function recomputeAfter(tx: Tx, last: string): Promise<Recomputed[]> {
  const rows = (await lockProfilesAfter(tx, last)).map(({ id, answers, group: before }) => {
    const group = lsmGroupOf(answers);
    return { id, group, isChanged: group !== before };
  });
  const changed = rows.filter(({ isChanged }) => isChanged);
  await tx.many(sql`
    update profiles p set lsm_group = c.lsm_group
    from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ group }) => group)}::smallint[]) as c (id, lsm_group)
    where p.panelist_id = c.id`);
  return rows;
}

const recomputeLsm: Implementation = {
  async perform({ deps: { database } }) {
    return {
      message: 'The groups are worked out again.',
      afterCommit: async () => {
        const recompute = (last: string) => database.transaction((tx) => recomputeAfter(tx, last));
        let changed = 0;
        for await (const rows of batchesById(BATCH, recompute))
          changed += rows.filter(({ isChanged }) => isChanged).length;
        return { lines: [`${changed} changed`] };
      },
    };
  },
};

export const lsmOperations = { 'recompute-lsm': recomputeLsm };
