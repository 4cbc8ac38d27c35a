/** When a completion is withheld until two people decide. */
import type { WithheldReason } from '@panel/domain/rewards/withheld';

/** Assumption: review-rules. Zero turns a rule off. */
export type ReviewRules = {
  /** What a panelist may earn in a day. */
  readonly dailyCapCents: bigint;
  /** How many surveys a panelist may complete in a day. */
  readonly dailyCompletions: number;
  /** What the completions of a partner may earn in a day, by all panelists together. */
  readonly partnerDailyCapCents: bigint;
  /** The shortest time that an honest completion takes. */
  readonly minSurveyMs: number;
};

/** For what people have decided about. */
export const NO_REVIEW: ReviewRules = {
  dailyCapCents: 0n,
  dailyCompletions: 0,
  partnerDailyCapCents: 0n,
  minSurveyMs: 0,
};

/** What the rules are about. */
export type RecentEarnings = {
  /** When the panelist was sent to the survey. */
  readonly openedAt: Date;
  /** What the wallet earned in the last 24 hours, and by how many completions. */
  readonly earned: bigint;
  readonly completions: number;
  /** What the partner's completions have earned today, by all panelists together. */
  readonly partnerEarned: bigint;
};

/** The rule that a completion worth so many cents breaks, or null. */
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
