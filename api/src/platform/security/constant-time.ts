import { createHash, timingSafeEqual } from 'node:crypto';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares digests, so that the time it takes reveals neither the length nor the position of a difference. */
export const constantTimeEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(expected));
