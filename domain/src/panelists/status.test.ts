import { describe, expect, it } from 'vitest';
import { leavesTombstone, PANELIST_STATUSES, SEVEREST_FIRST } from './status.ts';

describe('a deleted profile leaves a tombstone', () => {
  const nothing = { status: 'approved', debt: 0n, surveys: [] } as const;
  it.each([
    ['not if it has nothing to keep', nothing, false],
    ['if it was blocked', { ...nothing, status: 'blocked' as const }, true],
    ['if it owed money', { ...nothing, debt: 1n }, true],
    ['if a survey was paid', { ...nothing, surveys: ['cint-match:1'] }, true],
  ])('%s', (_, deleted, isKept) => expect(leavesTombstone(deleted)).toBe(isKept));
});

it('every status has its place among the severest', () =>
  expect([...SEVEREST_FIRST].sort()).toEqual([...PANELIST_STATUSES].sort()));
