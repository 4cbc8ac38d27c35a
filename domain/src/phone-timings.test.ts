import { expect, it } from 'vitest';
import { TIMING_BUCKETS_MS, timingBucket } from './phone-timings.ts';

it.each([
  [0, 0],
  [50, 0],
  [51, 1],
  [999.9, 4],
  [32_000, 9],
  [32_001, TIMING_BUCKETS_MS.length],
])('%d ms is in bucket %d', (ms, bucket) => {
  expect(timingBucket(ms)).toBe(bucket);
});
