/** How the browser came back from a session: its page said that the survey is finished, or it didn't. */
export const RETURNS = ['finished', 'not-finished'] as const;
export type Return = (typeof RETURNS)[number];

/** Null if the browser hasn't come back. What the partner reports doesn't change it. */
export const returnOf = ({
  returnedAt,
  finishedAt,
}: {
  readonly returnedAt: Date | null;
  readonly finishedAt: Date | null;
}): Return | null => (finishedAt ? 'finished' : returnedAt && 'not-finished');
