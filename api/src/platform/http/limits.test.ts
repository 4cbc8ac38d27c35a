import { Writable } from 'node:stream';
import { DAY_MS, HOUR_MS } from '@panel/domain/durations';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contents, goldenFor, NOW, newDid, registered, send, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { eraseOldCounts } from './limits.ts';
import { rateLimit } from './rate-limit.ts';

const kit = useKit({
  RATE_LIMITS: 'on',
  TRUSTED_PROXIES: '198.51.100.1,198.51.100.128/25',
  SHARED_NETWORKS: '192.0.2.0/25,192.0.2.200,2001:db8:5::/48',
});
let other: FastifyInstance;
beforeAll(() => {
  other = buildApp(kit().deps);
});
afterAll(() => other.close());
afterEach(() => kit().clock.set(NOW));

const PUBLIC = '203.0.113.9';
const statuses = async (count: number, call: (index: number) => Promise<{ statusCode: number }>) => {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push((await call(index)).statusCode);
  return all;
};
const ofStatus = (all: readonly number[], status: number) => all.filter((one) => one === status).length;
const from = (remoteAddress: string, url: string, forwardedFor?: string) =>
  kit().app.inject({ url, remoteAddress, headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {} });

describe('T19: the limits of one device', () => {
  it('reads: 120 a minute, and the refusal says when to retry', async () => {
    const did = await registered(kit());
    const read = () => send(kit(), 'GET', api.registrationCheck(did));
    expect(ofStatus(await statuses(120, read), 200)).toBe(120);
    const refused = await read();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(kit(), 'GET', api.registrationCheck(await registered(kit())))).statusCode).toBe(200);
  });

  it('writes: 20 a minute', async () => {
    const did = await registered(kit());
    const write = () => send(kit(), 'PUT', api.preference(did), { data: [{ preference: 'research', value: true }] });
    expect(ofStatus(await statuses(21, write), 429)).toBe(1);
  });

  it('withdrawals: five a minute across all processes', async () => {
    const did = await registered(kit());
    const withdraw = (index: number) => (index % 2 ? other : kit().app).inject(api.withdraw(did));
    expect(await statuses(6, withdraw)).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await withdraw(1)).headers['retry-after']).toBe('60');
    kit().clock.set(new Date(NOW.getTime() + 60_000));
    expect((await withdraw(0)).statusCode).toBe(200);
  });

  it('deletions: five an hour across all processes', async () => {
    const did = newDid();
    const remove = (index: number) =>
      (index % 2 ? other : kit().app).inject({ method: 'DELETE', url: api.deleteProfile(did) });
    // An unknown device is counted like a known one, so that the limit doesn't tell them apart.
    expect(await statuses(5, remove)).toEqual([404, 404, 404, 404, 404]);
    await registered(kit(), did);
    const before = await contents(kit());
    const refused = await remove(0);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600']);
    expect(await contents(kit())).toEqual(before);
    kit().clock.set(new Date(NOW.getTime() + HOUR_MS));
    expect((await remove(1)).json()).toBe(true);
  });

  it.each([
    ['registrations', 'POST', api.register, 'registration', 201],
    ['dates of birth', 'PUT', api.dateOfBirth, 'dateOfBirth', 200],
  ] as const)('%s: five an hour', async (_, method, url, golden, status) => {
    const did = golden === 'registration' ? newDid() : await registered(kit());
    const call = () => send(kit(), method, url, goldenFor(golden, did));
    expect(await statuses(6, call)).toEqual([...Array(5).fill(status), 429]);
    kit().clock.set(new Date(NOW.getTime() + HOUR_MS));
    expect((await call()).statusCode).not.toBe(429);
  });

  it('submissions: fifty a day per survey, each of which is stored', async () => {
    const did = await registered(kit());
    const submit = () => send(kit(), 'PUT', api.firstLanguage, goldenFor('firstLanguage', did));
    expect(ofStatus(await statuses(51, submit), 429)).toBe(1);
    expect((await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did))).statusCode).toBe(200);
    kit().clock.set(new Date(NOW.getTime() + DAY_MS));
    expect((await submit()).statusCode).toBe(200);
  });

  it('consents: fifty a day', async () => {
    const did = await registered(kit());
    const choose = () => send(kit(), 'PUT', api.consent(did), { consent: 'marketing', value: true });
    expect(ofStatus(await statuses(51, choose), 429)).toBe(1);
  });

  it('survey sessions: sixty an hour per partner, across all processes', async () => {
    const did = await registered(kit());
    const open = (index: number) => (index % 2 ? other : kit().app).inject(entryLink('cint-router')(did));
    expect(ofStatus(await statuses(61, open), 429)).toBe(1);
    expect((await kit().app.inject(entryLink('purespectrum')(did))).statusCode).not.toBe(429);
    kit().clock.set(new Date(NOW.getTime() + HOUR_MS));
    expect((await open(0)).statusCode).not.toBe(429);
  });

  it('store no did, and are erased when their period is over', async () => {
    await kit().app.inject(api.withdraw(await registered(kit())));
    const count = async () => (await kit().db.query('select from call_counts')).rowCount;
    expect(await count()).toBeGreaterThan(0);
    await eraseOldCounts(kit().deps.database, new Date(NOW.getTime() + 3 * DAY_MS));
    expect(await count()).toBe(0);
  });
});

