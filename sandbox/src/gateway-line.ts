/** A slow phone line: every call waits for it once, and all bytes of all calls go through it one after the other. */
import { setTimeout as wait } from 'node:timers/promises';

export const LINES = {
  'slow-3g': { kbits: 400, latencyMs: 400 },
  '2g': { kbits: 50, latencyMs: 800 },
} as const;
export type Pace = keyof typeof LINES;
export type Line = { call(): Promise<void>; carry(bytes: number): Promise<void> };

/** What goes at once; small, so that calls share the line rather than wait for each other. */
export const PIECE = 1024;

const until = async (at: number): Promise<void> => {
  // A timer may be a little early.
  for (let left = at - performance.now(); left > 0; left = at - performance.now()) await wait(Math.ceil(left));
};

export const openLine = (pace: Pace): Line => {
  const { kbits, latencyMs } = LINES[pace];
  let freeAt = 0;
  return {
    call: () => until(performance.now() + latencyMs),
    carry(bytes) {
      freeAt = Math.max(freeAt, performance.now()) + (bytes * 8) / kbits;
      return until(freeAt);
    },
  };
};
