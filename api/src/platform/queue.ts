/**
 * The rows are the queue: each says when it is due next. A worker claims a row by moving that time past its lease, so another worker takes
 * over only if this one died.
 */

import { DatabaseUnavailable } from './database/database.ts';
import { ItemsFailed } from './failed-items.ts';

/** The number of waiting items, and the age of the oldest. */
export type Queue = { readonly length: number; readonly oldestMs: number };

/** Exponential backoff: the delay doubles with each attempt, up to a limit. */
export const backoffMs = (attempts: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number =>
  Math.min(firstMs * 2 ** Math.max(attempts - 1, 0), maxMs);

/** The concurrency, shared by every round of a job: a round that hangs holds only its own slots. */
export type Slots = { free: number };

type Claiming<Item> = {
  readonly slots: Slots;
  readonly signal: AbortSignal;
  readonly claim: () => Promise<Item | undefined>;
  readonly process: (item: Item) => Promise<void>;
  /** Sets an item aside whose processing failed. */
  readonly setAside: (item: Item, error: unknown) => Promise<unknown>;
};

/**
 * Claims and processes due items until none are left, using every free slot. Each item found wakes another slot, so nothing waits behind an
 * item that hangs or fails. Returns the number processed, or fails after that with what the others failed with.
 */
export async function processSeveral<Item>({
  slots,
  signal,
  claim,
  process,
  setAside,
}: Claiming<Item>): Promise<number> {
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
        await process(item).then(
          () => {
            processed += 1;
          },
          async (error: unknown) => {
            if (error instanceof DatabaseUnavailable) throw error;
            failures.push(error);
            await setAside(item, error);
          },
        );
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
  if (failures.length > 0) throw new ItemsFailed(failures, 'Items were set aside.');
  return processed;
}
