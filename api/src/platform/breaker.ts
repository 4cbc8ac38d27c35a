import type { Clock } from './clock.ts';

const MAX_FAILURES = 5;
const PROBE_EVERY_MS = 30_000;

export type Breaker = {
  /** Whether to call now. While the breaker is open, true once every half minute: that call is the probe. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
  /** Whether the party is called by probes only. */
  isOpen(): boolean;
};

/** A circuit breaker: after repeated failures a party is not called for a while, so that nobody waits for one that is down. */
export function breaker(clock: Clock): Breaker {
  let failures = 0;
  let lastCall = 0;
  const isOpen = () => failures >= MAX_FAILURES;
  return {
    isOpen,
    allows() {
      if (!isOpen()) return true;
      const now = clock.now().getTime();
      // A clock that was set back must not keep it open forever.
      if (Math.abs(now - lastCall) < PROBE_EVERY_MS) return false;
      lastCall = now;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      lastCall = clock.now().getTime();
    },
  };
}

/** One for each party that the worker calls, shared by every job that calls it. */
export type Breakers = { readonly issuer: Breaker; readonly chat: Breaker };
