/** Surveys that drop many people late: after they have done part of the work, without a completion. */
import type { Outcome } from './outcomes.ts';

/** Assumption: reports. A survey that ends in the first minutes only checked whether the panelist fits. */
export const LATE_END_MINUTES = 5;
/** Ends that are the survey's choice, not a fault of the line or of the panelist. */
export const LATE_ENDS: readonly Outcome[] = ['screenout', 'overquota', 'quality'];

/** Assumption: late-ends. */
export type LateEndRules = {
  /** A survey that drops a larger share of its people late isn't listed; 1 lists them all. */
  readonly maxShare: number;
  /** With fewer sessions, the share says little. */
  readonly minSessions: number;
};
export type LateEndCounts = { readonly sessions: number; readonly lateEnds: number };

export const isLeftOut = ({ maxShare, minSessions }: LateEndRules, { sessions, lateEnds }: LateEndCounts): boolean =>
  sessions >= minSessions && lateEnds > maxShare * sessions;
