import type { SamplePageData } from '@panel/domain/console/sample-page';
import { SAMPLE } from './sample.testing.ts';

/** A task that was drawn and is to be announced, and one that is being sent. */
export const DRAWN_TASK: SamplePageData['task'] = {
  ...(SAMPLE.task as NonNullable<SamplePageData['task']>),
  task: 'brd-114',
  state: 'drawn',
  text: null,
  sendAt: null,
  remindAt: null,
  drawn: 1_926,
  nextSend: { operation: 'invite-task', people: 1_926 },
  figures: { sent: 0, opened: 0, finished: 0, dropped: 0, 'left-out': 0, reminded: 0 },
  openedBeforeReminder: null,
  progress: [],
};
export const TASK_BEING_SENT: SamplePageData['task'] = {
  ...(SAMPLE.task as NonNullable<SamplePageData['task']>),
  state: 'sending',
  remindAt: null,
  openedBeforeReminder: null,
};
/** A soft launch that was sent; the others wait. */
export const SOFT_LAUNCHED_TASK: SamplePageData['task'] = {
  ...(SAMPLE.task as NonNullable<SamplePageData['task']>),
  task: 'brd-110',
  state: 'soft-launched',
  text: 'Five minutes about bread? {link}',
  remindAt: null,
  openedBeforeReminder: null,
  softPeople: 80,
  nextSend: { operation: 'continue-task', people: 720 },
};
