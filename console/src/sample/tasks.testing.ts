import type { SamplePageData } from '@panel/domain/console/sample-page';
import type { PageFixture } from '../page-fixture.testing.ts';
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

export const sampleFixture: PageFixture<'sample'> = {
  data: SAMPLE,
  states: [
    {
      path: '/sample?answer=network:mtn&answer=network:vodacom&answer=lsm:5&answer=lsm:6&quotaRow=province',
      heading: 'Include',
    },
    { path: '/sample?task=brd-114', heading: 'Invite to brd-114', data: { task: DRAWN_TASK } },
    {
      path: '/sample?task=brd-114',
      heading: 'Send to 1\u202f926 people now?',
      text: 'Five minutes? {link}',
      press: 'Review and send',
    },
    { path: '/sample?task=brd-114', heading: 'Send a test', text: 'Five minutes? {link}', press: 'Send a test…' },
    { path: '/sample?task=brd-109&view=task', heading: 'Task brd-109', data: { task: TASK_BEING_SENT } },
    { path: '/sample?task=brd-110', heading: 'Continue with brd-110', data: { task: SOFT_LAUNCHED_TASK } },
    { path: '/sample?tab=saved', heading: 'Saved samples' },
    { path: '/sample?tab=saved', heading: 'Rename a saved sample', press: 'Rename…' },
  ],
};
