/** Releases, reverses and withdraws a panelist's rewards, in order of time. */
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import { MINIMUM_WITHDRAWAL, type Move, min, type TransferKind } from '@panel/domain/rewards/money';
import type { DemoRows } from './insert.ts';
import type { DemoPanelist } from './panelists.ts';
import type { Random } from './random.ts';

/** Withdrawals in the whole panel that need review. */
const MAX_IN_REVIEW = 3;

export type Reward = {
  readonly id: string;
  readonly partner: Partner;
  readonly amount: bigint;
  readonly earnedAt: Date;
  readonly releasedAt: Date | null;
  readonly reversedAt: Date | null;
};

/** Moves the money of a panelist's rewards, and sometimes withdraws what is available. */
export function addMoney(
  rows: DemoRows,
  random: Random,
  { id: panelistId, walletId }: DemoPanelist,
  rewards: readonly Reward[],
  now: Date,
): void {
  let [available, owed] = [0n, 0n];
  let withdrawAt: Date | null = null;
  const move = (kind: TransferKind, subject: string, at: Date, ...moves: Move[]) =>
    rows.transfers.push({ kind, subject, change: kind === 'reversed' ? 1 : 0, walletId, at, moves });

  /** Debts are paid off first. */
  const release = ({ id, amount }: Reward, at: Date) => {
    const paidOff = min(owed, amount);
    owed -= paidOff;
    available += amount - paidOff;
    move('released', id, at, ['pending', 'owed', paidOff], ['pending', 'available', amount - paidOff]);
    if (available >= MINIMUM_WITHDRAWAL && !withdrawAt && random.chance(0.7))
      withdrawAt = addMs(at, random.exponential() * 4 * DAY_MS);
  };
  const reverse = ({ id, partner, amount, releasedAt }: Reward, at: Date) => {
    if (!releasedAt) return move('reversed', id, at, ['pending', `partner:${partner}`, amount]);
    const taken = min(available, amount);
    available -= taken;
    owed += amount - taken;
    const to = `partner:${partner}` as const;
    return move('reversed', id, at, ['available', to, taken], ['owed', to, amount - taken]);
  };

  const withdraw = (at: Date): 'paid' | 'returned' | 'needs-review' => {
    const [id, amount] = [random.uuid(), available];
    const endsAt = addMs(at, random.between(2, 60) * 1000);
    const inReview = rows.of('withdrawals').filter((row) => row.state === 'needs-review').length;
    const isOpen = at > addMs(now, -3 * DAY_MS) && inReview < MAX_IN_REVIEW && random.chance(0.05);
    const state = isOpen ? 'needs-review' : random.chance(0.015) ? 'returned' : 'paid';
    rows.add('withdrawals', {
      id,
      wallet_id: walletId,
      amount,
      state,
      reference: `W${id.replaceAll('-', '')}`,
      requested_at: at,
      first_sent_at: addMs(at, 1000),
      attempts: isOpen ? 5 : 1,
      outcome_code: isOpen ? 'timeout' : null,
      ended_at: isOpen ? null : endsAt,
    });
    move('withdrawal-reserved', id, at, ['available', 'reserved', amount]);
    if (state === 'returned') move('withdrawal-returned', id, endsAt, ['reserved', 'available', amount]);
    if (state !== 'paid') return state;
    move('withdrawal-paid', id, endsAt, ['reserved', 'paid-out', amount]);
    rows.add('vouchers', {
      withdrawal_id: id,
      serial_last4: random.hex(4),
      issuer_transaction: random.hex(12),
      issued_at: endsAt,
    });
    rows.add('messages', {
      id: random.uuid(),
      kind: 'voucher',
      subject: id,
      panelist_id: panelistId,
      state: 'sent',
      attempts: 1,
      next_attempt_at: endsAt,
      created_at: endsAt,
      sent_at: addMs(endsAt, 2000),
    });
    return state;
  };
  /** Later rewards can't be part of an earlier withdrawal. */
  const withdrawBefore = (at: Date): void => {
    if (!withdrawAt || withdrawAt > at) return;
    const state = available >= MINIMUM_WITHDRAWAL && owed === 0n ? withdraw(withdrawAt) : null;
    if (state === 'paid' || state === 'needs-review') available = 0n;
    // A panelist has one open withdrawal.
    withdrawAt = state === 'needs-review' ? addMs(now, DAY_MS) : null;
  };

  const steps = rewards.flatMap((reward) => {
    const { id, partner, amount, earnedAt, releasedAt, reversedAt } = reward;
    return [
      { at: earnedAt, take: () => move('earned', id, earnedAt, [`partner:${partner}`, 'pending', amount]) },
      ...(releasedAt ? [{ at: releasedAt, take: () => release(reward, releasedAt) }] : []),
      ...(reversedAt ? [{ at: reversedAt, take: () => reverse(reward, reversedAt) }] : []),
    ];
  });
  for (const { at, take } of steps.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    withdrawBefore(at);
    take();
  }
  withdrawBefore(now);
}
