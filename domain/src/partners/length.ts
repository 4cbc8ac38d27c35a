/** How long a survey took. Every page, file and message rounds it in the same way. */
export const wholeMinutes = (seconds: number): number => Math.round(seconds / 60);

type TimedSession = {
  readonly enteredAt: Date;
  readonly returnedAt: Date | null;
  /** Of a completed session: what the partner reported, or what we measured until the completion. */
  readonly lengthSeconds: number | null;
};

/** Null if the session has no length yet. */
export function sessionMinutes({ enteredAt, returnedAt, lengthSeconds }: TimedSession): number | null {
  if (lengthSeconds !== null) return wholeMinutes(lengthSeconds);
  return returnedAt && wholeMinutes((returnedAt.getTime() - enteredAt.getTime()) / 1000);
}
