import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { cents } from './money.ts';
import { decideWithdrawal, type WalletAtRequest, type WithdrawalState } from './withdrawal.ts';

const AT = new Date('2026-11-18T10:00:00Z');
const ago = (ms: number, state: WithdrawalState) => ({ state, requestedAt: new Date(AT.getTime() - ms) });
const times = (count: number, state: WithdrawalState) =>
  Array.from({ length: count }, (_, index) => ago((index + 1) * HOUR_MS, state));
const wallet = (changes: Partial<WalletAtRequest> = {}): WalletAtRequest => ({
  isApproved: true,
  available: cents(5000n),
  withdrawals: [],
  ...changes,
});

describe('a request for a withdrawal', () => {
  it.each<[string, Partial<WalletAtRequest>, ReturnType<typeof decideWithdrawal>]>([
    ['R50 available', {}, 'accept'],
    ['a cent less', { available: cents(4999n) }, 'refuse'],
    ['a panelist who is not approved', { isApproved: false }, 'refuse'],
    ['the same a minute later', { withdrawals: [ago(MINUTE_MS, 'reserved')] }, 'already-accepted'],
    ['R50 earned since one that is still open', { withdrawals: [ago(3 * DAY_MS, 'needs-review')] }, 'refuse'],
    [
      'less than R50 earned since one that is still open',
      { available: cents(4999n), withdrawals: [ago(3 * DAY_MS, 'needs-review')] },
      'already-accepted',
    ],
    [
      'an open withdrawal and nothing left',
      { available: cents(0n), withdrawals: [ago(MINUTE_MS, 'sending')] },
      'already-accepted',
    ],
    [
      'one that was paid within the repeat window, and nothing left',
      { available: cents(0n), withdrawals: [ago(10 * MINUTE_MS - 1, 'paid')] },
      'already-accepted',
    ],
    [
      'one that was paid at the end of the repeat window, and nothing left',
      { available: cents(0n), withdrawals: [ago(10 * MINUTE_MS, 'paid')] },
      'refuse',
    ],
    [
      'one that was returned a minute ago, and too little left',
      { available: cents(100n), withdrawals: [ago(MINUTE_MS, 'returned')] },
      'refuse',
    ],
    ['a paid one a minute ago, and R50 earned since', { withdrawals: [ago(MINUTE_MS, 'paid')] }, 'accept'],
    ['nine that were returned today', { withdrawals: times(9, 'returned') }, 'accept'],
    ['ten that were returned today', { withdrawals: times(10, 'returned') }, 'refuse'],
    ['two that were paid today', { withdrawals: times(2, 'paid') }, 'accept'],
    [
      'three that were paid today',
      { withdrawals: times(3, 'paid') },
      { tooManyUntil: new Date(AT.getTime() - 3 * HOUR_MS + DAY_MS) },
    ],
    ['two paid and nine returned today', { withdrawals: [...times(2, 'paid'), ...times(9, 'returned')] }, 'accept'],
    [
      'three paid ones of which the first was exactly a day ago',
      { withdrawals: [...times(2, 'paid'), ago(DAY_MS, 'paid')] },
      'accept',
    ],
  ])('T19, S8: %s', (_, changes, decision) => {
    expect(decideWithdrawal(wallet(changes), AT)).toEqual(decision);
  });

  it('has no daily limit in sandbox mode', () => {
    expect(decideWithdrawal(wallet({ withdrawals: times(8, 'paid') }), AT, null)).toBe('accept');
  });
});
