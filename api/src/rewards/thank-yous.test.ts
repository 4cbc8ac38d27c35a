import { DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { check, NOW, registered, send, useKit } from '../../test/kit.ts';
import { signedInBrowser } from '../console/console.testing.ts';
import { buildConsoleApp } from '../console-app.ts';
import { historyOf } from '../disputes/disputes.testing.ts';
import { ledgerOf } from '../panelists/card-ledger.ts';
import { matchPush, matchReturn } from '../partners/cint-match/contract.testing.ts';
import { deliver, eventsOf, insertSessions } from '../partners/partners.testing.ts';
import type { TestSession } from '../partners/protocol.testing.ts';
import { deepMoneyCheck } from './money-check.ts';
import { moneyOf } from './personal-data.ts';
import { complete, ENOUGH, earnAvailable, mintSession, reportEvent, wallet } from './rewards.testing.ts';

const kit = useKit({
  DAILY_CAP_RAND: '100000',
  THANK_YOU_RAND: '0.5',
  THANK_YOU_PER_DAY: '2',
  THANK_YOU_MONTHLY_RAND: '100',
});
afterEach(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  Object.assign(kit().config.pricing.thankYou, { amount: 50n, monthlyBudget: 10_000n });
  kit().clock.set(NOW);
});

const pass = (ms: number) => kit().clock.set(new Date(kit().clock.now().getTime() + ms));
const available = async (did: string) => (await wallet(kit(), did)).available;

/** A survey that the partner ended after these minutes. Returns the session. */
async function endAfter(did: string, minutes: number, outcome: Outcome = 'screenout'): Promise<string> {
  const session = await mintSession(kit(), did);
  pass(minutes * MINUTE_MS);
  await reportEvent(kit(), session, { outcome, key: `${session}:${outcome}` });
  return session;
}

