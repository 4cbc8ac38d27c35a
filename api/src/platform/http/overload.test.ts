import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { goldenFor, newDid, registered, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import type { Database } from '../database/database.ts';
import { createMetrics } from '../monitoring/metrics.ts';

const kit = useKit();
const apps: FastifyInstance[] = [];
const letGoOfAll: (() => void)[] = [];
afterEach(async () => {
  for (const letGo of letGoOfAll.splice(0)) letGo();
  for (const app of apps.splice(0)) await app.close();
});

/** A server with this capacity, whose database can be made to wait. */
function serverFor(maxConcurrentCalls: number, metrics = createMetrics()) {
  const state = { isHolding: false, held: 0, letGo: () => {} };
  const released = new Promise<void>((resolve) => {
    state.letGo = resolve;
    letGoOfAll.push(resolve);
  });
  const wait = async () => {
    if (!state.isHolding) return;
    state.held += 1;
    await released;
  };
  const { database: real } = kit().deps;
  const waiting =
    <Values extends readonly unknown[], Result>(use: (...values: Values) => Promise<Result>) =>
    async (...values: Values): Promise<Result> => {
      await wait();
      return use(...values);
    };
  const database: Database = {
    ...real,
    many: waiting(real.many) as Database['many'],
    one: waiting(real.one) as Database['one'],
    run: waiting(real.run),
    returning: waiting(real.returning) as Database['returning'],
    transaction: waiting(real.transaction) as Database['transaction'],
    isUp: waiting(real.isUp),
    ofOneCall: () => database,
  };
  const app = buildApp({ ...kit().deps, database }, { maxConcurrentCalls, metrics });
  apps.push(app);
  return { app, state };
}

describe('R21: under too many calls', () => {
  it('health checks share one query, and block no other call', async () => {
    const did = await registered(kit());
    const { app, state } = serverFor(10);
    state.isHolding = true;
    const flood = Array.from({ length: 40 }, () => app.inject('/readyz'));
    await expect.poll(() => state.held).toBe(1);
    state.isHolding = false;
    expect((await app.inject(api.registrationCheck(did))).statusCode).toBe(200);
    expect((await app.inject(api.withdraw(did))).statusCode).toBe(200);
    expect(state.held).toBe(1);
    state.letGo();
    for (const { statusCode } of await Promise.all(flood)) expect(statusCode).toBe(200);
  });

  it('refuses survey links first, then forms, sign-ups and reads, then callbacks and withdrawals, but never health checks', async () => {
    const did = await registered(kit());
    const { app, state } = serverFor(10);
    const CALLS = {
      link: () => app.inject(entryLink('cint-match')(did)),
      form: () => app.inject({ method: 'PUT', url: api.profiling('yearly'), payload: goldenFor('yearly', did) }),
      'sign-up': () => app.inject({ method: 'POST', url: api.register, payload: goldenFor('registration', did) }),
      read: () => app.inject(api.registrationCheck(did)),
      callback: () => app.inject('/partners/purespectrum/callback'),
      withdrawal: () => app.inject(api.withdraw(did)),
      health: () => app.inject('/healthz'),
    };
    /** The calls that are refused, each tried on its own. */
    const refused = async () => {
      const names: string[] = [];
      for (const [name, call] of Object.entries(CALLS)) {
        const { statusCode, headers } = await call();
        if (statusCode === 503) names.push(name);
        if (statusCode === 503) expect(headers['retry-after']).toBe('2');
      }
      return names;
    };
    const underWay: Promise<unknown>[] = [];
    const occupy = async (count: number) => {
      state.isHolding = true;
      while (underWay.length < count) underWay.push(CALLS.withdrawal());
      await expect.poll(() => state.held).toBe(count);
      state.isHolding = false;
    };
    expect(await refused()).toEqual([]);
    const inOrder = ['link', 'form', 'sign-up', 'read', 'callback', 'withdrawal'];
    for (const [count, classes] of [
      [4, 0],
      [5, 1],
      [6, 2],
      [7, 3],
      [8, 4],
      [9, 4],
      [10, 6],
    ] as const) {
      await occupy(count);
      expect([count, await refused()]).toEqual([count, inOrder.slice(0, classes)]);
    }
    state.letGo();
    await Promise.all(underWay);
    expect(await refused()).toEqual([]);
  });

  it('a refusal has every header of a response and is counted by its route', async () => {
    const did = await registered(kit());
    const metrics = createMetrics();
    const { app, state } = serverFor(10, metrics);
    const served = await app.inject(api.registrationCheck(did));
    state.isHolding = true;
    const underWay = Array.from({ length: 8 }, () => app.inject(api.withdraw(did)));
    await expect.poll(() => state.held).toBe(8);
    state.isHolding = false;
    const refused = await app.inject(api.registrationCheck(did));
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({ code: 'unavailable', requestId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(Object.keys(refused.headers)).toEqual(expect.arrayContaining(Object.keys(served.headers)));
    const route = 'route="/api/v2/panelist/did/:did"';
    expect(await metrics.render([])).toContain(`http_requests_total{method="GET",${route},status="503"} 1\n`);
    state.letGo();
    await Promise.all(underWay);
  });

  it('a browser that opens a page gets an error page', async () => {
    const did = await registered(kit());
    const { app, state } = serverFor(10);
    state.isHolding = true;
    const underWay = Array.from({ length: 8 }, () => app.inject(api.withdraw(did)));
    await expect.poll(() => state.held).toBe(8);
    state.isHolding = false;
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const refused = await app.inject({ url: `/?x-binu-did=${did}`, headers });
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(refused.body).toContain('<h1>Something went wrong</h1>');
    expect(refused.body).toContain('<a href="">Try again</a>');
    state.letGo();
    await Promise.all(underWay);
  });

  it('a failed or unknown call counts only until it is answered', async () => {
    const { app } = serverFor(2);
    for (let times = 0; times < 5; times += 1) {
      expect((await app.inject(api.withdraw(newDid()))).statusCode).toBe(404);
      expect((await app.inject({ method: 'POST', url: '/nothing', payload: {} })).statusCode).toBe(404);
    }
  });
});
