import { addMonths } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import { api, taskLink } from '@panel/domain/paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { goldenFor, idOf, NOW, registered, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { enterSurvey } from '../partners/partners.testing.ts';
import { inviteToDueSurveys } from './due-surveys.ts';
import { tokenOf } from './links.ts';
import { insertInvitations, insertTask } from './tasks.ts';

const { kit, run } = useOperator();

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
const status = (did: string, to: 'suspended' | 'approved') => run('status', { did, to, reason: 'x' });
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
    expect(await invite()).toBe(0);
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
