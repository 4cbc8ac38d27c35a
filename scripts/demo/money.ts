/** Releases, reverses and withdraws a panelist's rewards and thank-yous, in order of time. */
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import type { DemoHistory, ThankYouRow, TransferRow } from './insert.ts';
import type { DemoPanelist } from './panelists.ts';
import type { Random } from './random.ts';

const MIN_WITHDRAWAL = 5000;
/** Withdrawals in the whole panel that need review. */
const MAX_IN_REVIEW = 3;

export type Reward = {
  readonly id: string;
  readonly partner: Partner;
  readonly amount: number;
  readonly earnedAt: Date;
  readonly reversedAt: Date | null;
  state: 'pending' | 'available' | 'reversed';
  releasedAt: Date | null;
};

/** Moves the money of a panelist's rewards and thank-yous in order of time, and sometimes withdraws what is available. */
export function addMoney(
  history: DemoHistory,
  random: Random,
  person: DemoPanelist,
  rewards: readonly Reward[],
  thankYous: readonly ThankYouRow[],
  now: Date,
): void {
  const { walletId } = person;
  const wallet = { available: 0, owed: 0 };
  let withdrawAt: Date | null = null;
  const move = (kind: string, subject: string, at: Date, postings: TransferRow['postings']) =>
    history.transfers.push({ kind, key: `${kind}:${subject}`, walletId, at, postings });
  const steps = [
    ...rewards.flatMap((reward) => [
      { at: reward.earnedAt, kind: 'earned' as const, reward },
      ...(reward.releasedAt ? [{ at: reward.releasedAt, kind: 'released' as const, reward }] : []),
      ...(reward.reversedAt ? [{ at: reward.reversedAt, kind: 'reversed' as const, reward }] : []),
    ]),
    ...thankYous.map((thankYou) => ({ at: thankYou.at, kind: 'thanked' as const, thankYou })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const withdrawBefore = (at: Date): void => {
    if (!withdrawAt || withdrawAt > at) return;
    if (wallet.available < MIN_WITHDRAWAL || wallet.owed > 0) {
      // Later rewards can't be part of an earlier withdrawal.
      withdrawAt = null;
      return;
    }
    const isOpen = addWithdrawal(history, random, person, wallet.available, withdrawAt, now, move);
    if (isOpen !== 'returned') wallet.available = 0;
    withdrawAt = isOpen === 'open' ? addMs(now, DAY_MS) : null;
  };
  /** Debts are paid off first. */
  const receive = (amount: number): TransferRow['postings'] => {
    const paidOff = Math.min(wallet.owed, amount);
    wallet.owed -= paidOff;
    wallet.available += amount - paidOff;
    return [
      ['owed', paidOff],
      ['available', amount - paidOff],
    ];
  };
  for (const step of steps) {
    const { at, kind } = step;
    withdrawBefore(at);
    if (kind === 'thanked') {
      const { id, amount } = step.thankYou;
      move(kind, id, at, [['thank-you', -amount], ...receive(amount)]);
      continue;
    }
    const { reward } = step;
    const { id, amount, partner } = reward;
    if (kind === 'earned')
      move(kind, id, at, [
        [`partner:${partner}`, -amount],
        ['pending', amount],
      ]);
    if (kind === 'released') {
      move(kind, `${id}:0`, at, [['pending', -amount], ...receive(amount)]);
      if (wallet.available >= MIN_WITHDRAWAL && !withdrawAt && random.chance(0.7))
        withdrawAt = addMs(at, random.exponential() * 4 * DAY_MS);
    }
    if (kind === 'reversed') {
      const wasReleased = reward.releasedAt !== null && reward.releasedAt <= at;
      const fromAvailable = wasReleased ? Math.min(wallet.available, amount) : 0;
      wallet.available -= fromAvailable;
      if (wasReleased) wallet.owed += amount - fromAvailable;
      const postings: TransferRow['postings'] = wasReleased
        ? [
            ['available', -fromAvailable],
            ['owed', fromAvailable - amount],
            [`partner:${partner}`, amount],
          ]
        : [
            ['pending', -amount],
            [`partner:${partner}`, amount],
          ];
      move(kind, `${id}:1`, at, postings);
    }
  }
  withdrawBefore(now);
}

type Move = (kind: string, subject: string, at: Date, postings: TransferRow['postings']) => void;

function addWithdrawal(
  history: DemoHistory,
  random: Random,
  { id: panelist_id, walletId: wallet_id }: DemoPanelist,
  amount: number,
  at: Date,
  now: Date,
  move: Move,
): 'paid' | 'returned' | 'open' {
  const id = random.uuid();
  const endsAt = addMs(at, random.between(2, 60) * 1000);
  const inReview = history.withdrawals.filter(({ state }) => state === 'needs-review').length;
  const isOpen = at > addMs(now, -3 * DAY_MS) && inReview < MAX_IN_REVIEW && random.chance(0.05);
  const state = isOpen ? 'needs-review' : random.chance(0.015) ? 'returned' : 'paid';
  history.withdrawals.push({
    id,
    wallet_id,
    amount,
    state,
    reference: `W${id.replaceAll('-', '')}`,
    requested_at: at,
    first_sent_at: addMs(at, 1000),
    attempts: isOpen ? 5 : 1,
    outcome_code: isOpen ? 'timeout' : null,
    ended_at: isOpen ? null : endsAt,
  });
  move('withdrawal-reserved', id, at, [
    ['available', -amount],
    ['reserved', amount],
  ]);
  if (state === 'returned')
    move('withdrawal-returned', id, endsAt, [
      ['reserved', -amount],
      ['available', amount],
    ]);
  if (state === 'paid') {
    move('withdrawal-paid', id, endsAt, [
      ['reserved', -amount],
      ['paid-out', amount],
    ]);
    history.vouchers.push({
      withdrawal_id: id,
      serial_last4: random.hex(4),
      issuer_transaction: random.hex(12),
      issued_at: endsAt,
    });
    history.messages.push({
      id: random.uuid(),
      kind: 'voucher',
      subject: id,
      panelist_id,
      state: 'sent',
      attempts: 1,
      next_attempt_at: endsAt,
      created_at: endsAt,
      sent_at: addMs(endsAt, 2000),
    });
  }
  return state === 'needs-review' ? 'open' : state;
}
