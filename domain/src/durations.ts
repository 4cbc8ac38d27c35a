/** Lengths of time in milliseconds. A day is 24 hours: South Africa has no daylight saving. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The time `ms` after `at`, or before it if `ms` is negative. */
export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Zero if there is no `since`, or if the clock was set back. */
export const ageMs = (since: Date | null | undefined, at: Date): number =>
  since ? Math.max(at.getTime() - since.getTime(), 0) : 0;
