/** Surveys that ended without a completion, and the names and amounts of surveys, as a panelist's history shows them. */
import { DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW, registered } from '../../test/kit.ts';
import { signedInBrowser } from '../console/console.testing.ts';
import { buildConsoleApp } from '../console-app.ts';
import { matchPush } from '../partners/cint-match/contract.testing.ts';
import { routerCallback } from '../partners/cint-router/contract.testing.ts';
import { deliver, insertSessions } from '../partners/partners.testing.ts';
import type { TestSession } from '../partners/protocol.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { choose, list, openedSessions, useListPartners } from '../partners/survey-list.testing.ts';
import { complete } from '../rewards/rewards.testing.ts';
import { applyRetention } from '../worker/retention.ts';
import { historyOf, report } from './disputes.testing.ts';
import { answerConfirmedDisputes } from './store.ts';

const { kit, later } = await useListPartners();
afterEach(() => kit().clock.set(NOW));

const numberOf = async (survey: string): Promise<string> => {
  const { rows } = await kit().db.query('select number from partner_surveys where survey_id = $1', [survey]);
  return `Survey ${String(rows[0]?.number).replace(/(\d)(\d{3})$/, '$1\u202f$2')}`;
};

async function opened(partner: TestSession['partner']): Promise<{ did: string; session: TestSession }> {
  const did = await registered(kit());
  const [session] = await insertSessions(kit(), partner, did, 1);
  if (!session) throw new Error('no session');
  return { did, session };
}

describe('a survey that the partner ended', () => {
  it.each([
    ['term', 'did-not-qualify'],
    ['overquota', 'full'],
    ['error', 'technical'],
  ])('with %s is listed as %s, with its survey and the minutes spent', async (status, state) => {
    const { did, session } = await opened('cint-router');
    later(4);
    await deliver(kit(), routerCallback(session, status, { survey: `9${status.length}` }));
    const date = kit().clock.now().toISOString();
    const survey = await numberOf(`9${status.length}`);
    expect(await historyOf(kit(), did)).toEqual([
      { id: session.sessionId, kind: 'ended', state, amount: 0, date, survey, minutes: 4 },
    ]);
    expect((await report(kit(), did, session.sessionId, 'stopped-early')).statusCode).toBe(409);
  });

  it.each([
    ['terminate', 'did-not-qualify'],
    ['blacklist', 'technical'],
  ])('without telling us is listed by its return to %s', async (name, state) => {
    const { did, session } = await opened('purespectrum');
    later(6);
    const url = `/partners/purespectrum/return/${name}?transactionId=${session.sessionId}`;
    await deliver(kit(), { method: 'GET', url });
    expect(await historyOf(kit(), did)).toMatchObject([{ kind: 'ended', state, minutes: 6 }]);
    expect((await report(kit(), did, session.sessionId, 'stopped-early')).json()).toBe(true);
    // Once the partner counts it as a completion after all, it has a reward.
    await deliver(kit(), spectrumComplete(session, { usd: '1.00' }));
    expect(await historyOf(kit(), did)).toMatchObject([{ kind: 'reward', amount: 9 }]);
  });

  it('after five minutes can be reported for 60 days, and the console shows the partner’s code', async () => {
    const { did, session } = await opened('cint-match');
    later(5);
    await deliver(kit(), matchPush(session, '3/20'));
    expect(await historyOf(kit(), did)).toMatchObject([{ kind: 'ended', session: session.sessionId }]);
    kit().clock.set(new Date(NOW.getTime() + 59 * DAY_MS));
    await applyRetention(kit().deps);
    expect((await report(kit(), did, session.sessionId, 'asked-private')).json()).toBe(true);
    expect(await historyOf(kit(), did)).toMatchObject([{ kind: 'ended', state: 'reported', minutes: 5 }]);
    const { rows } = await kit().db.query('select id from disputes where session_id = $1', [session.sessionId]);
    const app = buildConsoleApp(kit().depsAs('console'));
    const support = await signedInBrowser(kit(), app, 'support-1', 'support');
    const { open } = await support.page(`disputes?dispute=D-${rows[0].id}`);
    await app.close();
    expect(open).toMatchObject({ kind: 'asked-private', theirs: [{ what: 'Screened out', code: '3/20' }] });
  });

  it('has no number if the partner never named the survey', async () => {
    const { did, session } = await opened('cint-router');
    await deliver(kit(), routerCallback(session, 'term', { survey: '' }));
    const [entry] = await historyOf(kit(), did);
    expect(entry).toMatchObject({ kind: 'ended' });
    expect(entry).not.toHaveProperty('survey');
  });
});

describe('a survey from the list', () => {
  async function chosen() {
    const did = await registered(kit());
    const [best] = await list(kit(), did);
    await choose(kit(), did, best);
    const [session] = await openedSessions(kit(), did);
    return { did, session };
  }

  it('repeats the amount shown while it waits', async () => {
    const { did, session } = await chosen();
    await deliver(kit(), {
      method: 'GET',
      url: `/partners/purespectrum/return/complete?transactionId=${session.sessionId}`,
    });
    const survey = await numberOf(session.survey);
    expect(await historyOf(kit(), did)).toMatchObject([{ state: 'waiting', shown: 18, amount: 0, survey }]);
  });

  it.each([
    ['1.00', 9, 'The list showed R18; the partner paid less.'],
    ['3.00', 27, 'The list showed R18; the partner paid more.'],
    ['2.00', 18, undefined],
  ])('that pays %s dollars says why the reward differs', async (usd, amount, text) => {
    const { did, session } = await chosen();
    await deliver(kit(), spectrumComplete(session, { usd, survey: session.survey }));
    const [reward] = await historyOf(kit(), did);
    expect(reward).toMatchObject({ kind: 'reward', amount, survey: await numberOf(session.survey) });
    expect(reward?.notes).toEqual(text === undefined ? undefined : [{ text }]);
  });
});

it('a reward can be reported, and its report waits for an answer', async () => {
  const did = await registered(kit());
  const session = await complete(kit(), did, 900);
  expect(await historyOf(kit(), did)).toMatchObject([{ kind: 'reward', session }]);
  kit().clock.set(new Date(NOW.getTime() + 20 * MINUTE_MS));
  expect((await report(kit(), did, session, 'reward-too-small')).json()).toBe(true);
  await answerConfirmedDisputes(kit().deps.database, kit().clock.now());
  const [entry] = await historyOf(kit(), did);
  expect(entry).toMatchObject({ kind: 'reward', answer_by: '2026-11-20' });
  expect(entry).not.toHaveProperty('notes');
});
