import { type Queries, sql } from '../platform/database/database.ts';

/** When a panelist last did anything. A withdrawal doesn't count as taking part, so `last_active_at` leaves it out. */
export async function lastActivityOf(db: Queries, panelistId: string): Promise<Date> {
  const [at] = await db.column<Date>(sql`
    select greatest(p.last_active_at, max(d.requested_at))
    from panelists p left join wallets w on w.panelist_id = p.id left join withdrawals d on d.wallet_id = w.id
    where p.id = ${panelistId} group by p.id`);
  if (!at) throw new Error('The profile was deleted.');
  return at;
}
