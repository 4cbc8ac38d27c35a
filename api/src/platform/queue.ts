/**
 * The rows are the queue: each says when it is due next. A worker claims a row by moving that time past its lease, so another worker takes
 * over only if this one died.
 */

/** The number of waiting items, and the age of the oldest. */
export type Queue = { readonly length: number; readonly oldestMs: number };

/** Exponential backoff: the delay doubles with each attempt, up to a limit. */
export const backoffMs = (attempts: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number =>
  Math.min(firstMs * 2 ** Math.max(attempts - 1, 0), maxMs);

/** The concurrency, shared by every round of a job: a round that hangs holds only its own slots. */
export type Slots = { free: number };

/**
 * Claims and processes due items until none are left, using every free slot. Each item found wakes another slot, so nothing waits behind an
 * item that hangs. Returns the number processed.
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
