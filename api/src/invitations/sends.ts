/** What is sent for a task: invitations, the reminder, and tests of their text. */
import { randomUUID } from 'node:crypto';
import { southAfricanDate, southAfricanMinute, startOfDay } from '@panel/domain/calendar';
import { countText } from '@panel/domain/console/count-text';
import type { SendOperation } from '@panel/domain/console/sample-page';
import { parsePeople, type SendingHours, sendTimeFault, TESTS_PER_DAY, withLink } from '@panel/domain/console/sends';
import { peopleToGet, sendFault, TASK_STOPPED } from '@panel/domain/console/task-sends';
import { countAudited } from '../console/audit.ts';
import { type Done, type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { InvalidInputs } from '../console/run-operation.ts';
import type { Chat } from '../messages/chat.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { studyAddress } from './links.ts';
import {
  type CountedTask,
  deleteTask,
  lockTask,
  scheduleInvitations,
  scheduleReminders,
  scheduleRest,
  setStoppedAt,
} from './tasks.ts';

type SendDependencies = Dependencies & { readonly config: { readonly sendingHours: SendingHours } };
type TestDependencies = Dependencies & {
  readonly config: { readonly testDevices: readonly string[] };
  readonly chat: Chat;
};

const refuse = (field: string, message: string) => new InvalidInputs([{ field, message }]);

async function requireTask({ tx }: Pick<OperationRun, 'tx'>, name: string): Promise<CountedTask> {
  const task = await lockTask(tx, name);
  if (!task) throw new OperatorError('This task doesn’t exist.');
  if (task.stoppedAt) throw new OperatorError(TASK_STOPPED);
  return task;
}

/** When to send: now, or a time within 30 days. Neither may be at night. */
function sendingTime({ values, at, deps: { config } }: OperationRun<SendDependencies>): Date {
  const { sendingHours } = config;
  const time = values.at === undefined ? null : southAfricanMinute(values.at);
  const fault = sendTimeFault(sendingHours, time, at);
  if (fault) throw refuse('at', fault);
  return time ?? at;
}

/** Schedules messages, if the number of people that the operator confirmed is the number who would get them. */
async function schedule(
  run: OperationRun<SendDependencies>,
  operation: SendOperation,
  store: (task: string, time: Date) => Promise<unknown>,
  verb = 'Sending to',
): Promise<Done> {
  const task = await requireTask(run, inputOf(run, 'task'));
  const fault = sendFault(operation, task, run.at);
  if (fault) throw new OperatorError(fault);
  const people = peopleToGet(operation, task);
  const time = sendingTime(run);
  const who = countText(people, 'person', 'people');
  if (parsePeople(inputOf(run, 'people')) !== people)
    throw refuse('people', `${who} would get this. Confirm that number.`);
  await store(task.name, time);
  return { message: `${verb} ${who}.`, subject: task.name, reason: who };
}

const inviteToTask: Implementation<SendDependencies> = {
  perform: (run) =>
    schedule(run, 'invite-task', (task, time) => scheduleInvitations(run.tx, task, inputOf(run, 'text'), time)),
};

const continueTask: Implementation<SendDependencies> = {
  perform: (run) => schedule(run, 'continue-task', (task, time) => scheduleRest(run.tx, task, time)),
};

const remindOfTask: Implementation<SendDependencies> = {
  perform: (run) =>
    schedule(
      run,
      'remind-task',
      (task, time) => scheduleReminders(run.tx, task, inputOf(run, 'text'), time),
      'Reminding',
    ),
};

/** The study knows a tester by this instead of a pseudonym. A report that it has finished changes nothing. */
const TESTER = 'test';

/** Sent at any time, and only to the panel's own devices. It is audited before it is sent. */
const testTask: Implementation<TestDependencies> = {
  async perform(run) {
    const { tx, at, operator, deps } = run;
    const [name, did] = [inputOf(run, 'task'), inputOf(run, 'did')];
    const { studyUrl } = await requireTask(run, name);
    if (!deps.config.testDevices.includes(did))
      throw refuse('did', 'This is not a test device. The setting TEST_DEVICES lists them.');
    const sent = await countAudited(tx, operator, 'test-task', startOfDay(southAfricanDate(at)));
    if (sent >= TESTS_PER_DAY)
      throw new OperatorError(`You have sent ${TESTS_PER_DAY} tests today. Send the next one tomorrow.`);
    const text = withLink(inputOf(run, 'text'), studyAddress(studyUrl, name, TESTER));
    return {
      message: 'The test was accepted.',
      subject: name,
      afterCommit: async () => {
        await sendTest(deps.chat, did, text);
        return { lines: [`Sent to the test device. ${TESTS_PER_DAY - sent - 1} more can be sent today.`] };
      },
    };
  },
};

async function sendTest(chat: Chat, did: string, text: string): Promise<void> {
  const lookup = await chat.lookUp(did);
  if (lookup.kind === 'unknown') throw new OperatorError('The chat doesn’t know this device.');
  const isSent =
    lookup.kind === 'found' &&
    (await chat.send({ jobId: randomUUID(), number: lookup.number, text })).kind === 'accepted';
  if (!isSent) throw new OperatorError('The chat did not accept the message. Try again in a minute.');
}

const discardTask: Implementation = {
  async perform(run) {
    const name = inputOf(run, 'task');
    const task = await requireTask(run, name);
    if (task.sendAt) throw new OperatorError('This task has invitations. Stop it instead.');
    await deleteTask(run.tx, name);
    const message = `${name} is discarded. Nobody was invited.`;
    return { message, subject: name, data: { page: '/sample?tab=tasks' } };
  },
};

const stopTask: Implementation = {
  async perform(run) {
    const name = inputOf(run, 'task');
    await requireTask(run, name);
    await setStoppedAt(run.tx, name, run.at);
    return { message: 'Nothing more will be sent for this task.', subject: name };
  },
};

export const taskOperations = {
  'invite-task': inviteToTask,
  'continue-task': continueTask,
  'remind-task': remindOfTask,
  'test-task': testTask,
  'discard-task': discardTask,
  'stop-task': stopTask,
};
