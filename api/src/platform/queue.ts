/**
 * The rows are the queue: each says when it is due next. A worker claims a row by moving that time past its lease, so that
 * another worker takes it over only if this one died.
 */

/** What waits in a queue, and for how long the oldest has. */
export type Queue = { readonly length: number; readonly oldestMs: number };

/** How long to wait after the given number of attempts: twice as long after each, up to a limit. */
export const backoffMs = (attempts: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number =>
  Math.min(firstMs * 2 ** Math.max(attempts - 1, 0), maxMs);

/** How many items are processed at once, shared by every round of a job: a round that hangs holds only its own. */
export type Slots = { free: number };

/**
 * Claims and processes what is due, as many at once as there are free slots, until nothing is due. Each item that is found
 * lets another slot look for the next, so nothing waits for an item that hangs. Returns the number of items processed.
 */
export async function processSeveral<Item>(
  slots: Slots,
  signal: AbortSignal,
  claim: () => Promise<Item | undefined>,
  process: (item: Item) => Promise<void>,
): Promise<number> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let processed = 0;

  async function work(): Promise<void> {
    slots.free -= 1;
    try {
      while (!signal.aborted) {
        const item = await claim();
        if (item === undefined) return;
        start();
        await process(item);
        processed += 1;
      }
    } finally {
      slots.free += 1;
    }
  }
  function start(): void {
    if (slots.free <= 0) return;
    const worker = work()
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(worker));
    running.add(worker);
  }

  start();
  while (running.size > 0) await Promise.race(running);
  if (failures.length > 0) throw failures[0];
  return processed;
}