describe('T2, T15: the limits of one address', () => {
  it('600 calls a minute from a public address', async () => {
    const dids = await Promise.all(Array.from({ length: 6 }, () => registered(kit())));
    const call = (index: number) => from(PUBLIC, api.history(dids[index % 6] as string));
    expect(ofStatus(await statuses(600, call), 200)).toBe(600);
    expect((await call(0)).statusCode).toBe(429);
    expect((await from('10.0.0.7', api.history(dids[0] as string))).statusCode).toBe(200);
  });

  it('T3: also for calls that another site forges, which are refused either way', async () => {
    const forged = () =>
      kit().app.inject({
        url: api.history(newDid()),
        remoteAddress: '203.0.113.13',
        headers: { origin: 'https://evil.example' },
      });
    const all = await statuses(601, forged);
    expect([ofStatus(all, 403), ofStatus(all, 429)]).toEqual([600, 1]);
  });

  it('sixty unknown devices a minute', async () => {
    const all = await statuses(70, () => from('203.0.113.10', api.registrationCheck(newDid())));
    expect([ofStatus(all, 404), ofStatus(all, 429)]).toEqual([60, 10]);
    expect((await from('203.0.113.11', api.registrationCheck(newDid()))).statusCode).toBe(404);
    expect((await from('127.0.0.1', api.registrationCheck(newDid()))).statusCode).toBe(404);
  });

  it('don’t count other paths that are not found, because a release leaves old file names behind', async () => {
    const address = '203.0.113.12';
    expect(ofStatus(await statuses(70, () => from(address, '/assets/of-the-release-before.js')), 404)).toBe(70);
    expect(ofStatus(await statuses(70, () => from(address, '/api/v2/unknown')), 404)).toBe(70);
    expect((await from(address, api.history(await registered(kit())))).statusCode).toBe(200);
  });

  it('are twenty times as high for a shared network', async () => {
    const unknown = () => api.registrationCheck(newDid());
    for (const address of ['192.0.2.200', '2001:db8:5:6::7', '::ffff:192.0.2.2'])
      expect(ofStatus(await statuses(70, () => from(address, unknown())), 404)).toBe(70);
    const all = await statuses(1210, () => from('192.0.2.1', unknown()));
    expect([ofStatus(all, 404), ofStatus(all, 429)]).toEqual([1200, 10]);
    const outside = await statuses(61, () => from('192.0.2.201', unknown()));
    expect(outside.at(-1)).toBe(429);
  });

  it('are counted per IPv6 network, because one subscriber has all of its addresses', async () => {
    const unknown = () => api.registrationCheck(newDid());
    const all = await statuses(60, (index) => from(`2001:db8:1:2:${index.toString(16)}::1`, unknown()));
    expect(ofStatus(all, 404)).toBe(60);
    expect((await from('2001:db8:1:2:ffff:ffff:ffff:ffff', unknown())).statusCode).toBe(429);
    expect((await from('2001:db8:1:3::1', unknown())).statusCode).toBe(404);
  });

  it('apply to the caller that a trusted proxy names, and ignore what others claim', async () => {
    const unknown = () => api.registrationCheck(newDid());
    await statuses(61, () => from('198.51.100.1', unknown(), '203.0.113.20'));
    expect((await from('198.51.100.200', unknown(), '203.0.113.20')).statusCode).toBe(429);
    expect((await from('198.51.100.1', unknown(), '203.0.113.21')).statusCode).toBe(404);
    await statuses(61, (index) => from('203.0.113.30', unknown(), `203.0.113.${100 + index}`));
    expect((await from('203.0.113.30', unknown(), '203.0.113.99')).statusCode).toBe(429);
  });
});

describe('our own proxy, if it is not configured', () => {
  it('is logged once, because callers behind it have no limit', async () => {
    const warned = () => kit().log.filter((line) => line.includes('TRUSTED_PROXIES')).length;
    const before = warned();
    for (const address of ['203.0.113.40', '198.51.100.1'])
      await from(address, api.registrationCheck(newDid()), '172.30.80.1');
    await from('172.30.80.1', api.registrationCheck(newDid()));
    expect(warned()).toBe(before);
    for (let call = 0; call < 3; call += 1) await from('172.30.80.1', api.registrationCheck(newDid()), '203.0.113.41');
    expect(warned()).toBe(before + 1);
    expect(kit().log.join('')).toContain('"proxy":"172.30.80.1"');
  });
});

describe('calls from private addresses without a trusted proxy', () => {
  it('T19: are logged once, at the first call without a limit; health checks are not', async () => {
    const log: string[] = [];
    const logTo = new Writable({
      write(chunk, _, done) {
        log.push(String(chunk));
        done();
      },
    });
    const config = { ...kit().config, trustedProxies: [], logLevel: 'warn' as const };
    const app = buildApp({ ...kit().deps, config }, { logTo });
    const call = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
    const warned = () => log.filter((line) => line.includes('TRUSTED_PROXIES'));
    await call('/healthz', '10.0.0.9');
    await call(api.registrationCheck(newDid()), '203.0.113.50');
    expect(warned()).toEqual([]);
    for (let calls = 0; calls < 3; calls += 1) await call(api.registrationCheck(newDid()), '10.0.0.9');
    expect(warned()).toHaveLength(1);
    expect(warned()[0]).toContain('"proxy":"10.0.0.9"');
    await app.close();
  });
});

describe('a rate limit', () => {
  it('restarts with each period, and counts only as many keys as fit into memory', () => {
    let now = 0;
    const limit = rateLimit(1, 1000, () => now);
    expect([limit.take('a'), limit.secondsToWait('a'), limit.take('a'), limit.take('b')]).toEqual([null, 1, 1, null]);
    now = 999;
    expect(limit.secondsToWait('a')).toBe(1);
    now = 1000;
    expect(limit.take('a')).toBe(null);
    for (let key = 0; key < 60_000; key += 1) limit.take(String(key));
    expect([limit.take('59999'), limit.take('a')]).toEqual([null, 1]);
  });
});
