/** Lengths of time in milliseconds. A day is 24 hours: South Africa has no daylight saving. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The time `ms` after `at`, or before it if `ms` is negative. */
export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Zero if there is no `since`, or if the clock was set back. */
export const ageMs = (since: Date | null | undefined, at: Date): number =>
  since ? Math.max(at.getTime() - since.getTime(), 0) : 0;

/** Assumption: repeat-window. A phone on a bad connection loses responses, and people tap twice. */
const REPEAT_WINDOW_MS = 10 * MINUTE_MS;

/** Whether a request with the same content as an earlier one, sent at `at`, is the earlier one sent again. */
export const isRepeat = (earlierAt: Date, at: Date): boolean => at.getTime() - earlierAt.getTime() < REPEAT_WINDOW_MS;
