/** The Panel page: who is counted, and which day it shows. */
import type { PanelPageData } from '@panel/domain/console/panel-pages';
import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { afterEach, describe, expect, it } from 'vitest';
import { goldenFor, idOf, NOW, newDid, registered, send } from '../../test/kit.ts';
import { useConsole } from '../console/console.testing.ts';
import { earnAvailable } from '../rewards/rewards.testing.ts';
import { countNight } from '../worker/nightly.ts';

const { kit, signIn } = useConsole();
/** Until every day is counted and the snapshot is taken. */
async function countNights(): Promise<void> {
  while ((await countNight(kit().deps, kit().clock.now())) > 0);
}
async function nightPasses(): Promise<void> {
  nextDay();
  await countNights();
}
const nextDay = () => kit().clock.set(new Date(kit().clock.now().getTime() + DAY_MS));
afterEach(() => kit().clock.set(NOW));

const panelPage = async (query: string): Promise<PanelPageData> =>
  (await signIn('fieldwork-1', 'fieldwork')).page(`panel?${query}`);
/** A panelist whose household has the appliances with these positions in the list. */
async function registeredWith(appliances: readonly number[]): Promise<string> {
  const did = newDid();
  const payload = goldenFor('registration', did) as { questionnaire_response: object };
  Object.assign(payload.questionnaire_response, { lsm_appliances: appliances });
  await send(kit(), 'POST', api.register, payload);
  return did;
}

const setStatus = (did: string, status: string) =>
  kit().db.query('update panelists set status = $2 where did_index = $1', [kit().vault.digest('did', did), status]);

