import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchLoopDelay } from './loop-delay.ts';

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Lets turns of the event loop pass, each of which takes so many ms. */
function pass(turns: number, ms: number): void {
  for (let turn = 0; turn < turns; turn += 1) {
    now += ms;
    vi.advanceTimersByTime(20);
  }
}

it('R7: the loop is late while each of its turns takes long, and no longer once one of them is short', () => {
  const loopDelay = watchLoopDelay(() => now);
  pass(50, 20);
  expect(loopDelay()).toBe(0);
  pass(2, 320);
  expect(loopDelay(), 'in the first second').toBe(0);
  pass(2, 320);
  expect(loopDelay()).toBe(300);
  pass(1, 520);
  expect(loopDelay()).toBe(300);
  pass(1, 25);
  expect(loopDelay()).toBe(5);
});

it('R7: one long pause is no overload', () => {
  const loopDelay = watchLoopDelay(() => now);
  pass(50, 20);
  pass(1, 5000);
  expect(loopDelay()).toBe(0);
});
