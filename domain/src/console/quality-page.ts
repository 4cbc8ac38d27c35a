import type { Partner } from '../partners/partners.ts';
import type { Day, Month } from './values.ts';

// Quality. No query.

/** Assumption: reconciliation-limit. A partner that takes back a larger share is asked why. */
export const MAX_RECONCILED_SHARE = 0.1;
/** The rate is of the current month and the two before. */
export const RECONCILED_MONTHS = 3;

export type QualityPageData = {
  countedOn: Day;
  /** Of the approved panelists, in bands of ten from the best; `from` is null for those without a score. */
  scores: { from: number | null; people: number }[];
  /** The newest month first. A complete is in the month in which the partner reported it. */
  months: {
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
  }[];
  reconciliation: { partner: Partner; rewarded: number; reversed: number; isOver: boolean }[];
};
