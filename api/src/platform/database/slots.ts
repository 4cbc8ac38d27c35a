import { ConnectionFailed } from './server-probe.ts';

/** If a timer fires this late, the whole process was paused, and what it waits for may be late for the same reason. */
const HELD_UP_MS = 100;

/**
 * Calls back after this time, or after twice this time if the timer was delayed. After a pause every timer fires at once, although what was
 * waited for may already have arrived.
 */
function setPatientTimeout(callback: () => void, ms: number): { clear(): void } {
  const dueAt = performance.now() + ms;
  let timer = setTimeout(() => {
    if (performance.now() - dueAt > HELD_UP_MS) timer = setTimeout(callback, ms);
    else callback();
  }, ms);
  return { clear: () => clearTimeout(timer) };
}

/** Limits concurrency to `count`; other callers wait in order for up to `waitMs`. */
export function slots(count: number, waitMs: number) {
  let free = count;
  const waiting = new Set<() => void>();
  const leave = () => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return {
    /** Waits for a free slot. Returns a function that releases it. */
    enter: (): Promise<() => void> =>
      new Promise((resolve, reject) => {
        if (free > 0) {
          free -= 1;
          return resolve(leave);
        }
        const timer = setPatientTimeout(() => {
          waiting.delete(letIn);
          reject(new ConnectionFailed('too many calls wait'));
        }, waitMs);
        const letIn = () => {
          waiting.delete(letIn);
          timer.clear();
          resolve(leave);
        };
        waiting.add(letIn);
      }),
    waiting: () => waiting.size,
  };
}
