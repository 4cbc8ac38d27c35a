import { HOUR_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { WITHDRAWAL_LIMITS } from '@panel/domain/rewards/withdrawal';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contents, NOW, registered, useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { runPayouts } from './payouts.testing.ts';
import { ENOUGH, earnAvailable, wallet } from './rewards.testing.ts';

const kit = useKit({ RATE_LIMITS: 'on', DAILY_CAP_RAND: '100000' });
const limit = WITHDRAWAL_LIMITS[0];
if (!limit) throw new Error('There is no limit to test.');
const { count, withinMs } = limit;

let other: FastifyInstance;
beforeAll(() => {
  other = buildApp(kit().deps);
});
afterAll(() => other.close());
afterEach(() => kit().clock.set(NOW));

async function statuses(count: number, call: (index: number) => Promise<{ statusCode: number }>): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await call(index)).statusCode);
  return found;
}

describe('T19, S8: new withdrawals of one device', () => {
  it('are limited across all processes, and one too many moves no money', async () => {
    const did = await registered(kit());
    const hours = (passed: number) => kit().clock.set(new Date(NOW.getTime() + passed * HOUR_MS));
    const withdraw = (index: number) => (index % 2 ? other : kit().app).inject(api.withdraw(did));
    for (let index = 0; index < count; index += 1) {
      hours(index);
      await earnAvailable(kit(), did);
      // A request while one is open finds the same one.
      expect(await statuses(3, withdraw)).toEqual([200, 200, 200]);
      await runPayouts(kit().deps);
    }
    await earnAvailable(kit(), did, ENOUGH + 1000);
    const before = await contents(kit());
    hours(count);
    const refused = await withdraw(0);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(refused.headers['retry-after']).toBe(String((withinMs - count * HOUR_MS) / 1000));
    expect(await statuses(4, withdraw)).toEqual([429, 429, 429, 429]);
    expect([await contents(kit()), await wallet(kit(), did)]).toEqual([
      before,
      { pending: 0, available: ENOUGH + 1000, reserved: 0, owed: 0 },
    ]);
    hours(withinMs / HOUR_MS);
    expect((await withdraw(1)).json()).toBe(true);
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: ENOUGH + 1000 });
    // The first no longer counts; the others do.
    await runPayouts(kit().deps);
    await earnAvailable(kit(), did);
    expect((await withdraw(0)).headers['retry-after']).toBe(String(HOUR_MS / 1000));
  });

  it('are not counted if an open one is requested again, or without money', async () => {
    const did = await registered(kit());
    const withdraw = async () => (await kit().app.inject(api.withdraw(did))).json();
    for (let index = 0; index < count; index += 1) {
      await runPayouts(kit().deps);
      await earnAvailable(kit(), did);
      expect(await withdraw()).toBe(true);
    }
    // First the phone that lost the answer, then another one.
    await runPayouts(kit().deps);
    expect(await withdraw()).toBe(true);
    kit().clock.set(new Date(NOW.getTime() + HOUR_MS));
    expect(await withdraw()).toBe(false);
    await earnAvailable(kit(), did);
    expect(await withdraw()).toMatchObject({ code: 'too-many-requests' });
    kit().clock.set(new Date(NOW.getTime() + withinMs));
    expect(await withdraw()).toBe(true);
    await earnAvailable(kit(), did);
    expect([await withdraw(), await wallet(kit(), did)]).toMatchObject([true, { available: ENOUGH, reserved: ENOUGH }]);
  });

  it('are not counted if they were returned', async () => {
    const did = await registered(kit());
    for (let hour = 0; hour <= count; hour += 1) {
      kit().clock.set(new Date(NOW.getTime() + hour * HOUR_MS));
      await earnAvailable(kit(), did);
      expect((await kit().app.inject(api.withdraw(did))).json()).toBe(true);
      if (hour === 0) kit().issuer.answers({ kind: 'refused', code: '2408' });
      await runPayouts(kit().deps);
    }
    await earnAvailable(kit(), did);
    expect((await kit().app.inject(api.withdraw(did))).statusCode).toBe(429);
  });
});