describe('a late screen-out', () => {
  it('is thanked for at once, and the history shows it with its survey', async () => {
    const did = await registered(kit());
    await endAfter(did, 6);
    expect(await check(kit(), did)).toMatchObject({ available_reward: 0.5, pending_reward: 0, total_rewards: 0.5 });
    const [thanks, ended] = (await historyOf(kit(), did)).sort((a) => (a.kind === 'thank-you' ? -1 : 1));
    expect(thanks).toMatchObject({ kind: 'thank-you', state: 'available', amount: 0.5 });
    expect(ended).toMatchObject({ kind: 'ended', state: 'did-not-qualify', minutes: 6, survey: thanks?.survey });
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    expect((await historyOf(kit(), did)).find(({ kind }) => kind === 'thank-you')?.state).toBe('withdrawn');
    expect((await wallet(kit(), did)).reserved).toBe(ENOUGH + 50);
  });

  it.each<[string, number, Outcome]>([
    ['an early screen-out', 4, 'screenout'],
    ['a full survey', 20, 'overquota'],
    ['answers that failed a check', 20, 'quality'],
    ['a technical end', 20, 'technical'],
    ['an end that was reported a day later', 24 * 60, 'screenout'],
  ])('is not %s', async (_, minutes, outcome) => {
    const did = await registered(kit());
    await endAfter(did, minutes, outcome);
    expect(await available(did)).toBe(0);
  });

  it('earns nothing while thank-yous are off', async () => {
    Object.assign(kit().config.pricing.thankYou, { amount: 0n });
    const did = await registered(kit());
    await endAfter(did, 6);
    expect(await available(did)).toBe(0);
    expect((await historyOf(kit(), did)).map(({ kind }) => kind)).toEqual(['ended']);
  });

  it('pays off a debt first', async () => {
    const did = await registered(kit());
    const session = await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:reversed` });
    await endAfter(did, 6);
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, owed: 50 - ENOUGH });
  });
});

describe('a thank-you is paid once', () => {
  it('however often and under how many keys the screen-out is reported, even at the same time', async () => {
    const did = await registered(kit());
    const session = await mintSession(kit(), did);
    pass(6 * MINUTE_MS);
    const keys = ['a', 'a', 'a', 'b', 'c', 'd'].map((key) => `${session}:${key}`);
    await Promise.all(keys.map((key) => reportEvent(kit(), session, { outcome: 'screenout', key })));
    expect(await available(did)).toBe(50);
  });

  it('and stays when the partner reports a completion later, or takes that back', async () => {
    const did = await registered(kit());
    const session = await endAfter(did, 6);
    await reportEvent(kit(), session, { outcome: 'complete', key: `${session}:c`, usdMicros: 1_000_000n });
    expect(await wallet(kit(), did)).toMatchObject({ available: 50, pending: 900 });
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    await reportEvent(kit(), session, { outcome: 'screenout', key: `${session}:again` });
    expect(await wallet(kit(), did)).toMatchObject({ available: 50, pending: 0 });
  });

  it('and not for a session that was completed before', async () => {
    const did = await registered(kit());
    const session = await complete(kit(), did, 900);
    pass(6 * MINUTE_MS);
    await reportEvent(kit(), session, { outcome: 'reversed', key: `${session}:r` });
    await reportEvent(kit(), session, { outcome: 'screenout', key: `${session}:s` });
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, pending: 0 });
  });

  it('T11: twice a day at most, for each panelist', async () => {
    const [did, other] = [await registered(kit()), await registered(kit())];
    for (let visit = 0; visit < 4; visit += 1) await endAfter(did, 6);
    await endAfter(other, 6);
    expect([await available(did), await available(other)]).toEqual([100, 50]);
    pass(DAY_MS);
    for (let visit = 0; visit < 4; visit += 1) await endAfter(did, 6);
    expect(await available(did)).toBe(200);
  });

  it('T11: and within the month’s budget, even if many are screened out at the same time', async () => {
    const { rows } = await kit().db.query(
      "select coalesce(sum(amount), 0) as spent from thank_yous where at >= '2026-11-01'",
    );
    Object.assign(kit().config.pricing.thankYou, { monthlyBudget: BigInt(rows[0].spent) + 149n });
    const dids = await Promise.all(Array.from({ length: 8 }, () => registered(kit())));
    const sessions = await Promise.all(dids.map((did) => mintSession(kit(), did)));
    pass(6 * MINUTE_MS);
    await Promise.all(sessions.map((id) => reportEvent(kit(), id, { outcome: 'screenout', key: `${id}:s` })));
    const paid = await Promise.all(dids.map(available));
    expect(paid.sort()).toEqual([0, 0, 0, 0, 0, 0, 50, 50].sort());
    // The next month has its own budget.
    pass(31 * DAY_MS);
    await endAfter(dids[0] ?? '', 6);
    await endAfter(dids[1] ?? '', 6);
    expect((await Promise.all(dids.map(available))).reduce((sum, one) => sum + one, 0)).toBe(200);
  });
});

describe('T5: a return to the page of a screen-out', () => {
  const returned = async (url: (session: TestSession) => string) => {
    const did = await registered(kit());
    const [session] = await insertSessions(kit(), 'cint-match', did, 1);
    if (!session) throw new Error('no session');
    pass(6 * MINUTE_MS);
    await deliver(kit(), { method: 'GET', url: url(session) });
    return available(did);
  };

  it('is thanked for if it is signed', async () => {
    expect(await returned((session) => matchReturn(session, 'failure', '3/20').url)).toBe(50);
  });

  it('pays nothing if anyone may have sent it', async () => {
    expect(await returned((session) => matchReturn(session, 'failure', '3/20').url.replace(/hash=.*/, ''))).toBe(0);
    expect(await returned((session) => matchReturn(session, 'failure', '3/20', { key: 'other' }).url)).toBe(0);
  });
});

it('T11: a screen-out that the partner reported at once earns nothing, though the browser kept its return back', async () => {
  const did = await registered(kit());
  const [session] = await insertSessions(kit(), 'cint-match', did, 1);
  if (!session) throw new Error('no session');
  pass(5000);
  await deliver(kit(), matchPush(session, '3/20'));
  pass(6 * MINUTE_MS);
  await deliver(kit(), matchReturn(session, 'failure', '3/20'));
  expect(await eventsOf(kit(), session.sessionId)).toEqual(['screenout: noted', 'screenout: noted']);
  expect(await available(did)).toBe(0);
});

it('a thank-you is part of the liability, of the month’s changes, and of the panelist’s card and data', async () => {
  const did = await registered(kit());
  // After every transfer of the other tests.
  pass(60 * DAY_MS);
  const app = buildConsoleApp(kit().depsAs('console'));
  const finance = await signedInBrowser(kit(), app, 'finance-1', 'finance');
  const before = await finance.page('money');
  await endAfter(did, 6);
  const after = await finance.page('money');
  const support = await signedInBrowser(kit(), app, 'support-1', 'support');
  const { card } = (await support.operate('open-card', { did, reason: 'asked by chat' })).json();
  const opened = (await support.page(`people?card=${card}`)).card;
  await app.close();
  expect(opened).toMatchObject({ earned: 50, wallet: { available: 50 } });
  expect(await check(kit(), did)).toMatchObject({ total_rewards: 0.5 });
  expect(after.liability.available - before.liability.available).toBe(50);
  expect(after.movement.thankYous - before.movement.thankYous).toBe(50);
  expect(after.movement.opening).toBe(before.movement.opening);
  const { rows } = await kit().db.query('select id from panelists where did_index = $1', [
    kit().vault.digest('did', did),
  ]);
  const [entry] = await ledgerOf(kit().deps.database, rows[0].id);
  expect(entry).toMatchObject({ kind: 'thank-you', state: 'available', amount: 50 });
  expect(await moneyOf(kit().deps.database, rows[0].id)).toMatchObject({ thankYous: [{ amount: '50' }] });
});

it('a thank-you is forfeited with the profile, like everything available', async () => {
  const did = await registered(kit());
  await endAfter(did, 6);
  await send(kit(), 'DELETE', api.deleteProfile(did));
  const { rows } = await kit().db.query("select sum(amount)::int as amount from postings where account = 'forfeited'");
  expect(rows[0].amount).toBe(50);
});
