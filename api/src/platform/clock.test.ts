/** A clock that jumps while the product runs moves no money, and operators are alerted. */
import { DAY_MS, HOUR_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { complete, ENOUGH, earnAvailable, wallet } from '../rewards/rewards.testing.ts';
import { startWorker, type Worker } from '../worker/worker.ts';
import { createMetrics } from './monitoring/metrics.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const systemNow = Date.now;
let worker: Worker | null = null;
afterEach(async () => {
  vi.restoreAllMocks();
  await worker?.stop();
  worker = null;
  kit().clock.set(NOW);
});

/** Moves this machine's clock, not the database's. */
function jump(ms: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => systemNow() + ms);
  kit().clock.set(new Date(NOW.getTime() + ms));
}
const skew = async () =>
  Number(/^panel_clock_skew_seconds (.*)$/m.exec((await kit().internal.inject('/metrics')).body)?.[1]);
const logged = (text: string) => kit().log.filter((line) => line.includes(text)).length;
describe('T30, R15: a machine whose clock jumps', () => {
  it('gets no calls from panelists or partners until it is right again', async () => {
    const ready = async () => {
      const { statusCode, body } = await kit().app.inject('/readyz');
      return [statusCode, JSON.parse(body)];
    };
    expect(await ready()).toEqual([200, { status: 'ready' }]);
    jump(-14 * DAY_MS);
    expect(await ready()).toEqual([503, { status: 'wrong clock' }]);
    vi.restoreAllMocks();
    expect(await ready()).toEqual([200, { status: 'ready' }]);
  });

  it.each([
    ['a day ahead', DAY_MS],
    ['a day back', -DAY_MS],
  ])('%s releases and pays nothing until it is right again, and then once', async (_, ms) => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(true);
    // Due in an hour, or overdue by an hour: a wrong clock may decide neither.
    const dueAt = NOW.getTime() + Math.sign(ms) * HOUR_MS;
    await complete(kit(), did, 900, { at: new Date(dueAt - 14 * DAY_MS) });
    const alarms = logged('money waits');

    jump(ms);
    worker = startWorker(kit().depsAs('worker'), kit().app.log as FastifyBaseLogger, createMetrics());
    await expect.poll(() => logged('money waits')).toBe(alarms + 1);
    expect(Math.abs((await skew()) - DAY_MS / 1000)).toBeLessThan(60);
    // Two more rounds of both jobs.
    const asked = vi.spyOn(kit().depsAs('worker').database, 'one');
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(4);
    expect(await wallet(kit(), did)).toEqual({ pending: 900, available: 0, reserved: ENOUGH, owed: 0 });

    vi.restoreAllMocks();
    kit().clock.set(new Date(Math.max(dueAt, NOW.getTime())));
    await expect.poll(() => wallet(kit(), did)).toEqual({ pending: 0, available: 900, reserved: 0, owed: 0 });
    expect(await skew()).toBe(0);
    expect(logged('the clocks agree again')).toBeGreaterThan(0);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });
});
