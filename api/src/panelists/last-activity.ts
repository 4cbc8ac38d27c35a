import { type Queries, sql } from '../platform/database/database.ts';

/** When a panelist last did anything. A withdrawal doesn't count as taking part, so `last_active_at` leaves it out. */
export async function lastActivityOf(db: Queries, panelistId: string): Promise<Date> {
  const row = await db.one<{ at: Date }>(sql`
    select greatest(p.last_active_at, max(d.requested_at)) as at
    from panelists p left join wallets w on w.panelist_id = p.id left join withdrawals d on d.wallet_id = w.id
    where p.id = ${panelistId} group by p.id`);
  if (!row) throw new Error('The profile was deleted.');
  return row.at;
}
