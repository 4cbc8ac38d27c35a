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

  it('opens after five consecutive failures, but not if a success comes between', () => {
    const { guard } = start();
    fail(guard, 4);
    guard.succeeded();
    fail(guard, 4);
    expect(guard.allows()).toBe(true);
    guard.failed();
    expect(guard.allows()).toBe(false);
  });

  it('lets one probe through every half minute, and all calls once a probe succeeds', () => {
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

  it('lets another probe through at once if the last one was inconclusive, but not if it failed', () => {
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

  it('does not stay open because the clock was set back', () => {
    const { guard, pass } = start();
    pass(90 * DAY_MS);
    fail(guard, 5);
    pass(-90 * DAY_MS);
    expect(guard.allows()).toBe(true);
  });
});
