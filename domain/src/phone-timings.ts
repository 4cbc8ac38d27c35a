/** How long a panelist waits, as phones measure it: by names and buckets, so that a report says nothing about a person. */

/** In milliseconds: until the first text or picture; until the app runs; from the first tap, and from a submit, until it has an effect. */
export const PHONE_TIMINGS = ['first_content', 'script_start', 'first_tap', 'submit'] as const;
export type PhoneTiming = (typeof PHONE_TIMINGS)[number];

/** The upper ends of the buckets. A longer time is in one more bucket. */
export const TIMING_BUCKETS_MS = [50, 100, 250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000] as const;

/** The number of the bucket that a time is in. */
export function timingBucket(ms: number): number {
  const bucket = TIMING_BUCKETS_MS.findIndex((end) => ms <= end);
  return bucket < 0 ? TIMING_BUCKETS_MS.length : bucket;
}
