/** Whether a withdrawal request is accepted, a repeat, or refused. */
import { DAY_MS, isRepeat } from '../durations.ts';
import { type Cents, MINIMUM_WITHDRAWAL } from './money.ts';

export const OPEN_WITHDRAWAL_STATES = ['reserved', 'sending', 'unknown', 'needs-review'] as const;
export const WITHDRAWAL_STATES = [...OPEN_WITHDRAWAL_STATES, 'paid', 'returned'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
export type OpenWithdrawalState = (typeof OPEN_WITHDRAWAL_STATES)[number];

const isOpen = ({ state }: EarlierWithdrawal): boolean => OPEN_WITHDRAWAL_STATES.some((open) => open === state);

/** The limits below count the withdrawals of the last 24 hours. */
export const WITHDRAWAL_WINDOW_MS = DAY_MS;
/** A panelist may start this many withdrawals in 24 hours. Returned ones don't count. */
export const MAX_WITHDRAWALS = 3;
/** After this many returned withdrawals the device is unreachable, and another one would fail too. */
const MAX_RETURNED_WITHDRAWALS = 10;

type EarlierWithdrawal = { readonly state: WithdrawalState; readonly requestedAt: Date };

export type WalletAtRequest = {
  readonly isApproved: boolean;
  readonly available: Cents;
  /** The open withdrawal, if there is one, and those of the last 24 hours. */
  readonly withdrawals: readonly EarlierWithdrawal[];
};

export type WithdrawalDecision =
  | 'accept'
  /** The request repeats one that was accepted: the phone lost the answer, or the panelist tapped twice. */
  | 'already-accepted'
  | 'refuse'
  | { readonly tooManyUntil: Date };

/** `maxWithdrawals` is null in sandbox mode, where the limits are off. */
export function decideWithdrawal(
  { isApproved, available, withdrawals }: WalletAtRequest,
  at: Date,
  maxWithdrawals: number | null = MAX_WITHDRAWALS,
): WithdrawalDecision {
  const newestFirst = [...withdrawals].sort((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime());
  const [latest] = newestFirst;

  if (!isApproved) return 'refuse';
  const open = withdrawals.find(isOpen);
  // What became available since then can be withdrawn when it has ended.
  if (open) return available < MINIMUM_WITHDRAWAL || isRepeat(open.requestedAt, at) ? 'already-accepted' : 'refuse';
  if (available < MINIMUM_WITHDRAWAL)
    return latest?.state === 'paid' && isRepeat(latest.requestedAt, at) ? 'already-accepted' : 'refuse';

  const recent = newestFirst.filter(({ requestedAt }) => at.getTime() - requestedAt.getTime() < WITHDRAWAL_WINDOW_MS);
  const kept = recent.filter(({ state }) => state !== 'returned');
  if (recent.length - kept.length >= MAX_RETURNED_WITHDRAWALS) return 'refuse';
  const oldestThatCounts = maxWithdrawals === null ? undefined : kept[maxWithdrawals - 1];
  return oldestThatCounts
    ? { tooManyUntil: new Date(oldestThatCounts.requestedAt.getTime() + WITHDRAWAL_WINDOW_MS) }
    : 'accept';
}
