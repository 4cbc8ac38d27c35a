/** Calls of different people that come at the same time, sent to the database as one statement. */
import { DatabaseUnavailable } from './database.ts';

type Call<Item, Result> = {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

type Limits = {
  readonly maxItems: number;
  /** While so many batches are under way, what comes waits for one of them to end, but no longer than `MAX_WAIT_MS`. */
  readonly maxUnderWay: number;
};
/** So that a batch which hangs holds nobody up. */
const MAX_WAIT_MS = 10;

/** Runs the calls of one event-loop tick together, as DataLoader does. */
function collect<Item, Result>(
  { maxItems, maxUnderWay }: Limits,
  run: (calls: readonly Call<Item, Result>[]) => Promise<void>,
): (item: Item) => Promise<Result> {
  let waiting: Call<Item, Result>[] = [];
  let underWay = 0;
  let timer: NodeJS.Timeout | undefined;
  async function runWaiting(): Promise<void> {
    const calls = waiting;
    waiting = [];
    clearTimeout(timer);
    timer = undefined;
    underWay += 1;
    await run(calls);
    underWay -= 1;
    runNext();
  }
  function runNext(): void {
    if (waiting.length === 0) return;
    if (underWay < maxUnderWay) void runWaiting();
    else timer ??= setTimeout(runWaiting, MAX_WAIT_MS);
  }
  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(runNext);
      waiting.push({ item, resolve, reject });
      if (waiting.length === maxItems) void runWaiting();
    });
}

/** `readAll` returns a result for each item, in the order of the items. */
export const batchReads = <Item, Result>(
  maxItems: number,
  readAll: (items: readonly Item[]) => Promise<readonly Result[]>,
): ((item: Item) => Promise<Result>) =>
  collect({ maxItems, maxUnderWay: Number.POSITIVE_INFINITY }, async (calls) => {
    try {
      const results = await readAll(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  });

type Writes<Item, Result> = {
  /** Of several items that have a key in common only the first is written with others. */
  readonly keysOf: (item: Item) => readonly string[];
  /**
   * One transaction, with a result in the place of each item that it has written. With `wait` it is a single item, and no result is its
   * result; otherwise it waits for no lock, and what has no result is written alone.
   */
  readonly writeAll: (
    items: readonly Item[],
    options: { readonly wait: boolean },
  ) => Promise<readonly (Result | undefined)[]>;
};
/** Few under way: two keep the database busy while the next is collected, and the more calls a batch has, the less each of them costs. */
const WRITES: Limits = { maxItems: 16, maxUnderWay: 2 };

/** What comes alone, or can't be written with others, is a transaction of its own: nobody waits for, or fails by, somebody else's. */
export function batchWrites<Item, Result>({
  keysOf,
  writeAll,
}: Writes<Item, Result>): (item: Item) => Promise<Result | undefined> {
  async function writeTogether(items: readonly Item[]): Promise<ReadonlyMap<Item, Result>> {
    const seen = new Set<string>();
    const first = items.filter((item) => {
      const keys = keysOf(item);
      const isFirst = !keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      return isFirst;
    });
    if (first.length < 2) return new Map();
    try {
      const results = await writeAll(first, { wait: false });
      return new Map(
        results.flatMap((result, index) => (result === undefined ? [] : [[first[index] as Item, result]])),
      );
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error;
      // An error of one is no error of the others.
      return new Map();
    }
  }
  return collect(WRITES, async (calls) => {
    try {
      const written = await writeTogether(calls.map(({ item }) => item));
      const alone = calls.filter(({ item }) => !written.has(item));
      for (const { item, resolve } of calls) if (written.has(item)) resolve(written.get(item));
      await Promise.all(
        alone.map(({ item, resolve, reject }) =>
          writeAll([item], { wait: true }).then(([result]) => resolve(result), reject),
        ),
      );
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  });
}

/** A row about the item of a place, counted from 1, of a statement with several items. */
export type Placed<Row> = Row & { readonly place: number };

/** The row of each item, in the order of the items. */
export function inPlace<Row>(items: readonly unknown[], rows: readonly Placed<Row>[]): (Placed<Row> | undefined)[] {
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return items.map((_, index) => byPlace.get(index + 1));
}
