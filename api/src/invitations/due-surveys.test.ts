import type { ServerResponse } from 'node:http';
import { addMonths } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import { api, taskLink } from '@panel/domain/paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { goldenFor, idOf, NOW, registered, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { chatThatKeeps, deliverMessages } from '../messages/messages.testing.ts';
import { enterSurvey } from '../partners/partners.testing.ts';
import { composersOf } from '../worker/worker.ts';
import { inviteToDueSurveys } from './due-surveys.ts';
import { tokenOf } from './links.ts';
import { insertInvitations, insertTask } from './tasks.ts';

const { kit, operate } = useOperator();

beforeEach(async () => {
  kit().clock.set(NOW);
  await kit().db.query('delete from messages');
  await kit().db.query('delete from panelists');
});

const invite = (limit?: number) => inviteToDueSurveys(kit().deps, limit);
const index = (did: string) => kit().vault.digest('did', did);
const receive = (did: string, value: boolean) =>
  send(kit(), 'PUT', api.preference(did), { data: [{ preference: 'research', value }] });
/** The surveys that a panelist is invited to. */
const invitations = async (did: string) =>
  (
    await kit().db.query(
      "select split_part(subject, ':', 2) as survey from messages where kind = 'invitation' and panelist_id = $1 order by 1",
      [await idOf(kit(), did)],
    )
  ).rows.map(({ survey }) => survey);
const status = (did: string, to: 'suspended' | 'approved') => operate('set-status', { did, to, reason: 'x' });
const setLastActiveAt = (did: string, at: Date) =>
  kit().db.query('update panelists set last_active_at = $2 where did_index = $1', [index(did), at]);

async function visitTask(did: string): Promise<unknown> {
  const { database, vault, config, clock } = kit().deps;
  const id = await idOf(kit(), did);
  const name = `task-${did.toLowerCase()}`;
  const task = { name, studyUrl: `${config.studies.origins[0]}/study`, selection: '', seed: 1 };
  await database.transaction(async (tx) => {
    await insertTask(tx, task, clock.now());
    await insertInvitations(tx, vault, config.partners.pseudonymKey, name, [id]);
  });
  return kit().app.inject(taskLink(name, tokenOf(vault, name, id)));
}
/** Each way to take part. */
const ACTIVITIES: Readonly<Record<string, (did: string) => Promise<unknown>>> = {
  'answering a profiling survey': (did) => send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', did)),
  'opening a partner’s survey': (did) => enterSurvey(kit(), 'cint-router', did),
  'opening a research task': visitTask,
};

describe('S11: panelists who can’t be contacted', () => {
  it('delay no invitation to others, however many they are', async () => {
    for (let n = 0; n < 5; n += 1) await receive(await registered(kit()), false);
    kit().clock.set(new Date(NOW.getTime() + 1000));
    const did = await registered(kit());
    expect(await invite(2)).toBe(6);
    expect(await invitations(did)).toEqual(['second-round']);
  });

  it('are checked again after a month, not every day', async () => {
    await receive(await registered(kit()), false);
    expect(await invite()).toBe(1);
    for (const [days, considered] of [
      [1, 0],
      [29, 0],
      [30, 1],
    ] as const) {
      kit().clock.set(new Date(NOW.getTime() + days * DAY_MS));
      expect([days, await invite()]).toEqual([days, considered]);
    }
  });

  it('are invited at once when they opt in or are approved again', async () => {
    const [out, suspended] = [await registered(kit()), await registered(kit())];
    await receive(out, false);
    await status(suspended, 'suspended');
    expect(await invite()).toBe(2);
    expect(await invite()).toBe(0);
    await receive(out, true);
    await status(suspended, 'approved');
    expect(await invite()).toBe(2);
    for (const did of [out, suspended]) expect(await invitations(did)).toEqual(['second-round']);
    // A panelist who was invited isn't invited again.
    for (const change of [false, true]) await receive(out, change);
    await invite();
    expect(await invitations(out)).toEqual(['second-round']);
  });

  it.each(Object.entries(ACTIVITIES))('are invited at once when they return by %s', async (_, takePart) => {
    const did = await registered(kit());
    await setLastActiveAt(did, addMonths(NOW, -13));
    expect(await invite()).toBe(1);
    await takePart(did);
    expect(await invite()).toBe(1);
    expect(await invitations(did)).toEqual(['second-round']);
  });

  it('are not checked again each time they take part', async () => {
    const did = await registered(kit());
    await receive(did, false);
    expect(await invite()).toBe(1);
    kit().clock.set(new Date(NOW.getTime() + 29 * DAY_MS));
    await enterSurvey(kit(), 'cint-router', did);
    expect(await invite()).toBe(0);
  });
});