describe('the Panel page', () => {
  it('counts people, not answers, if a question allows several, and includes people who chose none', async () => {
    const dids = [];
    for (const appliances of [[1, 9, 13], [1, 9, 25], [1, 2], []]) dids.push(await registeredWith(appliances));
    for (const did of dids.slice(0, 3))
      await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', did));
    await nightPasses();
    const { composition, crossed } = await panelPage('question=lsm_appliances&row=lsm_appliances&column=past_year');
    expect(composition).toMatchObject({ hasOneAnswer: false, answered: 4 });
    expect(composition.answers[0]).toEqual({ label: 'TV set', people: 3 });
    expect(composition.answers.reduce((sum, { people }) => sum + people, 0)).toBe(8);
    expect(crossed).toMatchObject({ row: { hasOneAnswer: false }, answered: 3 });
    const province = await panelPage('question=province&row=lsm_appliances&column=province');
    expect(province.composition).toMatchObject({ hasOneAnswer: true, answered: 4 });
    expect(province.crossed).toMatchObject({ column: { hasOneAnswer: true }, answered: 4 });
  });

  it('shows the panel by LSM group first, and crosses it with any question', async () => {
    kit().clock.set('2026-12-01T10:00:00Z');
    for (const appliances of [[25], [1, 9, 13, 25], [1, 9, 13, 25]]) await registeredWith(appliances);
    const unknown = await registeredWith([]);
    await kit().db.query(
      'update profiles set lsm_group = null where panelist_id = (select id from panelists where did_index = $1)',
      [kit().vault.digest('did', unknown)],
    );
    await nightPasses();
    const { rows } = await kit().db.query(
      'select lsm_group as group, count(*)::int as people from profiles group by 1',
    );
    const peopleIn = (group: number) => rows.find((row) => row.group === group)?.people ?? 0;
    const { composition, crossed } = await panelPage('row=lsm&column=gender');
    expect(composition).toMatchObject({ id: 'lsm', label: 'LSM', hasOneAnswer: true });
    expect(composition.answers).toEqual(
      Array.from({ length: 10 }, (_, index) => ({ label: String(index + 1), people: peopleIn(index + 1) })),
    );
    expect(peopleIn(4)).toBeGreaterThanOrEqual(2);
    expect(composition.answered).toBe(rows.reduce((sum, { group, people }) => sum + (group ? people : 0), 0));
    expect(crossed.rows.map(({ people }) => people.reduce((sum, one) => sum + one, 0))).toEqual(
      composition.answers.map(({ people }) => people),
    );
  });

  it('shows activity only for approved panelists', async () => {
    kit().clock.set('2026-12-10T10:00:00Z');
    const did = await registered(kit());
    await setStatus(did, 'blocked');
    await nightPasses();
    const blocked = await panelPage('status=blocked');
    expect(blocked).toMatchObject({ size: 1, active: [] });
    expect(blocked.growth.at(-1)).toMatchObject({ size: 1, activeIn90Days: null, activeIn30Days: null });
    expect((await panelPage('')).active).toHaveLength(4);
  });

  it('counts members who joined in 30 days, and one moment’s people in every figure', async () => {
    kit().clock.set('2027-01-20T10:00:00Z');
    const before = await panelPage('');
    for (const status of ['approved', 'approved', 'pending', 'rejected', 'duplicate', 'blocked'])
      await setStatus(await registered(kit()), status);
    await nightPasses();
    // Neither a sign-up nor a change after the night is shown.
    await registered(kit());
    await kit().db.query("update panelists set status = 'suspended' where status = 'approved'");
    const panel = await panelPage('question=province');
    expect(panel).toMatchObject({ countedOn: '2027-01-20', joinedIn30Days: 2, size: before.size + 2 });
    expect(panel.size - panel.sizeBefore30Days).toBe(panel.joinedIn30Days);
    expect(panel.growth.at(-1)?.size).toBe(panel.size);
    expect(panel.composition.answered).toBe(panel.size);
    expect(panel.crossed).toMatchObject({ row: { id: 'province' }, column: { id: 'age' }, answered: panel.size });
    expect(panel.crossed.columns).toEqual(['18–24', '25–34', '35–44', '45–54', '55–64', '65+']);
    await kit().db.query("update panelists set status = 'approved' where status = 'suspended'");
    const { narrowing } = await (await signIn('fieldwork-1', 'fieldwork')).page('sample');
    expect(narrowing[0]).toMatchObject({ label: 'On the panel', people: panel.size + 1 });
    for (const { people } of narrowing) expect(people).toBeLessThanOrEqual(panel.size + 1);
  });

  it('keeps panelists who have left in their sign-up month', async () => {
    kit().clock.set('2027-02-10T10:00:00Z');
    const [left, stayed] = [await registered(kit()), await registered(kit())];
    await send(kit(), 'PUT', api.profiling('second-round'), goldenFor('secondRound', stayed));
    await nightPasses();
    await send(kit(), 'DELETE', api.deleteProfile(left));
    // Today's sign-ups are not counted yet.
    await registered(kit());
    expect((await panelPage('')).cohorts[0]).toMatchObject({ month: '2027-02', people: 2, profiled: 1 });
  });

  it('counts who opened a research task as active, but not who only withdrew', async () => {
    kit().clock.set('2027-02-15T10:00:00Z');
    await nightPasses();
    const [opening, other, withdrawing] = [await registered(kit()), await registered(kit()), await registered(kit())];
    await earnAvailable(kit(), withdrawing);
    kit().clock.set('2027-03-05T10:00:00Z');
    await kit().db.query(
      `with task as (insert into tasks (name, study_url, selection, seed, created_at) values ('opened', 'x', '', 1, $2))
       insert into task_invitations select gen_random_uuid(), 'opened', id, n, n::text::bytea, n::text, $2
       from unnest($1::uuid[]) with ordinality as i (id, n)`,
      [[await idOf(kit(), opening), await idOf(kit(), other)], kit().clock.now()],
    );
    await send(kit(), 'GET', api.withdraw(withdrawing));
    await nightPasses();
    const { active, cohorts } = await panelPage('');
    expect(active[0]).toEqual({ days: 7, people: 2 });
    expect(cohorts.find(({ month }) => month === '2027-02')?.active).toEqual([2]);
  });

  it('shows the last counted day while the next one is missing', async () => {
    kit().clock.set('2027-03-10T10:00:00Z');
    await registered(kit());
    await nightPasses();
    nextDay();
    const panel = await panelPage('');
    expect(panel.countedOn).toBe('2027-03-10');
    expect(panel.size).toBeGreaterThan(0);
  });
});
