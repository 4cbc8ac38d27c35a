/** When a completion is withheld until two people decide. */
import type { WithheldReason } from '@panel/domain/rewards/withheld';

/** Assumption: review-rules. Zero turns a rule off. */
export type ReviewRules = {
  /** The most a panelist may earn in a day. */
  readonly dailyCapCents: bigint;
  /** The most surveys a panelist may complete in a day. */
  readonly dailyCompletions: number;
  /** The most that a partner's completions may earn in a day, for all panelists together. */
  readonly partnerDailyCapCents: bigint;
  /** The shortest time that an honest completion takes. */
  readonly minSurveyMs: number;
};

/** For what two people have decided. */
export const NO_REVIEW: ReviewRules = {
  dailyCapCents: 0n,
  dailyCompletions: 0,
  partnerDailyCapCents: 0n,
  minSurveyMs: 0,
};

/** The input of the rules. */
export type RecentEarnings = {
  /** When the panelist was sent to the survey. */
  readonly openedAt: Date;
  /** The wallet's earnings in the last 24 hours, and the number of completions. */
  readonly earned: bigint;
  readonly completions: number;
  /** What the partner's completions have earned today, for all panelists together. */
  readonly partnerEarned: bigint;
};

/** The rule that a completion worth this many cents breaks, or null. */
export function brokenRule(
  { dailyCapCents, dailyCompletions, partnerDailyCapCents, minSurveyMs }: ReviewRules,
  { openedAt, earned, completions, partnerEarned }: RecentEarnings,
  amount: bigint,
  at: Date,
): WithheldReason | null {
  if (minSurveyMs > 0 && at.getTime() - openedAt.getTime() < minSurveyMs) return 'too-fast';
  if (dailyCapCents > 0n && earned + amount > dailyCapCents) return 'over-daily-cap';
  if (dailyCompletions > 0 && completions >= dailyCompletions) return 'over-daily-completions';
  if (partnerDailyCapCents > 0n && partnerEarned + amount > partnerDailyCapCents) return 'over-partner-cap';
  return null;
}
