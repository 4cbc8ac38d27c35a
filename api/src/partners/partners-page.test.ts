/** Blocking partners, and the state of the outside parties. */

import type { PartnersPageData } from '@panel/domain/console/money-pages';
import type { PartyHealth } from '@panel/domain/console/today-page';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check, NOW, registered, send } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import type { Waiting } from '../pages/waiting.ts';
import { type PartyCallRecorder, recordPartyCalls } from '../platform/parties/party-calls.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { complete, reportEvent } from '../rewards/rewards.testing.ts';
import { countNight } from '../worker/nightly.ts';
import { applyRetention } from '../worker/retention.ts';
import { matchPush, matchReturn } from './cint-match/contract.testing.ts';
import { routerCallback } from './cint-router/contract.testing.ts';
import { deliver, enterSurvey, insertSessions, startPureSpectrum } from './partners.testing.ts';
import type { TestSession } from './protocol.testing.ts';
import { spectrumChange } from './purespectrum/contract.testing.ts';
import { countSurveys } from './survey-counts.ts';

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
  ((await finance.page('partners')) as PartnersPageData).partners.find((each) => each.partner === name);

describe('a blocked partner', () => {
  it('offers no surveys on any process from that moment, and offers them again when it is unblocked', async () => {
    const did = await registered(kit());
    const other = buildApp(kit().deps);
    const linksFor = async () => [
      (await send(kit(), 'GET', entryLink('purespectrum')(did))).json().url,
      (await other.inject(entryLink('purespectrum')(did))).json().url,
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
    expect((await enterSurvey(kit(), 'cint-match', did)).url).toContain('cint-match');
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

  it('is up, slow or broken depending on its calls, by half hour', async () => {
    const did = await registered(kit());
    await kit().db.query('delete from party_calls');
    expect((await connections()).map(({ name }) => name)).toEqual([...PARTNERS, 'issuer', 'chat']);
    expect(await connection('purespectrum')).toMatchObject({ state: null, medianSeconds: null, failedShare: null });

    const ask = () => send(kit(), 'GET', entryLink('purespectrum')(did));
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

    // A partner that we never call is up if it calls us.
    const session = await enterSurvey(kit(), 'cint-match', did);
    await deliver(kit(), matchReturn(session, 'success', '3/10', { key: 'forged' }));
    expect(await connection('cint-match')).toMatchObject({ state: null });
    await deliver(kit(), matchReturn(session, 'success', '3/10'));
    expect(await connection('cint-match')).toMatchObject({ state: 'up', medianSeconds: null });
  });

  it('is forgotten after two days', async () => {
    const rows = async () => (await kit().db.query('select count(*)::int as n from party_calls')).rows[0].n;
    await send(kit(), 'GET', entryLink('purespectrum')(await registered(kit())));
    await calls.write();
    expect(await rows()).toBeGreaterThan(0);
    kit().clock.set(new Date(NOW.getTime() + 100 * HALF_HOUR));
    await applyRetention(kit().deps);
    expect(await rows()).toBe(0);
  });
});

describe('the Partners page', () => {
  /** Adds the figures of all days before this one. */
  const countDays = async (days: number) => {
    kit().clock.set(addMs(NOW, days * DAY_MS));
    for (let added = 1; added > 0; ) added = await countNight(kit().deps, kit().clock.now());
    finance = await signIn('finance-1', 'finance');
  };

  it('counts how far the sessions entered in the period got, and no stage exceeds the one before', async () => {
    await countDays(1);
    const [kept, returned] = [await registered(kit()), await registered(kit())];
    await complete(kit(), kept, 6000);
    const session = await complete(kit(), returned, 6000);
    await reportEvent(kit(), session, { outcome: 'reversed', key: 'taken back' });
    await countDays(20);
    await releaseDueRewards(kit().deps.database, kit().clock.now());
    await complete(kit(), kept, 900);
    await reportEvent(kit(), session, { outcome: 'reinstated', key: 'back again' });
    await countDays(21);
    // In the last 7 days, one was entered. The two before were released, and reinstated.
    const of = async (days: number) =>
      ((await finance.page(`partners?days=${days}`)) as PartnersPageData).partners.find(
        (each) => each.partner === 'purespectrum',
      );
    const stages = { returned: null, rewarded: 1, rewards: 900, owedByPartner: 1800 };
    expect(await of(7)).toMatchObject({ ...stages, entered: 1, completed: 1, pending: 1, released: 0, reversed: 0 });
    expect(await of(30)).toMatchObject({ completed: 3, pending: 2, released: 1, reversed: 0 });
    const csv = (await finance.get('/api/console/pages/partners?days=7&format=csv&table=partners')).body;
    const [head = '', ...rows] = csv.split('\r\n').map((line) => line.split(','));
    const row = rows.find(([name]) => name === 'purespectrum') ?? [];
    expect([row[head.indexOf('pending')], row[head.indexOf('reversed')]]).toEqual(['1', '0']);
  });

  it('names unknown codes, and Today lists them as needing attention', async () => {
    const waiting = async () =>
      ((await finance.page('today')) as { waiting: Waiting[] }).waiting.find(({ kind }) => kind === 'unknown-codes');
    await countDays(21);
    const did = await registered(kit());
    const session = async (name: Partner) => ({ ...(await insertSessions(kit(), name, did, 1))[0] }) as TestSession;
    await deliver(kit(), routerCallback(await session('cint-router'), '48'));
    await deliver(kit(), matchReturn(await session('cint-match'), 'default', '/'));
    await countDays(22);
    expect(await waiting()).toBeUndefined();
    const reportUnknown = async () => {
      await deliver(kit(), routerCallback(await session('cint-router'), '4711'));
      await deliver(kit(), matchPush(await session('cint-match'), '3/999'));
      await deliver(kit(), spectrumChange(await session('purespectrum'), '21>999'));
    };
    await reportUnknown();
    await countDays(26);
    const { codes } = (await finance.page('partners')) as PartnersPageData;
    expect(Object.fromEntries(codes.map(({ partner: of, code, readAs }) => [`${of} ${code}`, readAs]))).toEqual({
      'cint-router 48': 'technical',
      'cint-match /': 'technical',
      'cint-router 4711': null,
      'cint-match 3/999': null,
      'purespectrum 21>999': null,
    });
    expect(await waiting()).toMatchObject({ count: 3, overdue: true, amount: null });
    const { pages } = (await finance.get('/api/console/session')).json();
    expect(pages).toContainEqual({ page: 'partners', waiting: 3 });
    // A code that is reported again is as old as its first report.
    const oldest = (await waiting())?.oldest;
    await countDays(80);
    await reportUnknown();
    expect(await waiting()).toMatchObject({ count: 3, oldest });
  });

  it('shows the median length in whole minutes, as the panelist’s home does', async () => {
    await countDays(90);
    const did = await registered(kit());
    for (let made = 0; made < 30; made += 1) await complete(kit(), did, 900, { at: addMs(kit().clock.now(), 642_000) });
    await countDays(91);
    await countSurveys(kit().deps.database, kit().clock.now());
    expect(await partner('purespectrum')).toMatchObject({ medianMinutes: 11 });
    expect((await check(kit(), did)).survey_estimates).toMatchObject({
      purespectrum: expect.stringMatching(/about 11 minutes/),
    });
    const csv = (await finance.get('/api/console/pages/partners?format=csv&table=partners')).body;
    const [head = [], ...rows] = csv.split('\r\n').map((line) => line.split(','));
    expect(rows.find(([name]) => name === 'purespectrum')?.[head.indexOf('medianMinutes')]).toBe('11');
  });
});
