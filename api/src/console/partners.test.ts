/** Blocking a partner's button, and whether the outside parties answer. */
import type { PartnersPage } from '@panel/domain/console/money-pages';
import type { PartyHealth } from '@panel/domain/console/today-page';
import { api } from '@panel/domain/paths';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { deliver, matchReturn, startPureSpectrum, visit } from '../partners/testing.ts';
import { type PartyCallRecorder, recordPartyCalls } from '../platform/party-calls.ts';
import { applyRetention } from '../retention.ts';
import { type Browser, useConsole } from './testing.ts';

const pureSpectrum = await startPureSpectrum();
const { kit, signIn } = useConsole({ PURESPECTRUM_URL: pureSpectrum.url });
const HALF_HOUR = 30 * 60_000;

let calls: PartyCallRecorder;
let finance: Browser;
beforeEach(async () => {
  calls = recordPartyCalls(kit().deps.database, kit().clock);
  finance = await signIn('finance-1', 'finance');
});
afterEach(async () => {
  await calls.stop();
  pureSpectrum.reset();
  kit().clock.set(NOW);
});

const partner = async (name: string) =>
  ((await finance.page('partners')) as PartnersPage).partners.find((each) => each.partner === name);

describe('a blocked partner', () => {
  it('has no survey for anybody on any process at once, and has them again when it is unblocked', async () => {
    const did = await registered(kit());
    const other = buildApp(kit().deps);
    const linksFor = async () => [
      (await send(kit(), 'GET', api.entryLink('purespectrum')(did))).json().url,
      (await other.inject(api.entryLink('purespectrum')(did))).json().url,
    ];
    const asked = pureSpectrum.requests.length;
    const reason = 'complaints about a survey';
    expect((await finance.operate('block-partner', { partner: 'purespectrum', reason })).json().message).toBe(
      'PureSpectrum is blocked.',
    );
    expect(await linksFor()).toEqual(['', '']);
    expect(pureSpectrum.requests).toHaveLength(asked);
    expect(await partner('purespectrum')).toMatchObject({ blockedSince: NOW.toISOString() });
    expect(await partner('cint-match')).toMatchObject({ blockedSince: null });
    expect((await visit(kit(), 'cint-match', did)).url).toContain('cint-match');
    const audit = await (await signIn('auditor-1', 'auditor')).page('audit?operation=block-partner');
    expect(audit.entries.rows).toMatchObject([{ account: 'finance-1', subject: 'purespectrum', reason }]);

    await finance.operate('unblock-partner', { partner: 'purespectrum', reason: 'it was fixed' });
    for (const link of await linksFor()) expect(link).toContain('/start-session/');
    await other.close();
  });
});

describe('a connection', () => {
  const connections = async () => {
    await calls.write();
    return ((await finance.page('today')) as { connections: PartyHealth[] }).connections;
  };
  const connection = async (name: PartyHealth['name']) => (await connections()).find((each) => each.name === name);

  it('is up, slow or broken by the calls that were made, half hour by half hour', async () => {
    const did = await registered(kit());
    await kit().db.query('delete from party_calls');
    expect((await connections()).map(({ name }) => name)).toEqual([
      'cint-match',
      'cint-router',
      'purespectrum',
      'issuer',
      'chat',
    ]);
    expect(await connection('purespectrum')).toMatchObject({ state: null, medianSeconds: null, failedShare: null });

    const ask = () => send(kit(), 'GET', api.entryLink('purespectrum')(did));
    for (let n = 0; n < 10; n += 1) await ask();
    expect(await connection('purespectrum')).toMatchObject({ state: 'up', since: null, failedShare: 0 });

    kit().clock.set(new Date(NOW.getTime() + HALF_HOUR));
    finance = await signIn('finance-1', 'finance');
    pureSpectrum.answers((_, response) => response.writeHead(500).end());
    for (let n = 0; n < 6; n += 1) expect((await ask()).statusCode).toBe(503);
    const broken = await connection('purespectrum');
    expect(broken).toMatchObject({ state: 'broken', failedShare: 1, breakerOpen: true });
    expect(broken?.since).toBe(new Date(NOW.getTime() + HALF_HOUR).toISOString());
    expect(broken?.halfHours.slice(-2)).toEqual(['up', 'broken']);
    expect(broken?.halfHours.slice(0, -2)).toEqual(Array(46).fill(null));
    expect(await partner('purespectrum')).toMatchObject({ connection: 'broken', breakerOpen: true });

    // A partner that we never call is up when it calls us.
    const session = await visit(kit(), 'cint-match', did);
    await deliver(kit(), matchReturn(session, 'success', '3/10', { key: 'forged' }));
    expect(await connection('cint-match')).toMatchObject({ state: null });
    await deliver(kit(), matchReturn(session, 'success', '3/10'));
    expect(await connection('cint-match')).toMatchObject({ state: 'up', medianSeconds: null });
  });

  it('is forgotten after two days', async () => {
    const rows = async () => (await kit().db.query('select count(*)::int as n from party_calls')).rows[0].n;
    await send(kit(), 'GET', api.entryLink('purespectrum')(await registered(kit())));
    await calls.write();
    expect(await rows()).toBeGreaterThan(0);
    kit().clock.set(new Date(NOW.getTime() + 100 * HALF_HOUR));
    await applyRetention(kit().deps);
    expect(await rows()).toBe(0);
  });
});
