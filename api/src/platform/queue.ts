/**
 * The rows are the queue: each says when it is due next. A worker claims a row by moving that time past its lease, so that
 * another worker takes it over only if this one died.
 */

export const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** How long to wait after the given number of attempts: twice as long after each, up to a limit. */
export const backoffMs = (attempts: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number =>
  Math.min(firstMs * 2 ** Math.max(attempts - 1, 0), maxMs);

/** Claims and processes what is due, one after the other, until nothing is due. Returns the number of items processed. */
export async function processDue<Item>(
  limit: number,
  claim: () => Promise<Item | undefined>,
  process: (item: Item) => Promise<void>,
): Promise<number> {
  for (let processed = 0; processed < limit; processed += 1) {
    const item = await claim();
    if (item === undefined) return processed;
    await process(item);
  }
  return limit;
}
