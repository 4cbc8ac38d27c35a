import { expect, it } from 'vitest';
import { isLeftOut } from './late-ends.ts';

it.each([
  [20, 11, true],
  [20, 10, false],
  [19, 19, false],
  [20, 0, false],
  [200, 101, true],
  [0, 0, false],
])('of %i sessions %i that ended late: left out of the list is %s', (sessions, lateEnds, leftOut) => {
  expect(isLeftOut({ maxShare: 0.5, minSessions: 20 }, { sessions, lateEnds })).toBe(leftOut);
});

it('a share of 1 lists every survey', () => {
  expect(isLeftOut({ maxShare: 1, minSessions: 1 }, { sessions: 5, lateEnds: 5 })).toBe(false);
});
