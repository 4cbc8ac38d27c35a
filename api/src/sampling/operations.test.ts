import { randomUUID } from 'node:crypto';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { NOW, send } from '../../test/kit.ts';
import { linksIn, useTasks } from '../invitations/invitations.testing.ts';
import { insertInvitations, insertTask } from '../invitations/tasks.ts';

const { kit, fieldwork, panelists, idOf, page, draw, sendTask, study, work, open, moveClock, pass } = useTasks();
const drawnFor = async (task: string): Promise<string[]> =>
  (await kit().db.query('select panelist_id from task_invitations where task = $1 order by position', [task])).rows.map(
    ({ panelist_id: id }) => id,
  );

describe('S11: a sample', () => {
  it('shows how each rule narrows it, and never who is in it', async () => {
    const dids = await panelists(4);
    await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: dids[3], dob: '1960-01-01' } });
    await send(kit(), 'PUT', api.preference(dids[2] as string), { data: [{ preference: 'research', value: false }] });
    await kit().db.query(
      `update profiles set answers = answers || '{"lsm_appliances": ["pay_tv"]}' where panelist_id = $1`,
      [await idOf(dids[1] as string)],
    );
    const steps = async (query: string) => (await page(query)).narrowing.map(({ people }) => people);
    expect(await steps('')).toEqual([4, 3, 3]);
    const query = 'answer=province:kwazulu_natal&answer=province:gauteng&answer=lsm_appliances:tv&ageFrom=50';
    expect((await page(query)).narrowing).toEqual([
      { rule: 'everybody', label: 'On the panel', people: 4 },
      { rule: 'answer', label: expect.stringMatching(/Television|TV/i), people: 3 },
      { rule: 'answer', label: expect.stringContaining('Kwazulu-natal or Gauteng'), people: 3 },
      { rule: 'age', label: 'Age 50 to 120', people: 1 },
      { rule: 'contactable', label: 'Opted in and active in 12 months', people: 1 },
      { rule: 'contacts', label: 'Fewer than 3 contacts this week', people: 1 },
    ]);
    expect(await steps('answer=province:gauteng')).toEqual([4, 0, 0, 0]);
    expect(await steps('answer=province:kwazulu_natal')).toEqual([4, 4, 3, 3]);
    for (const wrong of [
      'answer=province:atlantis',
      'ageFrom=60&ageTo=20',
      'quotaRow=lsm_appliances',
      'cell=x:1&quotaRow=gender',
      'notInTask=mistyped',
    ])
      expect((await fieldwork().get(`/api/console/pages/sample?${wrong}`)).statusCode, wrong).toBe(409);
    const text = JSON.stringify(await page(query));
    for (const did of dids) expect(text).not.toContain(did);
    for (const did of dids) expect(text).not.toContain(await idOf(did));
    await kit().db.query(`update profiles set answers = '{}'`);
    expect(await steps('answer=province:kwazulu_natal')).toEqual([4, 0, 0, 0]);
  });

  it('is drawn at random: the same seed draws the same people, another seed draws others', async () => {
    await panelists(12);
    for (const [task, seed] of [
      ['one', 1],
      ['two', 1],
      ['three', 2],
    ] as const)
      expect((await draw(task, `finishedWanted=6&seed=${seed}`)).json().message).toContain('6 people are drawn');
    expect(await drawnFor('two')).toEqual(await drawnFor('one'));
    expect(await drawnFor('three')).not.toEqual(await drawnFor('one'));
    const { rows } = await kit().db.query(`select selection, seed, study_url from tasks where name = 'three'`);
    expect(rows).toEqual([{ selection: 'finishedWanted=6', seed: 2, study_url: study() }]);
    expect((await draw('four', 'finishPercent=50&finishedWanted=5')).json().message).toContain('10 people are drawn');
    expect((await draw('five', 'seed=1')).json().detail).toContain('Nobody would be drawn');
  });

  it('expects the share of those sent the link who finished in earlier tasks that were not stopped', async () => {
    const [blocked = ''] = await panelists(4);
    await kit().db.query('delete from tasks');
    await draw('shared', 'finishedWanted=4');
    await draw('never-sent', 'finishedWanted=4');
    await sendTask('invite-task', 'never-sent', 'Tap: {link}', { at: '2026-11-17T09:00' });
    await fieldwork().operate('stop-task', { task: 'never-sent', reason: 'a mistake' });
    await kit().db.query(`update panelists set status = 'blocked' where id = $1`, [await idOf(blocked)]);
    await sendTask('invite-task', 'shared', 'Tap: {link}');
    const [link = '', ...others] = linksIn(await work());
    expect(others).toHaveLength(2);
    await open(link);
    await kit().db.query('update task_invitations set finished_at = opened_at');
    await pass(4);
    expect((await page('')).finishShare).toBe(1 / 3);
    await draw('stopped-early', 'finishedWanted=1');
    await sendTask('invite-task', 'stopped-early', 'Tap: {link}');
    expect(await work()).toHaveLength(3);
    await fieldwork().operate('stop-task', { task: 'stopped-early', reason: 'the study is broken' });
    await pass(4);
    expect((await page('')).finishShare).toBe(1 / 3);
  });

  it('leaves out people who are deleted while it is drawn', async () => {
    const [did = ''] = await panelists(1);
    const { database, vault, config } = kit().depsAs('console');
    const drawn = [randomUUID(), await idOf(did)];
    await database.transaction(async (tx) => {
      await insertTask(tx, { name: 'raced', studyUrl: study(), selection: '', seed: 1 }, NOW);
      await insertInvitations(tx, vault, config.partners.pseudonymKey, 'raced', drawn);
    });
    expect(await drawnFor('raced')).toEqual(drawn.slice(1));
  });

  it('fills the cells of a quota grid, and the counts add up', async () => {
    const dids = await panelists(7);
    for (const did of dids.slice(0, 3))
      await kit().db.query(`update profiles set answers = answers || '{"gender": "male"}' where panelist_id = $1`, [
        await idOf(did),
      ]);
    const query = 'quotaRow=gender&quotaColumn=province&finishedWanted=5';
    const { quota, draw: invited } = await page(query);
    expect(quota?.rows.map(({ code, cells }) => [code, ...cells])).toEqual([
      ['male', { wanted: 2, needed: 2, available: 3 }],
      ['female', { wanted: 3, needed: 3, available: 4 }],
    ]);
    expect(invited).toEqual({ everyone: 5, soft: 2 });
    const byHand = await page(`${query}&cell=male:kwazulu_natal:1`);
    expect(byHand.quota?.rows.map(({ cells }) => cells[0]?.wanted)).toEqual([1, 4]);
    expect(byHand.draw).toEqual({ everyone: 5, soft: 2 });
    const tooMany = await page(`${query}&cell=male:kwazulu_natal:9`);
    expect(tooMany.quota?.rows.map(({ cells }) => cells[0]?.wanted)).toEqual([9, 0]);
    await draw('quota', `${query}&cell=male:kwazulu_natal:1&cell=female:kwazulu_natal:9&seed=3`);
    const { rows } = await kit().db.query(
      `select p.answers ->> 'gender' as gender, count(*)::int from task_invitations i
       join profiles p on p.panelist_id = i.panelist_id
       where i.task = 'quota' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { gender: 'female', count: 4 },
      { gender: 'male', count: 1 },
    ]);
  });
});

describe('a quota by age', () => {
  it('counts ages to the day, with and without other rules, and draws by them', async () => {
    const dids = await panelists(6);
    // 24, 25 today, 34, 35 today, 65, and 64 tomorrow 65.
    const born = ['2001-11-16', '2001-11-15', '1991-11-16', '1991-11-15', '1950-01-01', '1961-11-16'];
    for (const [index, did] of dids.entries())
      await send(kit(), 'PUT', api.dateOfBirth, { account: { user_id: did, dob: born[index] } });
    const cells = async (query: string) =>
      (await page(query)).quota?.rows.map((row) => [
        row.code,
        row.label,
        ...row.cells.map(({ available }) => available),
      ]);
    const everybody = [
      ['18-24', '18–24', 1],
      ['25-34', '25–34', 2],
      ['35-44', '35–44', 1],
      ['55-64', '55–64', 1],
      ['65', '65+', 1],
    ];
    expect(await cells('quotaRow=age')).toEqual(everybody);
    expect(await cells('quotaRow=age&answer=gender:female')).toEqual(everybody);
    expect(await cells('quotaRow=age&ageFrom=25&ageTo=34')).toEqual([['25-34', '25–34', 2]]);
    const { quota } = await page('quotaRow=gender&quotaColumn=age&finishedWanted=6');
    expect([quota?.row, quota?.column]).toEqual([
      { id: 'gender', label: 'Gender' },
      { id: 'age', label: 'Age group' },
    ]);
    expect(quota?.rows.map((row) => row.cells.map(({ available }) => available))).toEqual([[1, 2, 1, 1, 1]]);
    await draw('by-age', 'quotaRow=age&cell=25-34:1&cell=65:5&finishedWanted=6');
    expect(await drawnFor('by-age')).toHaveLength(2);
    expect(await drawnFor('by-age')).toContain(await idOf(dids[4] as string));
    expect((await fieldwork().get('/api/console/pages/sample?quotaRow=age&cell=19:1')).statusCode).toBe(409);
  });
});

describe('the progress of a task', () => {
  it('is found by name however many newer tasks there are, and can be read without counting a sample', async () => {
    await panelists(2);
    await draw('oldest', 'finishedWanted=2');
    await kit().db.query(`
      insert into tasks (name, study_url, selection, seed, created_at)
      select 'later-' || n, study_url, '', 1, created_at + interval '1 minute' * n
      from tasks, generate_series(1, 20) n where name = 'oldest'`);
    const { task, tasks, taskNames } = await page('task=oldest&notInTask=oldest');
    expect(task).toMatchObject({ task: 'oldest', state: 'drawn', drawn: 2 });
    expect(tasks.map((each) => each.task)).toEqual(taskNames.slice(0, 20));
    expect(tasks.map((each) => each.task)).not.toContain('oldest');
    expect(taskNames).toContain('oldest');
    const alone = async (name: string) => (await fieldwork().get(`/api/console/tasks/${name}`)).json();
    expect(await alone('oldest')).toEqual(task);
    expect((await alone('mistyped')).detail).toBe('Unknown task: mistyped.');
  });

  it('separates openings before and after the reminder, and counts no message before it was sent', async () => {
    await panelists(3);
    await draw('reminded', 'finishedWanted=3');
    await sendTask('invite-task', 'reminded', 'A study {link}');
    const [first = '', second = '', third = ''] = linksIn(await work());
    const progress = async () => {
      const { task } = await page('task=reminded');
      const { openedBeforeReminder, figures } = task ?? {};
      const points = task?.progress.map(({ at, sent, opened }) => [at, sent, opened]);
      return { openedBeforeReminder, opened: figures?.opened, points };
    };
    await moveClock('2026-11-15T10:20:00Z');
    await open(first);
    expect(await progress()).toEqual({
      openedBeforeReminder: null,
      opened: 1,
      points: [['2026-11-15T10:20:00.000Z', 3, 1]],
    });
    await sendTask('remind-task', 'reminded', 'Still there? {link}', { at: '2026-11-19T09:00' });
    await moveClock('2026-11-19T07:00:00Z');
    await work();
    // After the reminder, in the same six hours.
    await moveClock('2026-11-19T09:00:00Z');
    await open(second);
    expect(await progress()).toEqual({
      openedBeforeReminder: 1,
      opened: 2,
      points: [
        ['2026-11-15T16:00:00.000Z', 3, 1],
        // A day after it was opened, it counts as dropped.
        ['2026-11-16T16:00:00.000Z', 3, 1],
        ['2026-11-19T09:00:00.000Z', 3, 2],
      ],
    });
    await moveClock('2026-12-10T09:00:00Z');
    await open(third);
    const { points, openedBeforeReminder } = await progress();
    expect(openedBeforeReminder).toBe(1);
    expect([points?.[0], points?.at(-1)]).toEqual([
      ['2026-11-15T22:00:00.000Z', 3, 1],
      ['2026-12-10T09:00:00.000Z', 3, 3],
    ]);
  });
});
