import { ConnectionFailed } from './server-probe.ts';

export type Slots = {
  /** Waits for a free slot. Returns what gives it back. */
  enter(): Promise<() => void>;
  waiting(): number;
};

/** Lets so many in at once; the others wait in turn, for so long at most. */
export function slots(count: number, waitMs: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();
  const leave = () => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return {
    enter: () =>
      new Promise((resolve, reject) => {
        if (free > 0) {
          free -= 1;
          return resolve(leave);
        }
        const timer = setTimeout(() => {
          waiting.delete(letIn);
          reject(new ConnectionFailed('too many wait'));
        }, waitMs);
        const letIn = () => {
          waiting.delete(letIn);
          clearTimeout(timer);
          resolve(leave);
        };
        waiting.add(letIn);
      }),
    waiting: () => waiting.size,
  };
}
