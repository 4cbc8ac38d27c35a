import { DAY_MS } from '@panel/domain/durations';
import { describe, expect, it } from 'vitest';
import { breaker } from './breaker.ts';

describe('the breaker', () => {
  const start = () => {
    let now = 1_000_000;
    const guard = breaker({ now: () => new Date(now) });
    return {
      guard,
      pass: (ms: number) => {
        now += ms;
      },
    };
  };
  const fail = (guard: ReturnType<typeof breaker>, times: number) => {
    for (let n = 0; n < times; n += 1) guard.failed();
  };

  it('opens after five failures in a row, and not after five with a success between them', () => {
    const { guard } = start();
    fail(guard, 4);
    guard.succeeded();
    fail(guard, 4);
    expect(guard.allows()).toBe(true);
    guard.failed();
    expect(guard.allows()).toBe(false);
  });

  it('lets one call through every half minute, and everyone once that one succeeds', () => {
    const { guard, pass } = start();
    fail(guard, 5);
    pass(29_999);
    expect(guard.allows()).toBe(false);
    pass(1);
    expect([guard.allows(), guard.allows()]).toEqual([true, false]);
    guard.failed();
    pass(30_000);
    expect([guard.allows(), guard.allows()]).toEqual([true, false]);
    guard.succeeded();
    expect([guard.allows(), guard.allows()]).toEqual([true, true]);
  });

  it('lets the next one through where the probe told nothing, and not where it failed', () => {
    const { guard, pass } = start();
    fail(guard, 5);
    guard.release();
    expect(guard.allows()).toBe(false);
    pass(30_000);
    for (let n = 0; n < 3; n += 1) {
      expect([guard.allows(), guard.allows()]).toEqual([true, false]);
      guard.release();
    }
    expect(guard.allows()).toBe(true);
    guard.failed();
    guard.release();
    expect(guard.allows()).toBe(false);
  });

  it('is not kept open by a clock that was set back', () => {
    const { guard, pass } = start();
    pass(90 * DAY_MS);
    fail(guard, 5);
    pass(-90 * DAY_MS);
    expect(guard.allows()).toBe(true);
  });
});
