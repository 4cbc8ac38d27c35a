import { type Cents, cents } from './money.ts';

/** A million millionths: shares and rates are whole numbers too, so that a reward never depends on rounding by chance. */
const MILLION = 1_000_000n;

/** What a completed survey earns a panelist: their share of what the partner pays, in whole cents, rounded down. */
export function rewardFor(usdMicros: bigint, sharePpm: number, zarPerUsdMicros: bigint): Cents {
  return cents((usdMicros * BigInt(sharePpm) * zarPerUsdMicros * 100n) / (MILLION * MILLION * MILLION));
}

/** The smallest price that earns an amount, for a reward that people decide by hand. */
export function usdMicrosFor(amount: Cents, sharePpm: number, zarPerUsdMicros: bigint): bigint {
  const divisor = BigInt(sharePpm) * zarPerUsdMicros * 100n;
  return (amount * MILLION * MILLION * MILLION + divisor - 1n) / divisor;
}

/**
 * Whether a session's events leave its completion credited. Partners send them late, twice and in any order, so
 * only their number counts, never their order: a reversal undoes a completion, a reinstatement undoes a reversal.
 */
export const isCredited = (events: { completes: number; reversals: number; reinstatements: number }): boolean =>
  Math.min(events.completes, 1) + events.reinstatements > events.reversals;
