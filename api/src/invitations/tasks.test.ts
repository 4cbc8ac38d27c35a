import { MINUTE_MS } from '@panel/domain/durations';
import { api, screens, taskFinished } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { NOW, send } from '../../test/kit.ts';
import { setStatus } from '../identity/panelists.ts';
import { linksIn, useTasks } from './invitations.testing.ts';
import { signFinished } from './links.ts';
import { queueTaskMessages } from './task-queue.ts';

const { kit, fieldwork, moveClock, pass, panelists, idOf, page, work, draw, sendTask, open, study } = useTasks();

describe('S11: the invitations of a task', () => {
  it('are sent on time, each with a link, to panelists who may be contacted and are under the contact limit', async () => {
    const [opting, blocked, busy, ...others] = await panelists(6);
    await draw('breakfast', 'finishedWanted=6&seed=1');
    const at = '2026-11-16T09:00';
    const invite = (time: string) =>
      sendTask('invite-task', 'breakfast', 'What is on your table in the morning? {link} Thank you!', { at: time });
    expect((await invite('2026-11-01T09:00')).json().errors).toEqual([
      { field: 'at', message: 'This time is in the past.' },
    ]);
    expect((await invite(at)).json().message).toBe('Sending to 6 people.');
    expect(await work()).toEqual([]);
    expect((await page('task=breakfast')).task).toMatchObject({ state: 'scheduled', figures: { sent: 0 } });

    await send(kit(), 'PUT', api.preference(opting as string), { data: [{ preference: 'research', value: false }] });
    await kit().deps.database.transaction(async (tx) => setStatus(tx, await idOf(blocked as string), 'blocked'));
    await kit().db.query(
      `insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at, sent_at)
       select gen_random_uuid(), 'invitation', n::text, $1, 'sent', $2, $2, $2 from generate_series(1, 3) n`,
      [await idOf(busy as string), NOW],
    );
    await moveClock('2026-11-16T07:00:00Z');
    const texts = await work();
    expect(texts).toHaveLength(others.length);
    const links = linksIn(texts);
    expect(new Set(links).size).toBe(others.length);
    for (const text of texts) {
      expect(text).toMatch(/^What is on your table in the morning\? http\S+ Thank you!$/);
      for (const did of others) expect(text).not.toContain(did);
    }
    expect((await page('task=breakfast')).task).toMatchObject({
      state: 'sent',
      figures: { sent: 3, 'left-out': 3, opened: 0, finished: 0, dropped: 0 },
    });
  });

  it('T10: redirect to the study with a pseudonym that no other task shares', async () => {
    await panelists(1);
    const pids: string[] = [];
    for (const task of ['first-study', 'second-study']) {
      await draw(task, 'finishedWanted=1');
      await sendTask('invite-task', task, 'Tap: {link}');
      const [link = ''] = linksIn(await work());
      const answer = await open(link);
      expect([answer.statusCode, answer.headers['referrer-policy'], answer.headers['cache-control']]).toEqual([
        302,
        'no-referrer',
        'no-store',
      ]);
      const address = new URL(String(answer.headers.location));
      expect([address.origin + address.pathname, address.searchParams.get('task')]).toEqual([study(), task]);
      pids.push(address.searchParams.get('pid') ?? '');
    }
    expect(pids[0]).toMatch(/^t_[0-9a-f]{32}$/);
    expect(pids[0]).not.toBe(pids[1]);
    expect(kit().log.join('')).not.toContain(pids[0]);
  });

  it('T1: a link of another task, an unknown link and a blocked panelist’s link end on the same page, and are not recorded', async () => {
    const [did = ''] = await panelists(1);
    for (const task of ['mine', 'other']) await draw(task, 'finishedWanted=1');
    await sendTask('invite-task', 'mine', 'Tap: {link}');
    const [link = ''] = linksIn(await work());
    const token = link.split('/').at(-1) ?? '';
    const opened = async () =>
      (await kit().db.query('select from task_invitations where opened_at is not null')).rowCount;
    expect((await open(link, { purpose: 'prefetch' })).statusCode).toBe(403);
    for (const wrong of [
      `/t/other/${token}`,
      `/t/mine/${token}x`,
      '/t/mine/x',
      `/t/none/${token}`,
      "/t/mine/'--",
      '/t/%00/x',
    ])
      expect((await open(wrong)).headers.location, wrong).toBe(screens.result('no-information-found'));
    await kit().deps.database.transaction(async (tx) => setStatus(tx, await idOf(did), 'blocked'));
    expect((await open(link)).headers.location).toBe(screens.result('no-information-found'));
    expect(await opened()).toBe(0);
  });
});

