import { describe, expect, it } from 'vitest';
import { implausibleIn, isStatementOverdue, statementDueOn } from './uploads.ts';

const TOTAL = { floor: 100_000, format: (cents: number) => `R${cents / 100}` };

describe('an uploaded file', () => {
  it.each([
    ['agrees', [1_058, 6_165_200], [1_058, 6_165_200], []],
    ['is a tenth short', [900, 5_400_000], [1_000, 6_000_000], []],
    [
      'is more than a tenth short',
      [899, 5_399_999],
      [1_000, 6_000_000],
      ['This file has 899 rows; we expected about 1000.', 'Its total is R53999.99; we expected about R60000.'],
    ],
    [
      'has more rows than expected',
      [1_101, 6_000_000],
      [1_000, 6_000_000],
      ['This file has 1101 rows; we expected about 1000.'],
    ],
    [
      'has another total',
      [1_000, 6_600_001],
      [1_000, 6_000_000],
      ['Its total is R66000.01; we expected about R60000.'],
    ],
    ['has one row of 44', [1, 5_000], [44, 100_000], ['This file has 1 row; we expected about 44.']],
    ['is small and ten rows off', [0, 0], [10, 100_000], []],
    ['has no prices', [1_000, null], [1_000, 6_000_000], []],
  ] as const)('that %s', (_, [rows, total], [ourRows, ourTotal], expected) => {
    expect(implausibleIn({ rows, total }, { rows: ourRows, total: ourTotal }, TOTAL)).toEqual(expected);
  });
});

it('a statement is due on the 10th of the next month and overdue after that day', () => {
  expect(statementDueOn('2026-12')).toBe('2027-01-10');
  expect(isStatementOverdue('2026-10', '2026-11-10')).toBe(false);
  expect(isStatementOverdue('2026-10', '2026-11-11')).toBe(true);
  expect(isStatementOverdue('2026-10', '2027-11-11')).toBe(true);
});
