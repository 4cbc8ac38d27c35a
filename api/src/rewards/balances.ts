import { type Cents, cents } from '@panel/domain/rewards/money';
import { type Queries, sql } from '../platform/database.ts';

export type Balances = { readonly available: Cents; readonly pending: Cents; readonly total: Cents };

/** What a panelist has: to withdraw, still held, and earned in all. */
export async function balances(db: Queries, panelistId: string): Promise<Balances> {
  const row = await db.one<{ available: string; pending: string; total: string }>(sql`
    select available, pending,
      (select coalesce(sum(amount), 0) from rewards r where r.wallet_id = w.id and state <> 'reversed') as total
    from wallets w where panelist_id = ${panelistId}`);
  const amount = (value: string | undefined) => cents(BigInt(value ?? 0));
  return { available: amount(row?.available), pending: amount(row?.pending), total: amount(row?.total) };
}

export type HistoryEntry = {
  readonly id: string;
  readonly kind: 'reward' | 'withdrawal';
  readonly state: 'pending' | 'available' | 'reversed' | 'processing' | 'paid' | 'returned';
  readonly amount: Cents;
  readonly date: Date;
  /** While pending: when it becomes available. */
  readonly availableOn: Date | null;
};

/** What the balances are made of, newest first. */
export async function history(db: Queries, panelistId: string, most = 200): Promise<HistoryEntry[]> {
  const rows = await db.many<Omit<HistoryEntry, 'amount'> & { amount: string }>(sql`
    select id, kind, state, amount, date, "availableOn" from (
      select r.id, 'reward' as kind, r.state, r.amount, r.earned_at as date,
        case when r.state = 'pending' then r.release_at end as "availableOn"
      from rewards r join wallets w on w.id = r.wallet_id where w.panelist_id = ${panelistId}
      union all
      select d.id, 'withdrawal',
        case d.state when 'settled' then 'paid' when 'reversed' then 'returned' else 'processing' end,
        d.amount, d.requested_at, null
      from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = ${panelistId}
    ) entries
    order by date desc, id limit ${most}`);
  return rows.map((row) => ({ ...row, amount: cents(BigInt(row.amount)) }));
}