describe('S11: the results of a task', () => {
  it('T5: a study’s signed report says who has finished; a repeated, foreign or unsigned report changes nothing', async () => {
    await panelists(3);
    await draw('finishing', 'finishedWanted=3');
    await sendTask('invite-task', 'finishing', 'Tap: {link}');
    const links = linksIn(await work());
    const pids = [];
    for (const link of links.slice(0, 2))
      pids.push(new URL(String((await open(link)).headers.location)).searchParams.get('pid') as string);
    const { secret } = kit().config.studies;
    const report = (task: string, pid: string, signature: string) =>
      kit().app.inject({ method: 'POST', url: `${taskFinished(task)}?pid=${pid}&signature=${signature}` });
    const [pid = '', other = ''] = pids;
    const signature = signFinished(secret, 'finishing', pid);
    for (const wrong of [
      report('finishing', other, signature),
      report('elsewhere', pid, signature),
      report('finishing', pid, ''),
      kit().app.inject({ method: 'POST', url: `${taskFinished('finishing')}?pid=${pid}` }),
    ])
      expect((await wrong).statusCode).toBe(403);
    expect((await report('finishing', 't_unknown', signFinished(secret, 'finishing', 't_unknown'))).statusCode).toBe(
      204,
    );
    const finishedAt = async () =>
      (await kit().db.query('select finished_at from task_invitations where finished_at is not null')).rows;
    expect(await finishedAt()).toEqual([]);
    expect((await report('finishing', pid, signature)).statusCode).toBe(204);
    const first = await finishedAt();
    await pass(2);
    for (const again of await Promise.all(Array.from({ length: 10 }, () => report('finishing', pid, signature))))
      expect(again.statusCode).toBe(204);
    expect(await finishedAt()).toEqual(first);

    expect((await page('task=finishing')).task?.figures).toMatchObject({ sent: 3, opened: 2, finished: 1, dropped: 1 });
    await pass(2);
    expect((await page('finishedWanted=1')).draw).toEqual({ everyone: 3, soft: 1 });
    const remind = (at: string) => sendTask('remind-task', 'finishing', 'Still there? {link}', { at });
    expect((await remind('2026-11-24T09:00')).json().message).toBe('Reminding 1 person.');
    expect(await work()).toEqual([]);
    expect((await page('task=finishing')).task?.state).toBe('scheduled');
    await moveClock('2026-11-24T07:00:00Z');
    expect((await page('task=finishing')).task?.state).toBe('sending');
    expect(linksIn(await work())).toEqual(links.slice(2));
    expect((await page('task=finishing')).task?.state).toBe('sent');
    expect((await remind('2026-11-25T09:00')).json().detail).toContain('already sent');
    expect((await page('task=finishing')).task?.figures.reminded).toBe(1);
    expect((await page('notInTask=finishing')).narrowing.at(-1)).toMatchObject({ rule: 'not-in-task', people: 1 });
    const csv = (await fieldwork().get('/api/console/pages/sample?task=finishing&format=csv&table=task')).body;
    expect(csv.split('\r\n')[0]).toBe('\ufeffat,sent,opened,finished,dropped,left-out,reminded');
    expect(csv).not.toContain(pid);
  });

  it('a reminder is sent only to invited panelists who have not opened the link, and not after the task was stopped', async () => {
    const dids = await panelists(4);
    const status = (value: 'blocked' | 'approved') =>
      kit().deps.database.transaction(async (tx) => setStatus(tx, await idOf(dids[3] as string), value));
    await draw('stopping', 'finishedWanted=4');
    await status('blocked');
    await sendTask('invite-task', 'stopping', 'Tap: {link}');
    const links = linksIn(await work());
    await status('approved');
    await pass(2);
    await sendTask('remind-task', 'stopping', 'Still there? {link}');
    await queueTaskMessages(kit().deps);
    await open(links[0] ?? '');
    expect(await work()).toHaveLength(2);
    await draw('stopped', 'finishedWanted=3');
    await sendTask('invite-task', 'stopped', 'Tap: {link}');
    await queueTaskMessages(kit().deps);
    await fieldwork().operate('stop-task', { task: 'stopped', reason: 'a mistake' });
    expect(await work()).toEqual([]);
    expect((await page('')).tasks.find(({ task }) => task === 'stopped')?.state).toBe('stopped');
  });

  it('R17: a deleted profile leaves nothing in tasks and messages', async () => {
    const [did = ''] = await panelists(1);
    const id = await idOf(did);
    await draw('leaving', 'finishedWanted=1');
    await sendTask('invite-task', 'leaving', 'Tap: {link}');
    const [link = ''] = linksIn(await work());
    await send(kit(), 'DELETE', api.deleteProfile(did));
    expect((await open(link)).headers.location).toBe(screens.result('no-information-found'));
    for (const table of ['tasks', 'task_invitations', 'messages']) {
      const { rows } = await kit().db.query(`select t::text from ${table} t`);
      expect(JSON.stringify(rows), table).not.toContain(id);
    }
  });
});

