/** The problems that a panelist can report about a survey, and their answers. */
import { DAY_MS } from '../durations.ts';
import type { HistoryKind } from '../rewards/history.ts';

export const DISPUTE_KINDS = [
  'no-reward',
  'reward-reversed',
  'reward-too-small',
  'stopped-early',
  'asked-private',
  'other',
] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** About a missing reward: these are answered once the session is credited. People answer the others. */
export const ANSWERED_BY_CREDIT: readonly DisputeKind[] = ['no-reward', 'reward-reversed', 'stopped-early'];

const UNPAID: readonly DisputeKind[] = ['no-reward', 'stopped-early', 'asked-private', 'other'];
const STOPPED: readonly DisputeKind[] = ['stopped-early', 'no-reward', 'asked-private', 'other'];

/** The reasons offered for an entry of the history, the likeliest first. */
export const REPORT_REASONS: Readonly<Partial<Record<HistoryKind, readonly DisputeKind[]>>> = {
  finished: UNPAID,
  started: STOPPED,
  ended: STOPPED,
  reward: ['reward-too-small', 'asked-private', 'other'],
  reversal: ['reward-reversed', 'other'],
};

export type DisputeState = 'new' | 'waiting-for-partner' | 'proposed' | 'credited' | 'declined';

/** Assumption: reports. Panelists are promised an answer within this many days. */
export const ANSWER_DAYS = 5;
/** Of an open one: whether that many days are over. */
export const isDisputeLate = (openSince: string, now: string): boolean =>
  Date.parse(now) - Date.parse(openSince) >= ANSWER_DAYS * DAY_MS;
export const MAX_REPORT_LENGTH = 300;