describe('S11: an invitation', () => {
  /** How many messages the chat gets this many days after the start. */
  async function sentAfter(days: number, chat: { status?: number; losesAnswers?: boolean } = {}): Promise<number> {
    kit().clock.set(new Date(NOW.getTime() + days * DAY_MS));
    const texts: string[] = [];
    const { status, losesAnswers } = chat;
    const answer = (response: ServerResponse) => response.end(losesAnswers ? '' : '{"id":"m1"}');
    const keep = chatThatKeeps(({ text }) => texts.push(text.body), { answer });
    kit().superApp.answers(status ? (_, response) => void response.writeHead(status).end() : keep);
    await invite();
    await deliverMessages(kit().deps, composersOf(kit().deps));
    kit().superApp.reset();
    return texts.length;
  }

  it.each([
    ['because the chat was down for a day', 503, [0, 1.1]],
    ['because the chat did not know the device once', 404, [0]],
  ])('that was dropped %s is sent a month later, and only once', async (_, status, days) => {
    await registered(kit());
    for (const day of days) expect(await sentAfter(day, { status })).toBe(0);
    const sent = [];
    for (const day of [2, 29, 31, 32, 62]) sent.push([day, await sentAfter(day)]);
    expect(sent).toEqual([2, 29, 31, 32, 62].map((day) => [day, Number(day === 31)]));
  });

  it('that was dropped because the panelist opted out is sent once they opt in again', async () => {
    const did = await registered(kit());
    await invite();
    await receive(did, false);
    expect(await sentAfter(0)).toBe(0);
    await receive(did, true);
    expect(await sentAfter(0)).toBe(1);
    for (const value of [false, true]) await receive(did, value);
    expect(await sentAfter(0)).toBe(0);
  });

  it.each([
    ['whose answer is lost', 1],
    ['whose worker died while sending', 0],
  ])('%s may have arrived: it is not sent again, and counts as sent', async (_, arrived) => {
    const did = await registered(kit());
    await invite();
    if (arrived === 0) await kit().db.query("update messages set state = 'sending'");
    expect(await sentAfter(0, { losesAnswers: true })).toBe(arrived);
    for (const value of [false, true]) await receive(did, value);
    expect([await sentAfter(1), await sentAfter(30), await sentAfter(31)]).toEqual([0, 0, 0]);
    expect((await kit().db.query('select state, sent_at from messages')).rows).toEqual([
      { state: 'sent', sent_at: NOW },
    ]);
  });

  it('to a survey that was answered in the meantime is not sent', async () => {
    const did = await registered(kit());
    await invite();
    await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', did));
    expect(await sentAfter(0)).toBe(0);
  });

  it('waits while the panelist is at the weekly contact limit, also if it is reached after the invitation was queued', async () => {
    const contact = async (did: string, days: number) =>
      kit().db.query(
        `insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at, sent_at)
         select gen_random_uuid(), 'task', gen_random_uuid(), $1, 'sent', $2, $2, $2 from generate_series(1, 3)`,
        [await idOf(kit(), did), new Date(NOW.getTime() + days * DAY_MS)],
      );
    const did = await registered(kit());
    await contact(did, -3);
    const sent = [];
    for (const days of [0, 1, 2, 3, 4, 5]) sent.push(await sentAfter(days));
    expect(sent).toEqual([0, 0, 0, 0, 0, 1]);

    const other = await registered(kit());
    await invite();
    await contact(other, 5);
    expect(await sentAfter(5)).toBe(0);
  });

  it('to a second survey that is due comes a day after the first', async () => {
    const did = await registered(kit());
    await kit().db.query('update profiling_due set due_at = $1, invite_at = $1', [NOW]);
    const sent = [];
    for (const days of [0, 1, 2, 3]) sent.push(await sentAfter(days));
    expect(sent).toEqual([1, 1, 1, 0]);
    expect(await invitations(did)).toEqual(['quarterly', 'second-round', 'yearly']);
  });
});
