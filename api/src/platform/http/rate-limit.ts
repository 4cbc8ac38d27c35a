/** More keys than this aren't counted within one window, so a flood from many addresses can't fill the memory. */
const MAX_KEYS = 50_000;

/** Allows `limit` calls per key in each window of `windowMs`, counted in this process only. */
export function rateLimit(limit: number, windowMs: number, now: () => number = () => performance.now()) {
  let counts = new Map<string, number>();
  let endsAt = 0;
  const countOf = (key: string, at: number): number => {
    if (at >= endsAt) {
      counts = new Map();
      endsAt = at + windowMs;
    }
    return counts.get(key) ?? 0;
  };
  const waitOf = (count: number, at: number) => (count > limit ? Math.ceil((endsAt - at) / 1000) : null);
  return {
    /** Counts one call for the key. Returns null if it is allowed, or the seconds to wait. */
    take(key: string): number | null {
      const at = now();
      const count = countOf(key, at) + 1;
      if (count > 1 || counts.size < MAX_KEYS) counts.set(key, count);
      return waitOf(count, at);
    },
    /** The same without counting. */
    secondsToWait(key: string): number | null {
      const at = now();
      return waitOf(countOf(key, at) + 1, at);
    },
  };
}
