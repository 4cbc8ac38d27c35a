import { describe, expect, it } from 'vitest';
import { nextSend, sendFault, type TaskSends, taskState } from './task-sends.ts';

const AT = new Date('2026-11-18T10:00:00Z');
const later = new Date('2026-11-18T11:00:00Z');
const drawn: TaskSends = {
  sendAt: null,
  remindAt: null,
  continueAt: null,
  stoppedAt: null,
  isQueueing: false,
  isBeingSent: false,
  drawn: 20,
  rest: 0,
  unopened: 0,
};
const sent: TaskSends = { ...drawn, sendAt: AT, unopened: 15 };
const soft: TaskSends = { ...sent, rest: 18, unopened: 2 };

describe('what may be sent for a task', () => {
  it.each<[string, TaskSends, string, ReturnType<typeof nextSend>]>([
    ['drawn', drawn, 'drawn', { operation: 'invite-task', people: 20 }],
    ['drawn for a soft launch', { ...drawn, rest: 18 }, 'drawn', { operation: 'invite-task', people: 2 }],
    ['scheduled', { ...sent, sendAt: later, isQueueing: true }, 'scheduled', null],
    ['being queued', { ...sent, isQueueing: true }, 'sending', null],
    ['queued and being sent', { ...sent, isBeingSent: true }, 'sending', null],
    ['sent', sent, 'sent', { operation: 'remind-task', people: 15 }],
    ['opened by everyone', { ...sent, unopened: 0 }, 'sent', null],
    ['soft-launched', soft, 'soft-launched', { operation: 'continue-task', people: 18 }],
    ['soft-launched, the rest deleted', { ...soft, rest: 0 }, 'sent', { operation: 'remind-task', people: 2 }],
    ['continued later', { ...soft, continueAt: later, isQueueing: true }, 'scheduled', null],
    ['continued', { ...soft, continueAt: AT }, 'sent', { operation: 'remind-task', people: 2 }],
    ['reminded', { ...sent, remindAt: AT }, 'sent', null],
    ['stopped', { ...sent, stoppedAt: AT }, 'stopped', null],
  ])('that is %s', (_, task, state, next) => {
    expect([taskState(task, AT), nextSend(task, AT)]).toEqual([state, next]);
  });

  it('excludes a reminder while the invitations are still being sent, and says so', () => {
    for (const busy of [{ isBeingSent: true }, { isQueueing: true }])
      expect(sendFault('remind-task', { ...sent, ...busy }, AT)).toBe(
        'The invitations of this task are still being sent.',
      );
  });
});
