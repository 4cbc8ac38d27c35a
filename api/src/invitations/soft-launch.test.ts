import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { auditOf } from '../console/console.testing.ts';
import { linksIn, useTasks } from './invitations.testing.ts';

const { kit, fieldwork, panelists, idOf, page, draw, study, sendTask, work, open, moveClock, pass } = useTasks();
const TEXT = 'A study: {link}';
const drawSoft = (task: string, sample: string) =>
  fieldwork().operate('draw-sample', { task, sample, study: study(), launch: 'soft' });
const goOn = async (task: string, more: object = {}) => {
  const { nextSend } = (await fieldwork().page(`sample?task=${task}`)).task;
  return fieldwork().operate('continue-task', { task, people: String(nextSend?.people ?? 0), ...more });
};

describe('S11: a soft launch', () => {
  it('invites a tenth of every cell, and then waits until an operator continues with the others', async () => {
    const dids = await panelists(22);
    for (const did of dids.slice(0, 2))
      await kit().db.query(`update profiles set answers = answers || '{"gender": "male"}' where panelist_id = $1`, [
        await idOf(did),
      ]);
    await drawSoft('soft', 'finishedWanted=22&quotaRow=gender&seed=5');
    expect((await page('task=soft')).task).toMatchObject({
      drawn: 22,
      softPeople: 3,
      nextSend: { operation: 'invite-task', people: 3 },
    });
    expect((await goOn('soft', { people: '19' })).json().detail).toContain('no soft launch that was sent');
    expect((await sendTask('invite-task', 'soft', TEXT, { people: '22' })).statusCode).toBe(400);
    expect((await sendTask('invite-task', 'soft', TEXT)).json().message).toBe('Sending to 3 people.');
    const first = linksIn(await work());
    const { rows } = await kit().db.query(
      `select p.answers ->> 'gender' as gender, count(*)::int from messages m
       join profiles p on p.panelist_id = m.panelist_id where m.kind = 'task' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { gender: 'female', count: 2 },
      { gender: 'male', count: 1 },
    ]);
    await pass(4);
    expect(await work()).toEqual([]);
    expect((await page('task=soft')).task).toMatchObject({
      state: 'soft-launched',
      figures: { sent: 3 },
      nextSend: { operation: 'continue-task', people: 19 },
    });
    const listed = (await page('')).tasks.find(({ task }) => task === 'soft');
    expect(listed).toMatchObject({ state: 'soft-launched', drawn: 22, sent: 3 });
    // Few were asked so far, so the completion rate says nothing about later tasks.
    const finish = (at: Date | null) =>
      kit().db.query(`update task_invitations set finished_at = $1 where task = 'soft' and position = 0`, [at]);
    await finish(NOW);
    expect((await page('finishedWanted=1')).finishShare).toBeNull();
    await finish(null);
    expect((await sendTask('remind-task', 'soft', TEXT, { people: '3' })).json().detail).toContain('soft launch');

    expect((await goOn('soft', { people: '22' })).json().errors).toEqual([
      { field: 'people', message: '19 people would get this. Confirm that number.' },
    ]);
    expect((await goOn('soft', { at: '2026-11-20T22:00' })).statusCode).toBe(400);
    expect((await goOn('soft', { at: '2026-11-20T09:00' })).json().message).toBe('Sending to 19 people.');
    expect((await auditOf(kit())).at(-1)).toMatchObject({ operation: 'continue-task', reason: '19 people' });
    expect(await work()).toEqual([]);
    expect((await page('task=soft')).task?.state).toBe('scheduled');
    await moveClock('2026-11-20T07:00:00Z');
    const others = linksIn(await work());
    expect(new Set([...first, ...others]).size).toBe(22);
    expect((await page('task=soft')).task).toMatchObject({
      state: 'sent',
      figures: { sent: 22 },
      nextSend: { operation: 'remind-task', people: 22 },
    });
    expect((await goOn('soft', { people: '0' })).json().detail).toContain('no soft launch');
    await open(first[0] ?? '');
    await pass(1);
    await sendTask('remind-task', 'soft', TEXT, { at: '2026-11-22T10:00' });
    await moveClock('2026-11-22T08:00:01Z');
    expect(await work()).toHaveLength(21);
    await finish(kit().clock.now());
    expect((await page('finishedWanted=1')).finishShare).toBeNull();
    await pass(2);
    expect((await page('finishedWanted=1')).finishShare).toBe(1 / 22);
  });

  it('of everyone leaves no rest to continue with, and can be reminded', async () => {
    await panelists(1);
    await drawSoft('everyone', 'finishedWanted=1');
    expect((await page('task=everyone')).task).toMatchObject({ drawn: 1, softPeople: null });
    await sendTask('invite-task', 'everyone', TEXT);
    await work();
    expect((await page('task=everyone')).task?.state).toBe('sent');
    expect((await sendTask('remind-task', 'everyone', TEXT)).json().message).toBe('Reminding 1 person.');
    expect(await work()).toHaveLength(1);
  });

  it('can be reminded if all others have deleted their profiles', async () => {
    await panelists(2);
    await drawSoft('left', 'finishedWanted=2');
    await sendTask('invite-task', 'left', TEXT);
    await work();
    expect((await page('task=left')).task).toMatchObject({ state: 'soft-launched', softPeople: 1 });
    await kit().db.query(
      `delete from panelists p using task_invitations i where i.panelist_id = p.id and i.task = 'left' and i.position = 1`,
    );
    expect((await page('task=left')).task?.state).toBe('sent');
    expect((await goOn('left', { people: '0' })).json().detail).toContain('no soft launch');
    expect((await sendTask('remind-task', 'left', TEXT)).json().message).toBe('Reminding 1 person.');
    expect(await work()).toHaveLength(1);
  });

  it('that is stopped invites no one else', async () => {
    await panelists(11);
    await drawSoft('halted', 'finishedWanted=11');
    await sendTask('invite-task', 'halted', TEXT);
    expect(await work()).toHaveLength(2);
    await fieldwork().operate('stop-task', { task: 'halted', reason: 'too few finished' });
    expect((await goOn('halted', { people: '9' })).json().detail).toBe('This task was stopped.');
    expect((await page('task=halted')).task).toMatchObject({ state: 'stopped', nextSend: null });
  });
});

describe('a task that was drawn', () => {
  it('shows the rules it was drawn by, also after the page has others', async () => {
    await panelists(2);
    const rules = 'answer=province:kwazulu_natal&answer=province:gauteng&ageFrom=18&ageTo=64&notAskedInDays=14';
    await draw('ruled', `${rules}&quotaRow=age&quotaColumn=gender&finishedWanted=2&finishPercent=50&seed=7`);
    const { task } = await page('ageFrom=30&task=ruled');
    expect(task?.rules).toEqual([
      { label: 'Province', value: 'Kwazulu-natal or Gauteng' },
      { label: 'Age', value: '18 to 64' },
      { label: 'Contacted', value: 'not in the last 14 days' },
      { label: 'Quotas', value: 'by Age group and Gender' },
      { label: 'Completes wanted', value: '2' },
      { label: 'Expected completion', value: '50%' },
    ]);
    expect((await page(task?.query ?? '')).draw).toEqual({ everyone: 2, soft: 1 });
    await kit().db.query(`update tasks set selection = 'answer=province:atlantis' where name = 'ruled'`);
    expect((await page('task=ruled')).task).toMatchObject({ drawn: 2, rules: null });
  });

  it('can be discarded, which frees its name; one with invitations can’t', async () => {
    await panelists(2);
    await draw('mistaken', 'finishedWanted=2');
    const discard = () => fieldwork().operate('discard-task', { task: 'mistaken', reason: 'wrong province' });
    const message = 'mistaken is discarded. Nobody was invited.';
    expect((await discard()).json()).toMatchObject({ message, page: '/sample?tab=tasks' });
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      operation: 'discard-task',
      subject: 'mistaken',
      reason: 'wrong province',
    });
    expect((await page('task=mistaken')).task).toBeNull();
    expect((await page('')).taskNames).not.toContain('mistaken');
    expect((await kit().db.query(`select from task_invitations where task = 'mistaken'`)).rowCount).toBe(0);
    expect((await discard()).json().detail).toBe('This task doesn’t exist.');
    await draw('mistaken', 'finishedWanted=1');
    await sendTask('invite-task', 'mistaken', TEXT, { at: '2026-11-20T09:00' });
    expect((await discard()).json().detail).toBe('This task has invitations. Stop it instead.');
    expect((await page('task=mistaken')).task?.state).toBe('scheduled');
  });
});
