import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatRand } from './amounts.ts';
import { cents, fromRandNumber, toRandNumber } from './money.ts';

describe('G9: money', () => {
  it.each([
    [7500n, 'R75'],
    [7550n, 'R75.50'],
    [7505n, 'R75.05'],
    [0n, 'R0'],
    [125000n, 'R1250'],
    [-150n, '-R1.50'],
  ])('%s cents is %s', (amount, text) => {
    expect(formatRand(cents(amount))).toBe(text);
    expect(formatRand(Number(amount))).toBe(text);
  });

  it('loses no cent in the API', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 100_000_000_00n }), (amount) => {
        expect(fromRandNumber(JSON.parse(JSON.stringify(toRandNumber(cents(amount)))))).toBe(Number(amount));
      }),
    );
  });
});
