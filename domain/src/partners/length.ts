/** How long a survey took. Every page, file and message rounds it in the same way. */
export const wholeMinutes = (seconds: number): number => Math.round(seconds / 60);

type TimedSession = {
  readonly enteredAt: Date;
  readonly returnedAt: Date | null;
  /** Of a completed session: what the partner reported, or what we measured until the completion. */
  readonly lengthSeconds: number | null;
};

/** If the end is reported later than this, the panelist had left before, at an unknown time. */
export const LONGEST_VISIT_MINUTES = 180;

/** The minutes spent on a survey that ended without a completion. Null if they can't be known. */
export function minutesUntil(enteredAt: Date, leftAt: Date): number | null {
  const minutes = wholeMinutes((leftAt.getTime() - enteredAt.getTime()) / 1000);
  return minutes >= 0 && minutes <= LONGEST_VISIT_MINUTES ? minutes : null;
}

/** Null if the session has no length yet. */
export function sessionMinutes({ enteredAt, returnedAt, lengthSeconds }: TimedSession): number | null {
  if (lengthSeconds !== null) return wholeMinutes(lengthSeconds);
  return returnedAt && wholeMinutes((returnedAt.getTime() - enteredAt.getTime()) / 1000);
}
