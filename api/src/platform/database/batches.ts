const SMALLEST_ID = '00000000-0000-0000-0000-000000000000';

/** Batches of rows in the order of their ids. `readAfter` returns the next ones, at most `size`. */
export async function* batchesById<Row extends { readonly id: string }>(
  size: number,
  readAfter: (last: string) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let rows: Row[] = [];
  do {
    rows = await readAfter(rows.at(-1)?.id ?? SMALLEST_ID);
    yield rows;
  } while (rows.length === size);
}
