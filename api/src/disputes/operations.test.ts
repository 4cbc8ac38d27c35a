import { OPERATIONS } from '@panel/domain/console/all-operations';
import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { recordAudit } from '../console/audit.ts';
import { auditOf, type Browser, useConsole } from '../console/console.testing.ts';
import { identify } from '../identity/panelists.ts';
import { deliverMessages } from '../messages/messages.testing.ts';
import { matchPush } from '../partners/cint-match/contract.testing.ts';
import { routerCallback } from '../partners/cint-router/contract.testing.ts';
import { deliver, insertSessions } from '../partners/partners.testing.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { ENOUGH, earnAvailable, wallet } from '../rewards/rewards.testing.ts';
import { eraseDeliveredPins } from '../rewards/sealed-data.ts';
import { composersOf } from '../worker/worker.ts';
import { finishSurvey, historyOf, report } from './disputes.testing.ts';

const { kit, signIn } = useConsole();

let support: Browser;
let finance: Browser;
beforeEach(async () => {
  kit().clock.set(NOW);
  support = await signIn('support-1', 'support');
  finance = await signIn('finance-1', 'finance');
});

/** A survey that a panelist reported, and about which its partner sent nothing. */
async function reported(words?: string): Promise<{ did: string; session: string; dispute: string }> {
  const did = await registered(kit());
  const session = await finishSurvey(kit(), did);
  await report(kit(), did, session, 'no-reward', words);
  return { did, session, dispute: await nameOf(session) };
}
const nameOf = async (session: string): Promise<string> =>
  (await kit().db.query("select 'D-' || id as name from disputes where session_id = $1", [session])).rows[0].name;
const page = async (dispute: string) => support.page(`disputes?dispute=${dispute}`);
const ANSWER = 'The partner’s message to us got lost. We have added R12 to your balance.';
const credit = (dispute: string, inputs: object = {}) =>
  support.operate('credit-dispute', { dispute, amount: '12', answer: ANSWER, reason: 'asked the partner', ...inputs });

