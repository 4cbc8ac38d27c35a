import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { ConnectionFailed } from './server-probe.ts';
import { slots } from './slots.ts';

describe('slots', () => {
  it('are given out in order', async () => {
    const one = slots(1, 60_000);
    const leave = await one.enter();
    const order: string[] = [];
    const others = ['first', 'second'].map(async (name) => {
      const done = await one.enter();
      order.push(name);
      done();
    });
    expect(one.waiting()).toBe(2);
    leave();
    await Promise.all(others);
    expect(order).toEqual(['first', 'second']);
    expect(one.waiting()).toBe(0);
    (await one.enter())();
  });

  it('are refused after the timeout, and a refused caller gets none later', async () => {
    const one = slots(1, 20);
    const leave = await one.enter();
    await expect(one.enter()).rejects.toThrow(ConnectionFailed);
    leave();
    (await one.enter())();
  });

  it('R8: are not refused just because the machine paused for longer than the timeout', async () => {
    const one = slots(1, 1000);
    const leave = await one.enter();
    const second = one.enter();
    second.catch(() => {});
    // This ends while the process is paused, and is reported after the timers.
    const answered = readFile(import.meta.filename).then(leave);
    const until = performance.now() + 1500;
    while (performance.now() < until);
    await answered;
    (await second)();
  });
});