it('T12: a text may not contain an address; the only links are the ones we add', async () => {
  await panelists(1);
  await draw('no-address', 'finishedWanted=1');
  for (const text of [
    'Your reward waits: https://evil.example',
    'Go to evil.example now',
    'On\nwww.evil.co.za/x',
    'Claim R500 at i❤.ws/x',
    'Claim it at cafe\u0301.com',
    'Claim it at 192.0.2.7/win',
    'Claim it at evil。com',
    'Claim it at evil．com',
    'Go to http:\\\\evil/x',
    'Go to HTTP:/evil',
    'Go to evil.\u200bexample',
    'Go to evil.e\u00adxample',
    'Go to evil\u2060.example',
    'Go to ⓔⓥⓘⓛ.ⓒⓞⓜ',
  ]) {
    const refused = await sendTask('invite-task', 'no-address', `${text} {link}`);
    expect([refused.statusCode, refused.body], text).toEqual([400, expect.stringContaining('Remove the address')]);
  }
  const sent = await sendTask('invite-task', 'no-address', 'R5.50 for 10 min. Ready ... go: 24/7.\nTap: {link}');
  expect(sent.statusCode).toBe(200);
  await work();
});

describe('T12: a study', () => {
  it('must be at an allowed origin, both when a task is drawn and when its link is opened', async () => {
    await panelists(1);
    const { origin, host } = new URL(study());
    for (const elsewhere of [
      `${origin}.evil.example/study`,
      `http://${host}@evil.example/study`,
      `//${host}/study`,
      'https://evil.example/study',
      'javascript:alert(1)',
    ]) {
      const refused = await fieldwork().operate('draw-sample', {
        task: 'elsewhere',
        study: elsewhere,
        sample: 'finishedWanted=1',
      });
      expect(refused.json().detail, elsewhere).toContain('must begin with one of');
    }
    await draw('allowed', 'finishedWanted=1');
    await sendTask('invite-task', 'allowed', 'Tap: {link}');
    const [link = ''] = linksIn(await work());
    await kit().db.query(`update tasks set study_url = 'https://evil.example/study' where name = 'allowed'`);
    expect((await open(link)).headers.location).toBe(screens.result('no-information-found'));
    expect((await page('task=allowed')).task?.figures.opened).toBe(0);
  });
});

it.each([
  ['before it', 'ffffffff-ffff-ffff-ffff-ffffffffffff', -1, 0],
  ['after it', '00000000-0000-0000-0000-000000000000', 1, 1],
])('S11: the last contact goes to the request claimed first: the other %s', async (_, other, ms, sent) => {
  const [did = ''] = await panelists(1);
  await draw(`last-${sent}`, 'finishedWanted=1');
  await sendTask('invite-task', `last-${sent}`, 'Tap: {link}');
  await kit().db.query(
    `insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at)
     select case n when 1 then $2 else gen_random_uuid() end, 'task', gen_random_uuid(), $1,
       case n when 1 then 'sending' else 'sent' end, $3, $4 from generate_series(1, 3) n`,
    [await idOf(did), other, NOW, new Date(NOW.getTime() + MINUTE_MS + ms)],
  );
  expect(await work()).toHaveLength(sent);
});
