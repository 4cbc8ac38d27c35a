/** Measures how long the panelist waits, and sends the buckets once, without an id. Loaded by a few phones, after the first screen. */
import { api } from '@panel/domain/paths';
import { type PhoneTiming, timingBucket } from '@panel/domain/phone-timings';

/** Older browsers lack a part of it, and then send nothing. */
export function measureTimings(): void {
  const buckets: Partial<Record<PhoneTiming, number>> = {};
  const record = (name: PhoneTiming, ms: number): void => {
    buckets[name] ??= timingBucket(ms);
  };
  const observe = (type: string, on: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(on)).observe({ type, buffered: true });
  record('script_start', performance.now());
  let submittedAt = Number.POSITIVE_INFINITY;
  try {
    observe('paint', ({ name, startTime }) => name === 'first-contentful-paint' && record('first_content', startTime));
    observe('first-input', (entry) =>
      record('first_tap', (entry as PerformanceEventTiming).processingStart - entry.startTime),
    );
    // The call that a submit makes.
    observe('resource', (entry) => {
      const { initiatorType, startTime, responseEnd } = entry as PerformanceResourceTiming;
      if (initiatorType === 'fetch' && startTime >= submittedAt) record('submit', responseEnd - submittedAt);
    });
  } catch {
    return;
  }
  document.addEventListener(
    'submit',
    () => {
      submittedAt = performance.now();
    },
    true,
  );
  const send = (): void => {
    if (document.visibilityState !== 'hidden') return;
    document.removeEventListener('visibilitychange', send);
    try {
      navigator.sendBeacon(api.timings, new Blob([JSON.stringify(buckets)], { type: 'application/json' }));
    } catch {
      // Some browsers refuse JSON in a beacon.
    }
  };
  document.addEventListener('visibilitychange', send);
}
