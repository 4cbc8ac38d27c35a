/** What a completed survey is worth, and when its reward is withheld until two people decide. */
import { type Cents, cents } from './money.ts';
import type { ThankYouRules } from './thank-you.ts';

/** The panelist's share of a price, and what a dollar is worth. Both in whole millionths, so that no reward depends on floating-point rounding. */
export type Rates = { readonly sharePpm: number; readonly zarPerUsdMicros: bigint };

/** What a completion is worth, how long it is held, when it is withheld until two people decide, and what a late screen-out gets. */
export type Pricing = ReviewRules & Rates & { readonly holdDays: number; readonly thankYou: ThankYouRules };

const MILLION = 1_000_000n;

/** The reward for a completed survey: the panelist's share of the price, in whole cents, rounded down. */
export const rewardFor = (usdMicros: bigint, { sharePpm, zarPerUsdMicros }: Rates): Cents =>
  cents((usdMicros * BigInt(sharePpm) * zarPerUsdMicros * 100n) / (MILLION * MILLION * MILLION));

/** The smallest price that gives this reward, for rewards that operators decide. */
export function usdMicrosFor(amount: Cents, { sharePpm, zarPerUsdMicros }: Rates): bigint {
  const divisor = BigInt(sharePpm) * zarPerUsdMicros * 100n;
  return (amount * MILLION * MILLION * MILLION + divisor - 1n) / divisor;
}

export const REWARD_STATES = ['pending', 'available', 'reversed', 'forfeited'] as const;
export type RewardState = (typeof REWARD_STATES)[number];
export const REWARD_STATE_WORDS: Readonly<Record<RewardState, string>> = {
  pending: 'Pending',
  available: 'Available',
  reversed: 'Reversed',
  forfeited: 'Forfeited',
};
export type PricedReward = Rates & { readonly amount: bigint; readonly state: RewardState };

/** A reward that isn't released yet gets its completion's price, if an event with another price came first. */
export function correctAmount(reward: PricedReward, usdMicros: bigint | null): bigint {
  const { amount, state } = reward;
  const correct = usdMicros === null ? amount : rewardFor(usdMicros, reward);
  return correct <= 0n || state === 'available' || state === 'forfeited' ? amount : correct;
}

/** What a credit at this price pays; null if there is no price. */
export function worthOf(reward: PricedReward | null, rates: Rates, usdMicros: bigint | null): Cents | null {
  if (reward) return cents(correctAmount(reward, usdMicros));
  return usdMicros === null ? null : rewardFor(usdMicros, rates);
}

/** The rules that withhold a completion, as the console shows them. None says that a panelist cheated. */
export const WITHHELD_REASONS = {
  'over-daily-cap': 'Over what one panelist may earn in a day',
  'over-daily-completions': 'Over the surveys that one panelist may complete in a day',
  'over-partner-cap': 'Over what one partner’s surveys may earn in a day',
  'too-fast': 'Completed in less than a third of the survey’s usual length',
} as const;
export type WithheldReason = keyof typeof WITHHELD_REASONS;
export const WITHHELD = Object.keys(WITHHELD_REASONS) as WithheldReason[];
export const isWithheld = (effect: string): effect is WithheldReason => Object.hasOwn(WITHHELD_REASONS, effect);

/** Assumption: review-rules. Zero turns a cap off. */
export type ReviewRules = {
  /** The most a panelist may earn in a day. */
  readonly dailyCapCents: bigint;
  /** The most surveys a panelist may complete in a day. */
  readonly dailyCompletions: number;
  /** The most that a partner's completions may earn in a day, for all panelists together. */
  readonly partnerDailyCapCents: bigint;
  /** Whether a completion that took less than a third of the survey's usual length is withheld. */
  readonly reviewsFastSurveys: boolean;
};

/** For what two people have decided. */
export const NO_REVIEW: ReviewRules = {
  dailyCapCents: 0n,
  dailyCompletions: 0,
  partnerDailyCapCents: 0n,
  reviewsFastSurveys: false,
};

/** The input of the rules. */
export type RecentEarnings = {
  /** Null if the survey's usual length isn't known. */
  readonly isFast: boolean | null;
  /** The wallet's earnings in the last 24 hours, and the number of completions. */
  readonly earned: bigint;
  readonly completions: number;
  /** What the partner's completions have earned today, for all panelists together. */
  readonly partnerEarned: bigint;
};

/** The rule that a completion worth this many cents breaks, or null. */
export function brokenRule(
  { dailyCapCents, dailyCompletions, partnerDailyCapCents, reviewsFastSurveys }: ReviewRules,
  { isFast, earned, completions, partnerEarned }: RecentEarnings,
  amount: bigint,
): WithheldReason | null {
  if (reviewsFastSurveys && isFast) return 'too-fast';
  if (dailyCapCents > 0n && earned + amount > dailyCapCents) return 'over-daily-cap';
  if (dailyCompletions > 0 && completions >= dailyCompletions) return 'over-daily-completions';
  if (partnerDailyCapCents > 0n && partnerEarned + amount > partnerDailyCapCents) return 'over-partner-cap';
  return null;
}

/** Assumption: fast-surveys. A completion below this share of the usual length is fast. */
export const FAST_SHARE = 1 / 3;
/** The median of fewer completions says little. */
const MIN_TIMED_COMPLETES = 10;

export type KnownLength = {
  /** Of the survey's completions that were paid and not taken back. */
  readonly completes: number;
  readonly medianSeconds: number | null;
  /** What the partner said before the survey began. */
  readonly statedMinutes: number | null;
};

/** The survey's own median, or else the length that the partner stated. Null if neither is known. */
export function usualSeconds({ completes, medianSeconds, statedMinutes }: KnownLength): number | null {
  if (completes >= MIN_TIMED_COMPLETES && medianSeconds !== null) return medianSeconds;
  return statedMinutes === null ? null : statedMinutes * 60;
}

/** Null if the survey's usual length isn't known. */
export const isFastSurvey = (seconds: number, usual: number | null): boolean | null =>
  usual === null || usual <= 0 ? null : seconds < usual * FAST_SHARE;

export type TimedCompletion = {
  readonly openedAt: Date;
  /** When the browser first came back, if it has. */
  readonly returnedAt: Date | null;
  /** When the partner reported the completion. */
  readonly at: Date;
  /** What the partner said. */
  readonly reportedSeconds: number | null;
};

/** How long a survey took: what the partner said, but no longer than since the entry; or else until the browser came back. */
export function surveySeconds({ openedAt, returnedAt, at, reportedSeconds }: TimedCompletion): number {
  const until = (end: Date) => Math.max(0, Math.round((end.getTime() - openedAt.getTime()) / 1000));
  return reportedSeconds === null ? until(returnedAt ?? at) : Math.min(reportedSeconds, until(at));
}
