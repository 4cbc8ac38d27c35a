/** A small thank-you for a panelist whom a partner screened out late. Off unless an amount is set. */

/** Assumption: thank-yous. */
export type ThankYouRules = {
  /** In cents; 0 turns thank-yous off. */
  readonly amount: bigint;
  /** A screen-out is late from this many minutes. */
  readonly minMinutes: number;
  /** For one panelist, in a South African day. */
  readonly perDay: number;
  /** In cents, for all panelists in a South African month. */
  readonly monthlyBudget: bigint;
};

/** A session that a partner screened out. */
export type ScreenOut = {
  /** Null if they can't be known. */
  readonly minutes: number | null;
  readonly isThanked: boolean;
  readonly thankedToday: number;
};

/** Whether a screen-out deserves a thank-you, if the month's budget has room. */
export const deservesThankYou = (
  { amount, minMinutes, perDay }: ThankYouRules,
  { minutes, isThanked, thankedToday }: ScreenOut,
): boolean => amount > 0n && minutes !== null && minutes >= minMinutes && !isThanked && thankedToday < perDay;

export const fitsBudget = ({ amount, monthlyBudget }: ThankYouRules, spentThisMonth: bigint): boolean =>
  spentThisMonth + amount <= monthlyBudget;
