/** When a completion is withheld until two people decide. */
import type { WithheldReason } from './withheld.ts';

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
