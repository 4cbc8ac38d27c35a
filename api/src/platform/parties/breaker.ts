import type { Clock } from '../clock.ts';

const MAX_FAILURES = 5;
const PROBE_EVERY_MS = 30_000;

export type Breaker = {
  /** Whether to call now. While the breaker is open, true once every half minute: that call is the probe. */
  allows(): boolean;
  /** What `allows` was asked for is over: a probe that told nothing about the party, such as one that called nobody, may be made again at once. */
  release(): void;
  succeeded(): void;
  failed(): void;
  /** Whether the party is called by probes only. */
  isOpen(): boolean;
};

/** A circuit breaker: after repeated failures a party is not called for a while, so that nobody waits for one that is down. */
export function breaker(clock: Clock): Breaker {
  let failures = 0;
  let lastCall = 0;
  /** The last call before the probe, until that has told something; null where none is under way. */
  let beforeProbe: number | null = null;
  const isOpen = () => failures >= MAX_FAILURES;
  return {
    isOpen,
    allows() {
      if (!isOpen()) return true;
      const now = clock.now().getTime();
      // A clock that was set back must not keep it open forever.
      if (Math.abs(now - lastCall) < PROBE_EVERY_MS) return false;
      beforeProbe = lastCall;
      lastCall = now;
      return true;
    },
    release() {
      lastCall = beforeProbe ?? lastCall;
      beforeProbe = null;
    },
    succeeded() {
      failures = 0;
      beforeProbe = null;
    },
    failed() {
      failures += 1;
      beforeProbe = null;
      lastCall = clock.now().getTime();
    },
  };
}

/** One for each party that the worker calls, shared by every job that calls it. */
export type Breakers = { readonly issuer: Breaker; readonly chat: Breaker };

/** Claims what calls the party, where it may be called. Whoever processes it releases the breaker. */
export async function claimIfAllowed<Item>(
  breaker: Breaker,
  claim: () => Promise<Item | undefined>,
): Promise<Item | undefined> {
  if (!breaker.allows()) return undefined;
  let item: Item | undefined;
  try {
    item = await claim();
    return item;
  } finally {
    if (item === undefined) breaker.release();
  }
}
