import { PROBE_SECONDS } from '@panel/domain/console/today-page';
import type { Clock } from '../clock.ts';

const MAX_FAILURES = 5;

export type Breaker = {
  /** Whether to call now. While the breaker is open, true once every half minute: that call is the probe. */
  allows(): boolean;
  /** Call this when the work that `allows` admitted is done. An inconclusive probe, such as one that made no call, may be repeated at once. */
  release(): void;
  succeeded(): void;
  failed(): void;
  /** Whether only probes call the party. */
  isOpen(): boolean;
};

/** A circuit breaker: after repeated failures a party isn't called for a while, so that no caller waits for one that is down. */
export function breaker(clock: Clock): Breaker {
  let failures = 0;
  let lastCall = 0;
  /** The last call before the probe, until the probe has a result; null if no probe is running. */
  let beforeProbe: number | null = null;
  const isOpen = () => failures >= MAX_FAILURES;
  return {
    isOpen,
    allows() {
      if (!isOpen()) return true;
      const now = clock.now().getTime();
      // Otherwise a clock that was set back would keep it open forever.
      if (Math.abs(now - lastCall) < 1000 * PROBE_SECONDS) return false;
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

/** One per outside party, shared by every job that calls it. */
export type Breakers = { readonly issuer: Breaker; readonly chat: Breaker };

/** Claims an item if the party may be called. The caller releases the breaker after processing it. */
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
