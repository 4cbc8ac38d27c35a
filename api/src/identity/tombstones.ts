/** What is kept of deleted profiles. */
import { leavesTombstone, type PanelistStatus } from '@panel/domain/panelists/status';
import { type Database, type Queries, sql, type Tx } from '../platform/database/database.ts';

/**
 * Keeps what deleting a profile must not undo, if there is anything. The panelist's row must be locked. It stores only the day, because the
 * exact time would lead to the wallet's last transfer.
 */
export async function insertTombstone(
  tx: Tx,
  panelistId: string,
  { debt, surveys }: { debt: bigint; surveys: readonly string[] },
  at: Date,
): Promise<void> {
  const status = await tx.value<PanelistStatus>(sql`select status from panelists where id = ${panelistId}`);
  if (!leavesTombstone({ status, debt, surveys })) return;
  await tx.many(sql`
    insert into tombstones as t (did_index, number_index, status, debt, surveys, deleted_at)
    select did_index, number_index, status, ${debt}, ${surveys}, date_trunc('day', ${at}::timestamptz, 'Africa/Johannesburg')
    from panelists where id = ${panelistId}
    on conflict (did_index, number_index) do update set status = excluded.status, debt = t.debt + excluded.debt,
      surveys = array(select unnest(t.surveys) union select unnest(excluded.surveys)), deleted_at = excluded.deleted_at`);
}

/** What is kept of a panelist's earlier profiles. */
export const tombstonesOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select t.status, t.debt, t.surveys, t.deleted_at as "deletedAt"
    from panelists p join tombstones t on t.did_index = p.did_index or t.number_index = p.number_index
    where p.id = ${panelistId} order by t.deleted_at`);

/** Returns the number of tombstones deleted. */
export const deleteTombstonesBefore = (database: Database, before: Date, limit: number): Promise<number> =>
  database.affected(sql`
    delete from tombstones
    where ctid = any(array(select ctid from tombstones where deleted_at < ${before} order by deleted_at limit ${limit}))`);
