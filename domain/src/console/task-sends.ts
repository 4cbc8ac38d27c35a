/** What may be sent for a research task next. The page offers exactly what the operations accept. */
import type { SendOperation, TaskState } from './sample-page.ts';

export type TaskSends = {
  readonly sendAt: Date | null;
  readonly remindAt: Date | null;
  /** When the people after a soft launch begin to be invited. */
  readonly continueAt: Date | null;
  readonly stoppedAt: Date | null;
  /** Whether there are still messages to queue. */
  readonly isQueueing: boolean;
  /** Whether queued messages are still to be sent. */
  readonly isBeingSent: boolean;
  readonly drawn: number;
  /** How many of those drawn come after the soft launch. */
  readonly rest: number;
  /** How many got the link and have not opened it. */
  readonly unopened: number;
};

export function taskState(task: TaskSends, at: Date): TaskState {
  const { sendAt, remindAt, continueAt, stoppedAt, isQueueing, isBeingSent, rest } = task;
  if (stoppedAt) return 'stopped';
  if (!sendAt) return 'drawn';
  if (isBeingSent) return 'sending';
  if (isQueueing) return (remindAt ?? continueAt ?? sendAt) > at ? 'scheduled' : 'sending';
  return rest > 0 && !continueAt ? 'soft-launched' : 'sent';
}

export const TASK_STOPPED = 'This task was stopped.';

/** Why this can't be sent now; null if it can. */
export function sendFault(operation: SendOperation, task: TaskSends, at: Date): string | null {
  const state = taskState(task, at);
  if (state === 'stopped') return TASK_STOPPED;
  if (operation === 'invite-task') return state === 'drawn' ? null : 'The invitations of this task were already sent.';
  if (operation === 'continue-task')
    return state === 'soft-launched' ? null : 'This task has no soft launch that was sent and waits.';
  if (!task.sendAt || task.sendAt > at) return 'Nobody has been invited to this task yet.';
  if (task.remindAt) return 'A reminder of this task was already sent.';
  if (state === 'soft-launched') return 'Continue or stop the soft launch before you remind.';
  if (state !== 'sent') return 'The invitations of this task are still being sent.';
  return task.unopened > 0 ? null : 'Everyone who got the link has opened it.';
}

/** How many would get it. */
export const peopleToGet = (operation: SendOperation, { drawn, rest, unopened }: TaskSends): number =>
  ({ 'invite-task': drawn - rest, 'continue-task': rest, 'remind-task': unopened })[operation];

const SENDS: readonly SendOperation[] = ['invite-task', 'continue-task', 'remind-task'];

/** What can be sent now, and to how many; null if nothing can. */
export function nextSend(task: TaskSends, at: Date): { operation: SendOperation; people: number } | null {
  const operation = SENDS.find((each) => sendFault(each, task, at) === null);
  return operation ? { operation, people: peopleToGet(operation, task) } : null;
}
