import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { NOW, registered, send, useKit } from '../../test/kit.ts';
import { matchPush } from '../partners/cint-match/contract.testing.ts';
import { routerCallback } from '../partners/cint-router/contract.testing.ts';
import { deliver, insertSessions } from '../partners/partners.testing.ts';
import { spectrumComplete } from '../partners/purespectrum/contract.testing.ts';
import { sweepSessions } from '../partners/sessions.ts';
import { ENOUGH, earnAvailable, reportEvent } from '../rewards/rewards.testing.ts';
import { applyRetention } from '../worker/retention.ts';
import { finishSurvey, historyOf, report } from './disputes.testing.ts';
import { answerConfirmedDisputes } from './store.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
afterEach(() => kit().clock.set(NOW));

const disputes = async (did: string) =>
  (
    await kit().db.query(
      'select d.* from disputes d join panelists p on p.id = d.panelist_id where p.did_index = $1 order by d.id',
      [kit().vault.digest('did', did)],
    )
  ).rows;
const passDays = (days: number) => kit().clock.set(new Date(kit().clock.now().getTime() + days * DAY_MS));

describe('a survey that was finished but not confirmed', () => {
  it('is listed as waiting from its return on, and can be reported after a day', async () => {
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did, 0);
    const waiting = { id: session, kind: 'finished', state: 'waiting', amount: 0, date: NOW.toISOString() };
    expect(await historyOf(kit(), did)).toEqual([waiting]);
    passDays(0.99);
    expect(await historyOf(kit(), did)).toEqual([waiting]);
    expect((await report(kit(), did, session)).statusCode).toBe(409);
    passDays(0.01);
    expect(await historyOf(kit(), did)).toEqual([{ ...waiting, session }]);
    passDays(60);
    expect(await historyOf(kit(), did)).toEqual([]);
  });

  it('becomes a reward once the partner confirms it, and one that ended once the partner says otherwise', async () => {
    const did = await registered(kit());
    for (const status of ['complete', 'term']) {
      const [session] = await insertSessions(kit(), 'cint-router', did, 1);
      const sessionId = session?.sessionId ?? '';
      await deliver(kit(), { method: 'GET', url: `/partners/cint-router/return/complete?ssi=${sessionId}` });
      await deliver(kit(), routerCallback(session as never, status));
    }
    const entries = (await historyOf(kit(), did)).map(({ kind, state }) => `${kind}, ${state}`);
    expect(entries.sort()).toEqual(['ended, did-not-qualify', 'reward, pending']);
  });

  it('is listed if a completion is withheld or has no price, but not if the survey was already paid', async () => {
    const did = await registered(kit());
    const [paid, again, priceless] = await insertSessions(kit(), 'purespectrum', did, 3);
    await deliver(kit(), spectrumComplete(paid as never));
    await deliver(kit(), spectrumComplete(again as never));
    await deliver(kit(), spectrumComplete(priceless as never, { usd: '', survey: '78' }));
    await deliver(kit(), {
      method: 'GET',
      url: `/partners/purespectrum/return/complete?transactionId=${priceless?.sessionId}`,
    });
    const entries = await historyOf(kit(), did);
    expect(entries.map(({ kind }) => kind).sort()).toEqual(['finished', 'reward']);
    expect(entries.find(({ kind }) => kind === 'finished')?.id).toBe(priceless?.sessionId);
  });

  it('without a return is among the last three, listed for a week, and can be reported', async () => {
    const did = await registered(kit());
    await insertSessions(kit(), 'cint-match', did, 4);
    expect(await historyOf(kit(), did)).toEqual([]);
    passDays(2);
    await sweepSessions(kit().deps.database, kit().clock.now());
    const entries = await historyOf(kit(), did);
    expect(entries.map(({ kind, state, session, id }) => [kind, state, session === id])).toEqual(
      Array(3).fill(['started', 'unfinished', true]),
    );
    expect((await report(kit(), did, String(entries[0]?.session), 'stopped-early')).json()).toBe(true);
    expect((await historyOf(kit(), did)).map(({ state }) => state).sort()).toEqual([
      'reported',
      'unfinished',
      'unfinished',
    ]);
    passDays(6);
    expect((await historyOf(kit(), did)).map(({ state }) => state)).toEqual(['reported']);
  });
});

