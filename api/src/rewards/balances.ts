import { southAfricanDate } from '@panel/domain/calendar';
import { type HistoryEntry, writeHistory } from '@panel/domain/rewards/history';
import { type Cents, cents } from '@panel/domain/rewards/money';
import { didIndexOf, found } from '../identity/panelists.ts';
import { type Queries, sql } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';

export type Balances = { readonly available: Cents; readonly pending: Cents; readonly total: Cents };

/** What a panelist can withdraw, what is still held, and what they earned in all. */
export async function balances(db: Queries, panelistId: string): Promise<Balances> {
  const row = await db.one<{ available: string; pending: string; total: string }>(sql`
    select available, pending, total from balances_of(${panelistId})`);
  const amount = (value: string | undefined) => cents(BigInt(value ?? 0));
  return { available: amount(row?.available), pending: amount(row?.pending), total: amount(row?.total) };
}

type Row = Omit<HistoryEntry, 'amount' | 'availableOn'> & { amount: string; releaseAt: Date | null };

const entryOf = ({ releaseAt, amount, id, kind, state, at }: Row): HistoryEntry => ({
  id,
  kind,
  state,
  at,
  amount: cents(BigInt(amount)),
  availableOn: releaseAt && southAfricanDate(releaseAt),
});

/** What the balances are made of, newest first. */
export async function history(db: Queries, panelistId: string, limit: number): Promise<HistoryEntry[]> {
  const rows = await db.many<Row>(sql`
    select id, kind, state, amount, at, release_at as "releaseAt" from reward_history(${panelistId}, ${limit})`);
  return rows.map(entryOf);
}

const SHOWN_ENTRIES = 200;

/** The answer to the history call. Throws the problem `unknown-panelist` for a did that isn't on the panel. */
export async function rewardHistory(
  { database, vault }: Pick<Dependencies, 'database' | 'vault'>,
  did: string,
): Promise<object> {
  const rows = await database.many<Row | { id: null }>(sql`
    select h.id, h.kind, h.state, h.amount, h.at, h.release_at as "releaseAt"
    from panelist_of_did(${didIndexOf(vault, did)}) p
    left join lateral reward_history(p.panelist_id, ${SHOWN_ENTRIES}) h on true`);
  // A panelist without entries is one row of nulls.
  found(rows[0]);
  return writeHistory(rows.flatMap((row) => (row.id === null ? [] : [entryOf(row)])));
}