describe('a dispute', () => {
  it('is listed without naming the panelist, with what we and the partner know about the session', async () => {
    const { session, dispute, did } = await reported('It said thank you.');
    const { open, counts, disputes } = await page(dispute);
    expect(open).toMatchObject({
      dispute,
      kind: 'no-reward',
      state: 'new',
      partner: 'cint-router',
      words: 'It said thank you.',
      session,
      amount: null,
      lastReported: null,
      theirs: [],
    });
    expect(open.ours.map(({ what }: { what: string }) => what)).toEqual(['Entered', 'Returned']);
    expect(counts.new).toBeGreaterThan(0);
    expect(disputes.rows.at(-1)).toMatchObject({ dispute, reportedAt: NOW.toISOString() });
    expect(JSON.stringify(disputes)).not.toContain(did);
    // A file has all of them, whatever page is shown.
    const file = await support.get(`/api/console/pages/disputes?format=csv&table=disputes&cursor=${disputes.total}`);
    expect(file.body.trim().split('\r\n')).toHaveLength(1 + disputes.total);
    const { waiting } = await support.page('today');
    expect(waiting).toContainEqual(expect.objectContaining({ kind: 'disputes', overdue: false }));
  });

  it('is in a list with cursors to older and newer disputes', async () => {
    const list = async (query: string) => (await support.page(`disputes?${query}`)).disputes;
    const later = new Date(NOW.getTime() + 1000);
    const first = await reported();
    kit().clock.set(later);
    const second = await reported();
    const cursorAt = (side: string, at: Date, { dispute }: { dispute: string }) =>
      `${side}${at.toISOString()}_${dispute.slice(2)}`;
    const [afterFirst, beforeSecond] = [cursorAt('>', NOW, first), cursorAt('<', later, second)];
    const around = (cursor: string, query = '') => list(`${query}cursor=${encodeURIComponent(cursor)}`);
    const named = ({ dispute }: { dispute: string }) => expect.objectContaining({ dispute });
    expect(await around(afterFirst)).toMatchObject({ rows: [named(second)], newer: null, older: beforeSecond });
    expect((await around(beforeSecond)).rows.at(-1)).toEqual(named(first));
    const decline = ({ dispute }: { dispute: string }) =>
      finance.operate('decline-dispute', { dispute, answer: 'The partner had enough answers.' });
    await decline(first);
    // No dispute is skipped if the previous page has become shorter.
    expect((await around(afterFirst)).rows).toEqual([named(second)]);
    await decline(second);
    expect((await list('state=closed')).rows[0]).toEqual(named(second));
    const closed = await around(beforeSecond, 'state=closed&');
    expect(closed.rows[0]).toEqual(named(first));
    expect(closed.newer).toBe(afterFirst);
  });

  it('is credited by two people, and the panelist reads their answer', async () => {
    const { did, dispute } = await reported();
    const { proposal } = (await credit(dispute)).json();
    expect((await page(dispute)).open).toMatchObject({ state: 'proposed', proposal, proposedBy: 'support-1' });
    expect((await finance.page('today')).proposals.at(-1).facts[0]).toMatchObject({
      label: 'Dispute',
      proposed: { text: dispute },
    });
    expect((await wallet(kit(), did)).pending).toBe(0);
    expect((await support.approve(proposal)).statusCode).toBe(409);
    expect((await finance.approve(proposal)).json()).toMatchObject({ done: true, message: 'Done: R12 is credited.' });
    expect((await wallet(kit(), did)).pending).toBe(1200);
    expect(await historyOf(kit(), did)).toMatchObject([
      { kind: 'reward', state: 'pending', amount: 12, notes: [{ text: ANSWER, day: '2026-11-15' }] },
    ]);
    expect((await page(dispute)).open).toMatchObject({ state: 'credited', answer: ANSWER });
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      actor: 'support-1',
      second_actor: 'finance-1',
      operation: 'credit-dispute',
      subject: dispute,
    });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('can’t be credited if the partner has credited it in the meantime', async () => {
    const { did, session, dispute } = await reported();
    const { proposal } = (await credit(dispute)).json();
    await deliver(kit(), routerCallback({ partner: 'cint-router', sessionId: session, pid: '' }, 'complete'));
    expect((await finance.approve(proposal)).statusCode).toBe(409);
    expect((await wallet(kit(), did)).pending).toBe(900);
    expect((await credit(dispute)).json().detail).toContain('already been credited');
  });

  it('about a reversed reward is credited with the reward’s amount', async () => {
    const did = await registered(kit());
    const [session] = await insertSessions(kit(), 'cint-match', did, 1);
    for (const codes of ['3/10', '3/936']) await deliver(kit(), matchPush(session as never, codes));
    await report(kit(), did, session?.sessionId ?? '', 'reward-reversed');
    const dispute = await nameOf(session?.sessionId ?? '');
    expect((await page(dispute)).open).toMatchObject({ amount: 900, lastReported: 'reversed' });
    expect((await credit(dispute)).json().detail).toContain('Leave the amount empty');
    const proposed = await support.operate('credit-dispute', { dispute, answer: ANSWER, reason: 'x' });
    expect((await finance.approve(proposed.json().proposal)).statusCode).toBe(200);
    expect((await wallet(kit(), did)).pending).toBe(900);
    expect(await historyOf(kit(), did)).toMatchObject([
      { kind: 'reward', state: 'pending', notes: [{ text: ANSWER }] },
    ]);
  });

  it('shows the outcome of all sessions of its survey', async () => {
    const sessions: string[] = [];
    for (let person = 0; person < 3; person += 1) {
      const [session] = await insertSessions(kit(), 'cint-match', await registered(kit()), 1);
      sessions.push(session?.sessionId ?? '');
      if (person < 2) await deliver(kit(), matchPush(session as never, '3/10'));
      if (person === 1) await deliver(kit(), matchPush(session as never, '3/936'));
    }
    const { dispute, session } = await reported();
    expect((await page(dispute)).open.sameSurvey).toBeNull();
    await kit().db.query(
      `update survey_sessions set survey_id = 'the-same', partner = 'purespectrum' where id = any($1)`,
      [[...sessions, session]],
    );
    expect((await page(dispute)).open.sameSurvey).toEqual({ sessions: 4, completed: 2, paid: 1, disputed: 1 });
  });

  it('is declined by one person, once, with an answer that the panelist reads', async () => {
    const { did, dispute } = await reported();
    expect((await support.operate('ask-partner', { dispute, reason: 'by mail' })).statusCode).toBe(200);
    expect((await page(dispute)).open.state).toBe('waiting-for-partner');
    const decline = () => finance.operate('decline-dispute', { dispute, answer: 'The partner had enough answers.' });
    expect((await decline()).statusCode).toBe(200);
    expect((await decline()).json().detail).toContain('No open dispute');
    expect(await historyOf(kit(), did)).toMatchObject([
      { kind: 'finished', state: 'answered', amount: 0, notes: [{ text: 'The partner had enough answers.' }] },
    ]);
    expect(await support.page('disputes?state=closed')).toMatchObject({ daysToAnswer: expect.any(Number) });
  });

  it('opens the panelist’s card, which lists it, and this is audited', async () => {
    const { dispute, session } = await reported();
    const { card } = (await support.operate('open-disputed-card', { dispute, reason: 'to answer it' })).json();
    const { card: shown } = await support.page(`people?card=${card}`);
    expect(shown).toMatchObject({ reason: `${dispute}: to answer it`, disputes: [{ dispute, state: 'new' }] });
    expect(shown.sessions.rows).toMatchObject([{ session, dispute }]);
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      operation: 'open-disputed-card',
      inputs: { dispute },
      reason: 'to answer it',
    });
    const auditor = await signIn('auditor-1', 'auditor');
    const [entry] = (await auditor.page('audit?operation=open-disputed-card')).entries.rows;
    expect(entry.subject).toMatch(/^panelist ….{4}$/);
    const opened = (await auditor.page('audit?operation=open-card')).entries.rows;
    expect(opened.map(({ what }: { what: string }) => what)).not.toContain(entry.what);
  });
});