describe('a report', () => {
  it('is made once per session, and shown with the day of its answer', async () => {
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did);
    const answers = await Promise.all([1, 2, 3].map(() => report(kit(), did, session, 'no-reward', 'It said thanks.')));
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(Array(3).fill([200, true]));
    expect((await report(kit(), did, session, 'other', 'Another text')).json()).toBe(true);
    expect(await disputes(did)).toMatchObject([{ session_id: session, kind: 'no-reward', outcome: null }]);
    expect(await historyOf(kit(), did)).toMatchObject([{ id: session, state: 'reported', answer_by: '2026-11-20' }]);
    expect((await historyOf(kit(), did))[0]).not.toHaveProperty('session');
  });

  it.each([
    '082.123.4567',
    '082/123/4567',
    '082_123_4567',
    '082 - 123 - 4567',
    '(082) 123-4567',
    '０８２１２３４５６７',
    '٠٨٢١٢٣٤٥٦٧',
  ])('does not contain a number like %s, in any spelling', async (number) => {
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did);
    await report(kit(), did, session, 'other', `Call ${number} about question 12, R5.50`);
    const [row] = await disputes(did);
    const opener = await kit().vault.panelistKeys.opener(row.panelist_id);
    expect(opener.open(`disputes:${session}`, row.words_sealed)).toMatch(/^Call \(?… about question 12, R5\.50$/);
  });

  it('is encrypted with the panelist’s key, with long numbers masked, and deleted with the profile', async () => {
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did);
    await report(kit(), did, session, 'other', 'Call me on 082 555 1234,\n PIN 1234567890123456, thanks');
    const [row] = await disputes(did);
    expect(Buffer.from(row.words_sealed).includes('thanks')).toBe(false);
    const opener = await kit().vault.panelistKeys.opener(row.panelist_id);
    expect(opener.open(`disputes:${session}`, row.words_sealed)).toBe('Call me on …, PIN …, thanks');
    await send(kit(), 'DELETE', api.deleteProfile(did));
    const { rows } = await kit().db.query('select from disputes where session_id = $1', [session]);
    expect(rows).toEqual([]);
  });

  it('about another panelist’s session or an unknown one is refused and changes nothing', async () => {
    const [did, other] = [await registered(kit()), await registered(kit())];
    const theirs = await finishSurvey(kit(), other);
    for (const session of [theirs, `s_${'0'.repeat(32)}`, 'nothing', '\u0000'])
      expect((await report(kit(), did, session)).json()).toMatchObject({ status: 409, code: 'not-reportable' });
    expect([await disputes(did), await disputes(other)]).toEqual([[], []]);
  });

  it.each([
    [{}, 422, undefined],
    [{ session: 's', reason: 'greed' }, 400, 'reason'],
    [{ session: 's' }, 400, 'reason'],
    [{ session: 7, reason: 'other' }, 400, 'session'],
    [{ session: 's', reason: 'other', text: 'x'.repeat(301) }, 400, 'text'],
    [{ session: 's', reason: 'other', text: 'a\u202eb' }, 400, 'text'],
    [{ session: 's', reason: 'other', text: null }, 400, 'text'],
    [{ session: 's', reason: 'other', phone: '082' }, 400, 'phone'],
  ])('of %j is refused with %i', async (payload, status, field) => {
    const answer = await send(kit(), 'POST', api.report(await registered(kit())), payload);
    expect([answer.statusCode, answer.json().errors?.[0]?.field]).toEqual([status, field]);
  });

  it('is answered automatically if the partner confirms the survey later', async () => {
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did);
    await report(kit(), did, session);
    expect(await answerConfirmedDisputes(kit().deps.database, NOW)).toBe(0);
    await deliver(kit(), routerCallback({ partner: 'cint-router', sessionId: session, pid: '' }, 'complete'));
    expect(await answerConfirmedDisputes(kit().deps.database, NOW)).toBe(1);
    expect(await historyOf(kit(), did)).toMatchObject([
      {
        kind: 'reward',
        state: 'pending',
        notes: [{ text: 'This survey is confirmed. The reward is in your balance.', day: '2026-11-15' }],
      },
    ]);
  });

  it.each(['asked-private', 'other'])('%s waits for a person even if the survey is confirmed', async (kind) => {
    const did = await registered(kit());
    const session = await finishSurvey(kit(), did);
    await report(kit(), did, session, kind);
    await deliver(kit(), routerCallback({ partner: 'cint-router', sessionId: session, pid: '' }, 'complete'));
    await answerConfirmedDisputes(kit().deps.database, NOW);
    expect(await disputes(did)).toMatchObject([{ kind, answered_at: null }]);
  });

  it('is kept for 13 months after its answer', async () => {
    const did = await registered(kit());
    await report(kit(), did, await finishSurvey(kit(), did));
    await kit().db.query(
      "update disputes set outcome = 'declined', answer = 'x', answered_at = $1 where answered_at is null",
      [kit().clock.now()],
    );
    passDays(390);
    await applyRetention(kit().deps);
    expect(await disputes(did)).toHaveLength(1);
    passDays(10);
    await applyRetention(kit().deps);
    expect(await disputes(did)).toHaveLength(0);
  });
});

