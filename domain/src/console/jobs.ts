import type { Instant } from './values.ts';

/** What works through lists of items, and how the console names an item of each. */
export const JOB_ITEMS = {
  release: 'Reward to release',
  statements: 'Reward to take back by a statement',
  settlement: 'Row of the issuer’s file',
  callbacks: 'Partner’s event',
  sessions: 'Survey session to end',
  'old-sessions': 'Survey session to delete',
  inactivity: 'Inactive panelist',
  'survey-counts': 'Count of surveys',
  disputes: 'Report to answer',
  keys: 'Key to destroy',
  pins: 'PIN to erase',
  quality: 'Panelist to score',
  invitations: 'Panelist to invite',
  'task-invitations': 'Invitation to a task',
  tasks: 'Task',
  payouts: 'Withdrawal',
  messages: 'Message',
  webhook: 'Proposal to tell the webhook',
  rollups: 'Figures of a day',
  snapshot: 'Nightly counts',
  lsm: 'LSM group',
  proposals: 'Proposal with secrets to erase',
} as const;
export type JobName = keyof typeof JOB_ITEMS;
export const JOB_NAMES = Object.keys(JOB_ITEMS) as JobName[];

/** Their items aren't tried again by the worker: a partner sends its event again, an operator uploads the file or repeats the operation. */
const SENT_AGAIN: readonly JobName[] = ['callbacks', 'settlement', 'lsm'];
export const isSentAgain = (job: JobName): boolean => SENT_AGAIN.includes(job);

/** An item that could not be processed. */
export type FailedItem = {
  job: JobName;
  /** The id that operators know it by. */
  item: string;
  /** Type, code and constraint of the error. */
  reason: string;
  failures: number;
  since: Instant;
  /** Null if it has to be sent again. */
  nextTryAt: Instant | null;
};
