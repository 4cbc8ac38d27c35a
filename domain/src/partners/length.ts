/** How long a survey took, and which surveys end late too often. */
import type { Outcome } from './outcomes.ts';

/** Every page, file and message rounds it in the same way. */
export const wholeMinutes = (seconds: number): number => Math.round(seconds / 60);

type TimedSession = {
  readonly enteredAt: Date;
  readonly returnedAt: Date | null;
  /** Of a completed session: what the partner reported, or what we measured until the completion. */
  readonly lengthSeconds: number | null;
};

/** If the end is reported later than this, the panelist had left before, at an unknown time. */
export const LONGEST_VISIT_MINUTES = 180;

/** When the panelist left, by the first sign of it: a browser can keep its return back, and a partner can report late. */
export function leftAt(returnedAt: Date | null, endedAt: Date | null): Date | null {
  if (!returnedAt || !endedAt) return returnedAt ?? endedAt;
  return returnedAt < endedAt ? returnedAt : endedAt;
}

/** The minutes spent on a survey that ended without a completion. Null if they can't be known. */
export function minutesUntil(enteredAt: Date, left: Date): number | null {
  const minutes = wholeMinutes((left.getTime() - enteredAt.getTime()) / 1000);
  return minutes >= 0 && minutes <= LONGEST_VISIT_MINUTES ? minutes : null;
}

/** Null if the session has no length yet. */
export function sessionMinutes({ enteredAt, returnedAt, lengthSeconds }: TimedSession): number | null {
  if (lengthSeconds !== null) return wholeMinutes(lengthSeconds);
  return returnedAt && wholeMinutes((returnedAt.getTime() - enteredAt.getTime()) / 1000);
}

/** Assumption: reports. A survey that ends in the first minutes only checked whether the panelist fits. */
export const LATE_END_MINUTES = 5;
/** Ends that are the survey's choice, not a fault of the line or of the panelist. */
export const LATE_ENDS: readonly Outcome[] = ['screenout', 'overquota', 'quality'];

/** Assumption: late-ends. Fewer people could be one farm, whose browsers say what they like. */
export const LATE_END_MIN_PEOPLE = 10;
const LATE_END_SHARE = 0.5;

/** Different people, each counted once. */
type LateEnds = { readonly people: number; readonly droppedLate: number };

/** Whether the list leaves out a survey, because it drops too many people after they have done part of the work, without a completion. */
export const isLeftOut = ({ people, droppedLate }: LateEnds): boolean =>
  droppedLate >= LATE_END_MIN_PEOPLE && droppedLate > LATE_END_SHARE * people;
