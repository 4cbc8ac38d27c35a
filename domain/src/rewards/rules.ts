import { type Cents, cents } from './money.ts';

/** Shares and rates are whole millionths, so that a reward never depends on floating-point rounding. */
const MILLION = 1_000_000n;

/** The reward for a completed survey: the panelist's share of the price, in whole cents, rounded down. */
export function rewardFor(usdMicros: bigint, sharePpm: number, zarPerUsdMicros: bigint): Cents {
  return cents((usdMicros * BigInt(sharePpm) * zarPerUsdMicros * 100n) / (MILLION * MILLION * MILLION));
}

/** The smallest price that gives this reward, for rewards that operators decide. */
export function usdMicrosFor(amount: Cents, sharePpm: number, zarPerUsdMicros: bigint): bigint {
  const divisor = BigInt(sharePpm) * zarPerUsdMicros * 100n;
  return (amount * MILLION * MILLION * MILLION + divisor - 1n) / divisor;
}

/** Whether a session is credited. Events come late, twice and in any order, so only their number counts, not their order. */
export const isCredited = (events: { completes: number; reversals: number; reinstatements: number }): boolean =>
  Math.min(events.completes, 1) + events.reinstatements > events.reversals;
