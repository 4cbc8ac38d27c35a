/** Counts in memory, written together every so often, so that no call waits. */

/** While the database is down, counts beyond this are dropped. */
const MAX_COUNTS = 5000;

export type CountOf<T> = { readonly what: T; readonly count: number };

export function bufferCounts<T>(insert: (counts: readonly CountOf<T>[]) => Promise<unknown>, everyMs: number) {
  let counts = new Map<string, CountOf<T>>();
  const add = (what: T, more = 1): void => {
    const key = JSON.stringify(what);
    const counted = counts.get(key);
    if (counted || counts.size < MAX_COUNTS) counts.set(key, { what, count: (counted?.count ?? 0) + more });
  };
  /** Writes the counts since the last time. After a failure they are kept for the next time. */
  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const written = [...counts.values()];
    counts = new Map();
    try {
      await insert(written);
    } catch {
      for (const { what, count } of written) add(what, count);
    }
  };
  const timer = setInterval(() => void write(), everyMs).unref();
  return {
    add: (what: T) => add(what),
    write,
    stop() {
      clearInterval(timer);
      return write();
    },
  };
}
