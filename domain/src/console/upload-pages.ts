/** The results of uploaded files, each with its own address. */
import type { Partner } from '../partners/partners.ts';
import type { WithdrawalState } from '../rewards/withdrawal.ts';
import type { SettlementVerdict } from './money-pages.ts';
import type { CentsNumber, CountAndAmount, Instant, Month } from './values.ts';

export const SETTLEMENT_FILTERS = ['open', 'ours', 'theirs', 'amount', 'matched', 'all'] as const;
export type SettlementFilter = (typeof SETTLEMENT_FILTERS)[number];

/** Money left without our request, or was also returned: payouts stay frozen until operators know why. */
export const ALARMING_VERDICTS: readonly SettlementVerdict[] = ['theirs-only', 'issued-twice', 'issued-and-returned'];

/** In words, with a note. */
export const SETTLEMENT_VERDICT_WORDS: Readonly<Record<SettlementVerdict, readonly [string, string | null]>> = {
  matched: ['Matched', null],
  'ours-only': ['Not in the issuer’s file', 'paid by us'],
  'still-open': ['Issued, open with us', null],
  'amount-differs': ['Amount differs', null],
  'theirs-only': ['Unknown reference', 'freezes payouts'],
  'issued-and-returned': ['Issued after a refund', 'freezes payouts'],
  'issued-twice': ['Issued twice', 'freezes payouts'],
};

const FILTER_OF: Readonly<Record<SettlementVerdict, SettlementFilter>> = {
  matched: 'matched',
  'ours-only': 'ours',
  'still-open': 'theirs',
  'amount-differs': 'amount',
  'theirs-only': 'theirs',
  'issued-twice': 'theirs',
  'issued-and-returned': 'theirs',
};

export type SettlementRow = {
  reference: string;
  /** The issuer's; null if the file lacks the reference. */
  transaction: string | null;
  ours: CentsNumber | null;
  theirs: CentsNumber | null;
  verdict: SettlementVerdict;
  /** Of our withdrawal now; null if we don't know the reference. */
  state: WithdrawalState | null;
  needsAttention: boolean;
  /** What two people would write off; null if there is nothing, or the payout is still open. */
  toWriteOff: CentsNumber | null;
  /** The payout that can be resolved. */
  payout: string | null;
  asked: { by: string; at: Instant } | null;
  writtenOffAt: Instant | null;
  proposal: string | null;
};

export type SettlementTotal = {
  result: Exclude<SettlementFilter, 'open' | 'all'>;
  ours: CountAndAmount;
  theirs: CountAndAmount;
  /** Rows that need attention. */
  open: number;
};

type ComparedRow = {
  readonly verdict: SettlementVerdict;
  readonly state: WithdrawalState | null;
  readonly ours: CentsNumber | null;
  readonly theirs: CentsNumber | null;
  /** A later file has the reference. */
  readonly isSettled: boolean;
  /** It was written off, or paid a withdrawal with another reference. */
  readonly isAccountedFor: boolean;
};

const isEnded = (state: WithdrawalState | null): boolean => state === 'paid' || state === 'returned';

/** Whether a row still waits for a person. */
export function needsAttention({ verdict, state, isSettled, isAccountedFor }: ComparedRow): boolean {
  if (verdict === 'matched') return false;
  if (verdict === 'ours-only') return !isSettled;
  return verdict === 'still-open' ? !isEnded(state) : !isAccountedFor;
}

/** What the issuer charged above what we have paid out; below zero if it charged less. Null if there is nothing to write off. */
export function amountToWriteOff(row: ComparedRow): CentsNumber | null {
  const { verdict, state, ours, theirs, isAccountedFor } = row;
  if (theirs === null || isAccountedFor || verdict === 'matched' || verdict === 'still-open') return null;
  if (verdict !== 'amount-differs') return theirs;
  if (!isEnded(state)) return null;
  return theirs - (state === 'paid' ? (ours ?? 0) : 0);
}

export const isShown = (row: Pick<SettlementRow, 'verdict' | 'needsAttention'>, filter: SettlementFilter): boolean =>
  filter === 'all' || (filter === 'open' ? row.needsAttention : FILTER_OF[row.verdict] === filter);

type TotalledRow = Pick<SettlementRow, 'verdict' | 'ours' | 'theirs' | 'needsAttention'>;
const RESULTS = ['matched', 'ours', 'theirs', 'amount'] as const;

/** The rows of both sides by result. What only the issuer has counts on its side alone, even if a payout is open with us. */
export const totalsOf = (rows: readonly TotalledRow[]): SettlementTotal[] =>
  RESULTS.map((result) => {
    const ofResult = rows.filter(({ verdict }) => FILTER_OF[verdict] === result);
    const sumOf = (side: 'ours' | 'theirs'): CountAndAmount => {
      const amounts = ofResult.flatMap((row) => row[side] ?? []);
      return { count: amounts.length, amount: amounts.reduce((sum, amount) => sum + amount, 0) };
    };
    const ours = result === 'theirs' ? { count: 0, amount: 0 } : sumOf('ours');
    return { result, ours, theirs: sumOf('theirs'), open: ofResult.filter((row) => row.needsAttention).length };
  });

export const statementHref = (partner: Partner, month: Month, id: string | null): string =>
  id === null ? `/statement?partner=${partner}&month=${month}` : `/statement?statement=${id}`;
