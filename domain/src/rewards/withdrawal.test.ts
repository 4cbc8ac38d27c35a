import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { cents, MINIMUM_WITHDRAWAL } from './money.ts';
import {
  decideWithdrawal,
  RETURNED_LIMIT,
  type WalletAtRequest,
  WITHDRAWAL_LIMITS,
  type WithdrawalState,
} from './withdrawal.ts';

const AT = new Date('2026-11-18T10:00:00Z');
const ago = (ms: number, state: WithdrawalState) => ({ state, requestedAt: new Date(AT.getTime() - ms) });
/** A minute apart, the newest a minute ago. */
const times = (count: number, state: WithdrawalState) =>
  Array.from({ length: count }, (_, index) => ago((index + 1) * MINUTE_MS, state));
const wallet = (changes: Partial<WalletAtRequest> = {}): WalletAtRequest => ({
  isApproved: true,
  available: MINIMUM_WITHDRAWAL,
  withdrawals: [],
  ...changes,
});
const aCentShort = cents(MINIMUM_WITHDRAWAL - 1n);
const nothing = cents(0n);

describe('a request for a withdrawal', () => {
  it.each<[string, Partial<WalletAtRequest>, ReturnType<typeof decideWithdrawal>]>([
    ['the minimum is available', {}, 'accept'],
    ['a cent less', { available: aCentShort }, 'refuse'],
    ['a panelist who is not approved', { isApproved: false }, 'refuse'],
    ['the same a minute later', { withdrawals: [ago(MINUTE_MS, 'reserved')] }, 'already-accepted'],
    ['the minimum earned since one that is still open', { withdrawals: [ago(3 * DAY_MS, 'needs-review')] }, 'refuse'],
    [
      'less than the minimum earned since one that is still open',
      { available: aCentShort, withdrawals: [ago(3 * DAY_MS, 'needs-review')] },
      'already-accepted',
    ],
    [
      'an open withdrawal and nothing left',
      { available: nothing, withdrawals: [ago(MINUTE_MS, 'sending')] },
      'already-accepted',
    ],
    [
      'one that was paid within the repeat window, and nothing left',
      { available: nothing, withdrawals: [ago(10 * MINUTE_MS - 1, 'paid')] },
      'already-accepted',
    ],
    [
      'one that was paid at the end of the repeat window, and nothing left',
      { available: nothing, withdrawals: [ago(10 * MINUTE_MS, 'paid')] },
      'refuse',
    ],
    [
      'one that was returned a minute ago, and too little left',
      { available: aCentShort, withdrawals: [ago(MINUTE_MS, 'returned')] },
      'refuse',
    ],
    ['a paid one a minute ago, and the minimum earned since', { withdrawals: times(1, 'paid') }, 'accept'],
    ['one less than the returned that count', { withdrawals: times(RETURNED_LIMIT.count - 1, 'returned') }, 'accept'],
    ['as many returned as count', { withdrawals: times(RETURNED_LIMIT.count, 'returned') }, 'refuse'],
  ])('T19, S8: %s', (_, changes, decision) => {
    expect(decideWithdrawal(wallet(changes), AT)).toEqual(decision);
  });

  describe.each(WITHDRAWAL_LIMITS)('T19: $count withdrawals in $withinMs ms', ({ count, withinMs }) => {
    /** The oldest was `sinceOldest` ago, the others at the same time: a shorter limit can't refuse them. */
    const decide = (paid: number, sinceOldest: number) =>
      decideWithdrawal(
        wallet({ withdrawals: Array.from({ length: paid }, () => ago(sinceOldest, 'paid')) }),
        AT,
        WITHDRAWAL_LIMITS.filter((limit) => limit.withinMs === withinMs),
      );
    it('accepts the last, and refuses one more until the oldest has left the time that counts', () => {
      expect(decide(count - 1, MINUTE_MS)).toBe('accept');
      expect(decide(count, MINUTE_MS)).toEqual({ tooManyUntil: new Date(AT.getTime() - MINUTE_MS + withinMs) });
      expect(decide(count, withinMs - 1)).toEqual({ tooManyUntil: new Date(AT.getTime() + 1) });
      expect(decide(count, withinMs)).toBe('accept');
    });
  });

  it('T19: the longest of the limits that are full counts, without those that were returned', () => {
    const limits = [
      { count: 1, withinMs: DAY_MS },
      { count: 2, withinMs: 7 * DAY_MS },
    ];
    const decide = (...withdrawals: WalletAtRequest['withdrawals']) =>
      decideWithdrawal(wallet({ withdrawals }), AT, limits);
    expect(decide(ago(2 * DAY_MS, 'paid'))).toBe('accept');
    expect(decide(ago(MINUTE_MS, 'paid'))).toEqual({ tooManyUntil: new Date(AT.getTime() - MINUTE_MS + DAY_MS) });
    expect(decide(ago(MINUTE_MS, 'paid'), ago(2 * DAY_MS, 'paid'))).toEqual({
      tooManyUntil: new Date(AT.getTime() + 5 * DAY_MS),
    });
    expect(decide(ago(2 * DAY_MS, 'paid'), ago(3 * DAY_MS, 'returned'))).toBe('accept');
  });

  it('has no such limit in sandbox mode', () => {
    expect(decideWithdrawal(wallet({ withdrawals: times(8, 'paid') }), AT, [])).toBe('accept');
  });
});
