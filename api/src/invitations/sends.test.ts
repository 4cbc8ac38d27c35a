import { TESTS_PER_DAY } from '@panel/domain/console/sends';
import { describe, expect, it } from 'vitest';
import { auditOf } from '../console/console.testing.ts';
import { inviteToDueSurveys } from './due-surveys.ts';
import { linksIn, useTasks } from './invitations.testing.ts';
import { queueTaskMessages } from './task-queue.ts';

const { kit, fieldwork, panelists, page, draw, study, sendTask, work, moveClock, texts } = useTasks();
const TEXT = 'A study: {link}';

describe('T12: a message to many', () => {
  it('is sent only if the operator confirmed how many people get it, for invitations and reminders', async () => {
    await panelists(3);
    await draw('confirmed', 'finishedWanted=3');
    expect((await page('task=confirmed')).task?.nextSend).toEqual({ operation: 'invite-task', people: 3 });
    for (const people of ['2', '30', '4,000']) {
      const refused = await sendTask('invite-task', 'confirmed', TEXT, { people });
      expect([refused.statusCode, refused.json().errors]).toEqual([
        400,
        [{ field: 'people', message: '3 people would get this. Confirm that number.' }],
      ]);
    }
    const unconfirmed = await fieldwork().operate('invite-task', { task: 'confirmed', text: TEXT });
    expect(unconfirmed.json().errors).toEqual([{ field: 'people', message: 'Required.' }]);
    expect(await work()).toEqual([]);
    expect((await sendTask('invite-task', 'confirmed', TEXT, { people: ' 0,0 3 ' })).statusCode).toBe(200);
    expect(await work()).toHaveLength(3);
    expect((await page('task=confirmed')).task?.nextSend).toEqual({ operation: 'remind-task', people: 3 });
    expect((await sendTask('remind-task', 'confirmed', TEXT, { people: '2' })).statusCode).toBe(400);
    expect((await sendTask('remind-task', 'confirmed', TEXT)).statusCode).toBe(200);
    expect(await work()).toHaveLength(3);
    expect((await page('task=confirmed')).task?.nextSend).toBeNull();
    expect((await auditOf(kit())).at(-1)).toMatchObject({ operation: 'remind-task', reason: '3 people' });
  });

  it('is refused next to the field for a time at night, and now if it is night', async () => {
    await panelists(1);
    await draw('nightly', 'finishedWanted=1');
    const faultAt = async (at?: string) =>
      (await sendTask('invite-task', 'nightly', TEXT, at === undefined ? {} : { at })).json().errors;
    for (const at of ['2026-11-16T20:00', '2026-11-16T07:59', '2026-11-17T02:00'])
      expect(await faultAt(at), at).toEqual([{ field: 'at', message: 'Choose a time between 08:00 and 20:00.' }]);
    await moveClock('2026-11-15T18:30:00Z');
    expect(await faultAt()).toEqual([
      { field: 'at', message: 'Nothing is sent now. Choose a time between 08:00 and 20:00.' },
    ]);
    expect(await faultAt('2026-11-17T08:00')).toBeUndefined();
  });

  it('goes on the next morning, 20 a second, if the day ends', async () => {
    await panelists(41);
    await draw('late', 'finishedWanted=41');
    await moveClock('2026-11-15T17:59:59Z');
    await sendTask('invite-task', 'late', TEXT);
    await queueTaskMessages(kit().deps);
    expect((await sendTask('remind-task', 'late', TEXT, { people: '0' })).json().detail).toBe(
      'The invitations of this task are still being sent.',
    );
    for (const [at, sent] of [
      ['2026-11-15T17:59:59Z', 20],
      ['2026-11-15T18:00:01Z', 0],
      ['2026-11-15T22:00:00Z', 0],
      ['2026-11-16T06:00:00Z', 20],
      ['2026-11-16T06:00:01Z', 1],
    ] as const) {
      await moveClock(at);
      expect([at, (await work()).length]).toEqual([at, sent]);
    }
  });

  it('waits for the morning if the chat failed in the evening', async () => {
    await panelists(1);
    await draw('delayed', 'finishedWanted=1');
    await sendTask('invite-task', 'delayed', TEXT);
    await queueTaskMessages(kit().deps);
    await moveClock('2026-11-15T19:00:00Z');
    expect(await work()).toEqual([]);
    expect((await page('task=delayed')).task).toMatchObject({ state: 'sending', figures: { sent: 0, 'left-out': 0 } });
    await moveClock('2026-11-16T05:59:00Z');
    expect(await work()).toEqual([]);
    await moveClock('2026-11-16T06:00:00Z');
    expect(await work()).toHaveLength(1);
  });

  it('invites to no profiling survey at night', async () => {
    await panelists(1);
    await moveClock('2026-11-15T18:00:00Z');
    expect(await inviteToDueSurveys(kit().deps)).toBe(0);
    await moveClock('2026-11-16T06:00:00Z');
    expect(await inviteToDueSurveys(kit().deps)).toBe(1);
  });
});

describe('T12: a test of a message', () => {
  const test = (more: object = {}) =>
    fieldwork().operate('test-task', { task: 'tested', text: TEXT, did: 'test-device-1', ...more });

  it('is sent at once to a test device alone, opens the study as a test, and is audited', async () => {
    const [did = ''] = await panelists(1);
    await draw('tested', 'finishedWanted=1');
    await moveClock('2026-11-15T19:00:00Z');
    expect((await test()).json().lines).toEqual(['Sent to the test device. 19 more can be sent today.']);
    expect(texts()).toEqual([`A study: ${study()}?task=tested&pid=test`]);
    expect((await auditOf(kit())).at(-1)).toMatchObject({
      actor: 'fieldwork-1',
      operation: 'test-task',
      subject: 'tested',
    });
    expect(JSON.stringify(await auditOf(kit()))).not.toContain('test-device-1');
    const elsewhere = await test({ did });
    expect([elsewhere.statusCode, elsewhere.json().errors]).toEqual([
      400,
      [{ field: 'did', message: 'This is not a test device. The setting TEST_DEVICES lists them.' }],
    ]);
    expect((await test({ text: 'Go to evil.example {link}' })).statusCode).toBe(400);
    expect(linksIn(texts())).toEqual([]);
    expect(texts()).toHaveLength(1);
    expect((await page('task=tested')).task).toMatchObject({ state: 'drawn', figures: { sent: 0, opened: 0 } });
  });

  it('is possible twenty times a day, also if many are sent at once', async () => {
    await panelists(1);
    for (const task of ['tested-a', 'tested-b']) await draw(task, 'finishedWanted=1');
    await moveClock('2026-11-18T10:00:00Z');
    const answers = await Promise.all(
      Array.from({ length: TESTS_PER_DAY + 6 }, (_, n) => test({ task: n % 2 === 0 ? 'tested-a' : 'tested-b' })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(TESTS_PER_DAY);
    expect((await test()).json().detail).toBe('You have sent 20 tests today. Send the next one tomorrow.');
    await moveClock('2026-11-18T22:00:00Z');
    expect((await test()).statusCode).toBe(200);
  });

  it('says if the chat did not accept it', async () => {
    kit().superApp.answers((_, response) => response.writeHead(503).end());
    await moveClock('2026-11-20T10:00:00Z');
    expect((await test()).json().detail).toContain('The chat did not accept the message.');
    kit().superApp.answers((_, response) => response.writeHead(404).end());
    expect((await test()).json().detail).toBe('The chat doesn’t know this device.');
  });
});
