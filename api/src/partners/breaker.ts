import type { Clock } from '../platform/clock.ts';

const FAILURES = 5;
const PROBE_EVERY_MS = 30_000;

export type Breaker = {
  /** Whether to ask now. While it is open, true once every half minute: that call is the probe. */
  allows(): boolean;
  succeeded(): void;
  failed(): void;
};

/** Stops asking a partner that fails again and again, so that a dead one costs nobody time. */
export function breaker(clock: Clock): Breaker {
  let failures = 0;
  let lastAsked = 0;
  return {
    allows() {
      if (failures < FAILURES) return true;
      const now = clock.now().getTime();
      // A clock that was set back must not keep it open for good.
      if (Math.abs(now - lastAsked) < PROBE_EVERY_MS) return false;
      lastAsked = now;
      return true;
    },
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      lastAsked = clock.now().getTime();
    },
  };
}
