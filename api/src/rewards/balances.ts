import { southAfricanDate } from '@panel/domain/calendar';
import { type HistoryEntry, writeHistory } from '@panel/domain/rewards/history';
import { type Cents, cents } from '@panel/domain/rewards/money';
import { identify } from '../identity/panelists.ts';
import { type Queries, sql } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';

export type Balances = { readonly available: Cents; readonly pending: Cents; readonly total: Cents };

/** What a panelist can withdraw, what is still held, and what they earned in all. */
export async function balances(db: Queries, panelistId: string): Promise<Balances> {
  const row = await db.one<{ available: string; pending: string; total: string }>(sql`
    select available, pending,
      (select coalesce(sum(amount), 0) from rewards r where r.wallet_id = w.id and state <> 'reversed') as total
    from wallets w where panelist_id = ${panelistId}`);
  const amount = (value: string | undefined) => cents(BigInt(value ?? 0));
  return { available: amount(row?.available), pending: amount(row?.pending), total: amount(row?.total) };
}

/**
 * What the balances are made of, newest first. A withdrawal takes the whole available balance, so every reward that was
 * released before one, unless it was returned, is withdrawn.
 */
export async function history(db: Queries, panelistId: string, limit = 200): Promise<HistoryEntry[]> {
  type Row = Omit<HistoryEntry, 'amount' | 'availableOn'> & { amount: string; releaseAt: Date | null };
  const rows = await db.many<Row>(sql`
    select id, kind, state, amount, at, "releaseAt" from (
      select r.id, 'reward' as kind,
        case when r.state = 'available' and exists (
          select from withdrawals d
          where d.wallet_id = r.wallet_id and d.state <> 'returned' and d.requested_at >= r.released_at
        ) then 'withdrawn' else r.state end as state,
        r.amount, r.earned_at as at, case when r.state = 'pending' then r.release_at end as "releaseAt"
      from rewards r join wallets w on w.id = r.wallet_id where w.panelist_id = ${panelistId}
      union all
      select d.id, 'withdrawal', case when d.state in ('paid', 'returned') then d.state else 'processing' end,
        d.amount, d.requested_at, null
      from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = ${panelistId}
    ) entries
    order by at desc, id limit ${limit}`);
  return rows.map(({ releaseAt, amount, ...row }) => ({
    ...row,
    amount: cents(BigInt(amount)),
    availableOn: releaseAt && southAfricanDate(releaseAt),
  }));
}

/** The answer to the history call. Throws the problem `unknown-panelist` for a did that isn't on the panel. */
export async function rewardHistory(
  { database, vault }: Pick<Dependencies, 'database' | 'vault'>,
  did: string,
): Promise<object> {
  const panelist = await identify(database, vault, did);
  return writeHistory(await history(database, panelist.id));
}