it('two people can resend a lost voucher while its PIN is kept; after that the message names the issuer', async () => {
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  await send(kit(), 'GET', api.withdraw(did));
  await runPayouts(kit().deps);
  const bodies: string[] = [];
  const sendMessages = async () => {
    kit().superApp.answers((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        if (request.method === 'POST') bodies.push(Buffer.concat(chunks).toString());
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ id: 'm1', user_profile: { number: '27820000001' } }));
      });
    });
    await deliverMessages(kit().deps, composersOf(kit().deps));
    kit().superApp.reset();
  };
  await sendMessages();
  const pins = () => bodies.filter((body) => body.includes('1Voucher PIN')).length;
  expect(pins()).toBe(1);

  const { card } = (await support.operate('open-card', { did, reason: 'lost it' })).json();
  const voucher = async () => (await support.page(`people?card=${card}`)).card.voucher;
  expect(await voucher()).toMatchObject({ amount: ENOUGH, canBeSentAgain: true });
  const propose = () => support.operate('resend-voucher', { panelist: card, reason: 'lost the phone' });
  const { proposal } = (await propose()).json();
  expect((await finance.approve(proposal)).statusCode).toBe(200);
  await sendMessages();
  expect(pins()).toBe(2);

  // The Audit page finds it by the panelist's card, and shows only the end of their id.
  const auditor = await signIn('auditor-1', 'auditor');
  const { id } = await identify(kit().deps.database, kit().vault, did);
  await kit().deps.database.transaction((tx) =>
    recordAudit(tx, {
      at: NOW,
      operator: { subject: 'sub-support-1', account: 'support-1', role: 'support' },
      action: OPERATIONS['withdraw-consent'],
      values: { purpose: 'marketing' },
      step: 'done',
      subject: id,
    }),
  );
  const opened = (await auditor.operate('open-card', { did, reason: 'who sent it' })).json().card;
  const { rows } = (await auditor.page(`audit?search=${opened}`)).entries;
  expect(rows.map(({ what }: { what: string }) => what)).toEqual([
    'Open a card',
    'Withdraw a consent: Marketing messages',
    'Send the last voucher again',
    'Proposed: Send the last voucher again',
    'Open a card',
  ]);
  for (const { subject } of rows) expect(subject).toBe(`panelist …${id.slice(-4)}`);

  const later = new Date(NOW.getTime() + 2 * DAY_MS);
  await eraseDeliveredPins(kit().deps.database, later);
  expect(await voucher()).toMatchObject({ canBeSentAgain: false });
  expect((await propose()).json().detail).toContain('Flash');
});
