import { expect, it } from 'vitest';
import { addMs, DAY_MS } from '../durations.ts';
import { isDisputeLate } from './disputes.ts';

it('a dispute is late once five days are over', () => {
  const since = new Date('2026-11-15T10:00:00Z');
  const isLateAfter = (ms: number) => isDisputeLate(since.toISOString(), addMs(since, ms).toISOString());
  expect([isLateAfter(5 * DAY_MS - 1), isLateAfter(5 * DAY_MS)]).toEqual([false, true]);
});
