/** Gives one use of the database its time limit. */
export type Timed = <T>(use: (totalMs: number) => Promise<T>) => Promise<T>;

/** One time limit for several uses; it runs only while at least one of them does. */
export function sharedTime(totalMs: number): Timed {
  let left = totalMs;
  let uses = 0;
  let since = 0;
  const passed = () => performance.now() - since;
  return async (use) => {
    if (uses === 0) since = performance.now();
    uses += 1;
    try {
      return await use(left - passed());
    } finally {
      uses -= 1;
      if (uses === 0) left -= passed();
    }
  };
}
