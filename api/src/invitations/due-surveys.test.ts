import { addMonths } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { goldenFor, idOf, NOW, registered, send, useKit } from '../../test/kit.ts';
import { setStatus } from '../identity/panelists.ts';
import { inviteToDueSurveys } from './due-surveys.ts';

const kit = useKit();

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
const status = async (did: string, to: 'suspended' | 'approved') => {
  const id = await idOf(kit(), did);
  await kit().deps.database.transaction((tx) => setStatus(tx, id, to));
};

describe('S11: panelists who can’t be contacted', () => {
  it('keep nobody waiting who can be invited, however many they are', async () => {
    for (let n = 0; n < 5; n += 1) await receive(await registered(kit()), false);
    kit().clock.set(new Date(NOW.getTime() + 1000));
    const did = await registered(kit());
    expect(await invite(2)).toBe(6);
    expect(await invitations(did)).toEqual(['second-round']);
  });

  it('are looked at again after a month, not every day', async () => {
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

  it('are invited at once when they opt in, are approved again or come back', async () => {
    const [out, suspended, asleep] = [await registered(kit()), await registered(kit()), await registered(kit())];
    await receive(out, false);
    await status(suspended, 'suspended');
    await kit().db.query('update panelists set last_active_at = $2 where did_index = $1', [
      index(asleep),
      addMonths(NOW, -13),
    ]);
    expect(await invite()).toBe(3);
    expect(await invite()).toBe(0);
    await receive(out, true);
    await status(suspended, 'approved');
    await send(kit(), 'PUT', api.profiling('quarterly'), goldenFor('quarterly', asleep));
    expect(await invite()).toBe(3);
    for (const did of [out, suspended, asleep]) expect(await invitations(did)).toEqual(['second-round']);
    // Who was invited is not invited again.
    for (const change of [false, true]) await receive(out, change);
    expect(await invite()).toBe(0);
  });
});
