import type { Partner } from '../partners/partners.ts';
import type { Month } from './values.ts';

/** A complete is in the month in which the partner reported it. */
export type MonthOfPartner = {
  month: Month;
  partner: Partner;
  completes: number;
  /** Those whose usual length was known, and those of them that were fast. */
  timed: number;
  fast: number;
  /** Of panelists whose answers disagree more often than is forgiven. */
  contradictory: number;
  /** Those that earned a reward, and those of them that the partner took back. */
  rewarded: number;
  reversed: number;
};

/** Assumption: reconciliation-limit. A partner that takes back a larger share of a month is asked why. */
export const MAX_RECONCILED_SHARE = 0.1;
export const isOverReconciled = ({ rewarded, reversed }: MonthOfPartner): boolean =>
  reversed > MAX_RECONCILED_SHARE * rewarded;
