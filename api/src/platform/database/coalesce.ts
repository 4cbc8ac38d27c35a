type Call<Key, Result> = {
  readonly key: Key;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
};

/** Coalesces concurrent reads into one statement, like DataLoader. `readAll` returns a result for each key, in the same order. */
export function coalesceReads<Key, Result>(
  maxKeys: number,
  readAll: (keys: readonly Key[]) => Promise<readonly Result[]>,
): (key: Key) => Promise<Result> {
  let waiting: Call<Key, Result>[] = [];
  function readWaiting(): void {
    const calls = waiting;
    waiting = [];
    readAll(calls.map(({ key }) => key)).then(
      (results) => {
        for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
      },
      (error: unknown) => {
        for (const { reject } of calls) reject(error);
      },
    );
  }
  return (key) =>
    new Promise((resolve, reject) => {
      // Everything received in this turn of the event loop is read together.
      if (waiting.length === 0) setImmediate(() => waiting.length > 0 && readWaiting());
      waiting.push({ key, resolve, reject });
      if (waiting.length === maxKeys) readWaiting();
    });
}