describe('a reward that was taken back', () => {
  it('shows the partner’s reason, if there is one, and can be reported', async () => {
    const did = await registered(kit());
    const [session] = await insertSessions(kit(), 'cint-match', did, 1);
    await deliver(kit(), matchPush(session as never, '3/10'));
    await deliver(kit(), matchPush(session as never, '3/933'));
    const [reversal, reward] = await historyOf(kit(), did);
    expect(reward).toMatchObject({ kind: 'reward', state: 'reversed', amount: 9 });
    expect(reversal).toMatchObject({
      kind: 'reversal',
      state: 'reversed',
      amount: 9,
      session: session?.sessionId,
      notes: [{ text: 'The partner took this reward back: the answers came faster than the questions can be read.' }],
    });
    expect(reversal).not.toHaveProperty('debt');
    await report(kit(), did, String(reversal?.session), 'reward-reversed');
    expect(await historyOf(kit(), did)).toMatchObject([{ kind: 'reversal', answer_by: '2026-11-20' }, {}]);
  });

  it('says that the reason is unknown, until a report of it is answered', async () => {
    const did = await registered(kit());
    const [session] = await insertSessions(kit(), 'cint-match', did, 1);
    await deliver(kit(), matchPush(session as never, '3/10'));
    await deliver(kit(), matchPush(session as never, '3/26'));
    const notes = async () => (await historyOf(kit(), did)).map((entry) => entry.notes);
    expect(await notes()).toEqual([[{ text: 'This reward was taken back. No reason was given to us.' }], undefined]);
    await report(kit(), did, String(session?.sessionId), 'reward-reversed');
    const answer = 'The partner found no answers of yours.';
    await kit().db.query("update disputes set outcome = 'declined', answer = $1, answered_at = $2", [
      answer,
      kit().clock.now(),
    ]);
    expect(await notes()).toEqual([[{ text: answer, day: '2026-11-15' }], undefined]);
  });

  it('shows the rest of a debt, the oldest paid off first', async () => {
    const did = await registered(kit());
    const sessions = [await earnAvailable(kit(), did), await earnAvailable(kit(), did, 1800)];
    await send(kit(), 'GET', api.withdraw(did));
    for (const [index, sessionId] of sessions.entries()) {
      kit().clock.set(new Date(NOW.getTime() + index * DAY_MS));
      await reportEvent(kit(), sessionId, { outcome: 'reversed', key: `${sessionId}:reversed` });
    }
    await earnAvailable(kit(), did, ENOUGH + 900);
    const debts = (await historyOf(kit(), did)).filter(({ kind }) => kind === 'reversal');
    expect(debts.map(({ amount, debt, debt_left }) => [amount, debt, debt_left])).toEqual([
      [18, 18, 9],
      [ENOUGH / 100, undefined, undefined],
    ]);
  });
});
