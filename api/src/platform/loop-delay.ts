/** How long calls wait in this process before anything can be done about them. */

const SAMPLE_MS = 20;
const WINDOW_MS = 1000;
/** One long pause, of a collection of garbage or of the whole machine, is no overload. */
const MIN_SAMPLES = 3;

/**
 * Returns by how many ms the event loop has been late all the time during the last second: with more calls than the process can
 * serve each turn of the loop takes long, since every turn takes in more of them.
 */
export function watchLoopDelay(now: () => number = () => performance.now()): () => number {
  let samples: { readonly at: number; readonly ms: number }[] = [];
  let [last, delay] = [now(), 0];
  const timer = setInterval(() => {
    const at = now();
    samples.push({ at, ms: Math.max(0, at - last - SAMPLE_MS) });
    last = at;
    samples = samples.filter((sample, index) => at - sample.at < WINDOW_MS || index >= samples.length - MIN_SAMPLES);
    delay = samples.length < MIN_SAMPLES ? 0 : Math.min(...samples.map(({ ms }) => ms));
  }, SAMPLE_MS);
  timer.unref();
  return () => delay;
}
