import { southAfricanDate } from '@panel/domain/calendar';
import { ANSWER_DAYS } from '@panel/domain/disputes/disputes';
import { DAY_MS } from '@panel/domain/durations';
import type { ReversalReason } from '@panel/domain/partners/reversal-reasons';
import { type HistoryEntry, writeHistory } from '@panel/domain/rewards/history';
import { type Cents, cents } from '@panel/domain/rewards/money';
import { reversalSentence } from '@panel/domain/wording/reversals';
import { didIndexOf, requirePanelist } from '../identity/panelists.ts';
import { type Queries, sql } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { addMs } from '../platform/queue.ts';

type Balances = { readonly available: Cents; readonly pending: Cents; readonly total: Cents };

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

/** The rewards and withdrawals that the balances are made of, newest first. */
export async function history(db: Queries, panelistId: string, limit: number): Promise<HistoryEntry[]> {
  const rows = await db.many<Row>(sql`
    select id, kind, state, amount, at, release_at as "releaseAt" from reward_history(${panelistId}, ${limit})`);
  return rows.map(entryOf);
}

const SHOWN_ENTRIES = 200;

type FullRow = Row & {
  readonly session: string | null;
  readonly reportedAt: Date | null;
  readonly answer: string | null;
  readonly answeredAt: Date | null;
  readonly reason: ReversalReason | null;
  readonly debt: string | null;
  readonly debtLeft: string | null;
};

function fullEntryOf(row: FullRow): HistoryEntry {
  const { kind, session, reportedAt, answer, answeredAt, reason, debt, debtLeft } = row;
  const notes = [
    // Where no reason is known, the answer to a report is all there is to say.
    ...(reason || (kind === 'reversal' && !answer) ? [{ text: reversalSentence(reason) }] : []),
    ...(answer && answeredAt ? [{ text: answer, day: southAfricanDate(answeredAt) }] : []),
  ];
  return {
    ...entryOf(row),
    ...(session && { session }),
    ...(reportedAt && { answerBy: southAfricanDate(addMs(reportedAt, ANSWER_DAYS * DAY_MS)) }),
    ...(notes.length > 0 && { notes }),
    // A debt that is paid off is no longer shown.
    ...(debt !== null && Number(debtLeft) > 0 && { debt: cents(BigInt(debt)), debtLeft: cents(BigInt(debtLeft ?? 0)) }),
  };
}

/** The answer to the history call. Throws the problem `unknown-panelist` for a did that isn't on the panel. */
export async function panelistHistory(
  { database, vault, clock }: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
): Promise<object> {
  const rows = await database.many<FullRow | { id: null }>(sql`
    select h.id, h.kind, h.state, h.amount, h.at, h.release_at as "releaseAt", h.session_id as session,
      h.reported_at as "reportedAt", h.answer, h.answered_at as "answeredAt", h.reason, h.debt, h.debt_left as "debtLeft"
    from panelist_of_did(${didIndexOf(vault, did)}) p
    left join lateral panelist_history(p.panelist_id, ${clock.now()}, ${SHOWN_ENTRIES}) h on true`);
  // A panelist without entries is one row of nulls.
  requirePanelist(rows[0]);
  return writeHistory(rows.flatMap((row) => (row.id === null ? [] : [fullEntryOf(row)])));
}
