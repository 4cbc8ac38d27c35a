import { MINUTE_MS } from './durations.ts';

/** Assumption: repeat-window. A phone on a bad connection loses responses, and people tap twice. */
const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

/** Whether a request with the same content as an earlier one, sent at `at`, is the earlier one sent again. */
export const isRepeat = (earlierAt: Date, at: Date): boolean => at.getTime() - earlierAt.getTime() < REPEAT_WINDOW_MS;
