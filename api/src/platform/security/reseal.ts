/** Re-encrypts values with the newest master key. */

const BATCH = 200;

type SealedRows<Row extends { readonly id: string }> = {
  /** The first of the rows with a value on an older key, in the order of their ids: at most `limit`, after this id if given. */
  readonly find: (after: string | null, limit: number) => Promise<Row[]>;
  readonly reseal: (row: Row) => Row;
  /** Leaves alone what was erased or written in the meantime. */
  readonly save: (rows: readonly Row[]) => Promise<unknown>;
};

type Resealed = {
  readonly count: number;
  /** The ids of rows with a value that no key can open. They stay as they are. */
  readonly failed: readonly string[];
};
export type Resealing = (report: (done: number) => void) => Promise<Resealed>;

/** Each batch is saved or not, so it can be stopped and run again at any time. */
export const resealing =
  <Row extends { readonly id: string }>({ find, reseal, save }: SealedRows<Row>): Resealing =>
  async (report) => {
    const failed: string[] = [];
    let count = 0;
    let found = await find(null, BATCH);
    while (found.length > 0) {
      const resealed: Row[] = [];
      for (const row of found)
        try {
          resealed.push(reseal(row));
        } catch {
          failed.push(row.id);
        }
      await save(resealed);
      count += resealed.length;
      report(count);
      found = await find(found.at(-1)?.id ?? null, BATCH);
    }
    return { count, failed };
  };
