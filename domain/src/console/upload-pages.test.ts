import { describe, expect, it } from 'vitest';
import { amountToWriteOff, isShown, needsAttention } from './upload-pages.ts';

const ROW = { state: null, ours: null, theirs: 6_200, isSettled: false, isAccountedFor: false } as const;

describe('a row of the issuer’s file', () => {
  it.each([
    ['matched', { verdict: 'matched', state: 'paid', ours: 6_200 }, false, null],
    ['not in the file', { verdict: 'ours-only', state: 'paid', ours: 6_200, theirs: null }, true, null],
    ['in a later file', { verdict: 'ours-only', state: 'paid', theirs: null, isSettled: true }, false, null],
    ['unknown to us', { verdict: 'theirs-only' }, true, 6_200],
    ['written off', { verdict: 'theirs-only', isAccountedFor: true }, false, null],
    ['issued twice', { verdict: 'issued-twice', state: 'paid', ours: 6_200 }, true, 6_200],
    ['issued after a refund', { verdict: 'issued-and-returned', state: 'returned', ours: 6_200 }, true, 6_200],
    ['issued, open with us', { verdict: 'still-open', state: 'needs-review', ours: 6_200 }, true, null],
    ['issued, paid since', { verdict: 'still-open', state: 'paid', ours: 6_200 }, false, null],
    ['charged more than we paid', { verdict: 'amount-differs', state: 'paid', ours: 6_000 }, true, 200],
    ['charged less than we paid', { verdict: 'amount-differs', state: 'paid', ours: 8_100 }, true, -1_900],
    [
      'charged another amount after a refund',
      { verdict: 'amount-differs', state: 'returned', ours: 8_100 },
      true,
      6_200,
    ],
    ['charged another amount, open with us', { verdict: 'amount-differs', state: 'unknown', ours: 8_100 }, true, null],
  ] as const)('%s', (_, given, isOpen, toWriteOff) => {
    const row = { ...ROW, ...given };
    expect([needsAttention(row), amountToWriteOff(row)]).toEqual([isOpen, toWriteOff]);
  });

  it('is shown by its filter, by all, and while it needs attention', () => {
    const shownBy = (row: Parameters<typeof isShown>[0]) =>
      (['open', 'ours', 'theirs', 'amount', 'matched', 'all'] as const).filter((filter) => isShown(row, filter));
    expect(shownBy({ verdict: 'issued-twice', needsAttention: true })).toEqual(['open', 'theirs', 'all']);
    expect(shownBy({ verdict: 'ours-only', needsAttention: false })).toEqual(['ours', 'all']);
  });
});
