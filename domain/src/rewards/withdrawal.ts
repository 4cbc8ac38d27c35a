/** Whether a withdrawal request is accepted, a repeat, or refused. */
import { addMs, DAY_MS } from '../durations.ts';
import { isRepeat } from '../repeats.ts';
import { type Cents, MINIMUM_WITHDRAWAL } from './money.ts';

export const OPEN_WITHDRAWAL_STATES = ['reserved', 'sending', 'unknown', 'needs-review'] as const;
export const WITHDRAWAL_STATES = [...OPEN_WITHDRAWAL_STATES, 'paid', 'returned'] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];
export type OpenWithdrawalState = (typeof OPEN_WITHDRAWAL_STATES)[number];

const isOpen = ({ state }: EarlierWithdrawal): boolean => OPEN_WITHDRAWAL_STATES.some((open) => open === state);

type Limit = { readonly count: number; readonly withinMs: number };
/** How many withdrawals a panelist may start. Returned ones don't count. */
export const WITHDRAWAL_LIMITS: readonly Limit[] = [{ count: 3, withinMs: DAY_MS }];
/** After so many returned withdrawals the device is unreachable, and another one would fail too. */
export const RETURNED_LIMIT: Limit = { count: 10, withinMs: DAY_MS };
/** How far back a decision looks. */
export const WITHDRAWALS_COUNTED_MS: number = Math.max(
  ...[...WITHDRAWAL_LIMITS, RETURNED_LIMIT].map(({ withinMs }) => withinMs),
);

type EarlierWithdrawal = { readonly state: WithdrawalState; readonly requestedAt: Date };

export type WalletAtRequest = {
  readonly isApproved: boolean;
  readonly available: Cents;
  /** The open withdrawal, if there is one, and those of the last `WITHDRAWALS_COUNTED_MS`. */
  readonly withdrawals: readonly EarlierWithdrawal[];
};

export type WithdrawalDecision =
  | 'accept'
  /** The request repeats one that was accepted: the phone lost the answer, or the panelist tapped twice. */
  | 'already-accepted'
  | 'refuse'
  | { readonly tooManyUntil: Date };

/** When the `count`th newest of these leaves the time that counts; undefined if there are fewer. */
function fullUntil({ count, withinMs }: Limit, newestFirst: readonly EarlierWithdrawal[], at: Date): Date | undefined {
  const oldest = newestFirst[count - 1];
  const until = oldest && addMs(oldest.requestedAt, withinMs);
  return until && until > at ? until : undefined;
}

/** Sandbox mode has no `limits`. */
export function decideWithdrawal(
  { isApproved, available, withdrawals }: WalletAtRequest,
  at: Date,
  limits: readonly Limit[] = WITHDRAWAL_LIMITS,
): WithdrawalDecision {
  const newestFirst = [...withdrawals].sort((a, b) => b.requestedAt.getTime() - a.requestedAt.getTime());
  const [latest] = newestFirst;

  if (!isApproved) return 'refuse';
  const open = withdrawals.find(isOpen);
  // What became available since then can be withdrawn when it has ended.
  if (open) return available < MINIMUM_WITHDRAWAL || isRepeat(open.requestedAt, at) ? 'already-accepted' : 'refuse';
  if (available < MINIMUM_WITHDRAWAL)
    return latest?.state === 'paid' && isRepeat(latest.requestedAt, at) ? 'already-accepted' : 'refuse';

  const isReturned = ({ state }: EarlierWithdrawal) => state === 'returned';
  if (fullUntil(RETURNED_LIMIT, newestFirst.filter(isReturned), at)) return 'refuse';
  const started = newestFirst.filter((withdrawal) => !isReturned(withdrawal));
  const [tooManyUntil] = limits
    .flatMap((limit) => fullUntil(limit, started, at) ?? [])
    .sort((a, b) => b.getTime() - a.getTime());
  return tooManyUntil ? { tooManyUntil } : 'accept';
}
