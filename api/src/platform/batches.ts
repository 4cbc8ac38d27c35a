type Call<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Collects the reads of one event-loop tick into one statement, as DataLoader does. `readAll` returns a result for each item,
 * in the order of the items.
 */
export function batchReads<Item, Result>(
  maxItems: number,
  readAll: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Call<Item, Result>[] = [];

  async function read(calls: readonly Call<Item, Result>[]): Promise<void> {
    try {
      const results = await readAll(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  function readWaiting(): void {
    const calls = waiting;
    waiting = [];
    for (let from = 0; from < calls.length; from += maxItems) void read(calls.slice(from, from + maxItems));
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(readWaiting);
      waiting.push({ item, resolve, reject });
    });
}
