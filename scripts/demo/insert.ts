import type pg from 'pg';

export type Value = string | number | boolean | null | Date | Buffer;
export type Row = Readonly<Record<string, Value>>;

const CHUNK = 4000;

/** The statement's parameters: one array for each column. */
const arraysOf = (columns: readonly string[], rows: readonly Row[]): Value[][] =>
  columns.map((column) => rows.map((row) => row[column] ?? null));
const unnest = (types: readonly string[], first = 1) =>
  types.map((type, index) => `$${index + first}::${type}[]`).join(', ');

/** Inserts rows in the order they come. `columns` has the type of each. */
export async function insertRows(
  client: pg.Client,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly Row[],
): Promise<void> {
  const [names, types] = [Object.keys(columns), Object.values(columns)];
  for (let from = 0; from < rows.length; from += CHUNK)
    await client.query(
      `insert into ${table} (${names.join(', ')}) select * from unnest(${unnest(types)})`,
      arraysOf(names, rows.slice(from, from + CHUNK)),
    );
}

export type TransferRow = {
  readonly kind: string;
  readonly key: string;
  readonly walletId: string;
  readonly at: Date;
  /** By account, in cents; they sum to zero. */
  readonly postings: readonly (readonly [account: string, amount: number])[];
};

/** Inserts transfers with their postings, through the triggers that keep wallets and books. The oldest come first. */
export async function insertTransfers(client: pg.Client, transfers: readonly TransferRow[]): Promise<void> {
  for (let from = 0; from < transfers.length; from += CHUNK) {
    const chunk = transfers.slice(from, from + CHUNK);
    const postings = chunk.flatMap(({ key, postings: of }) =>
      of.filter(([, amount]) => amount !== 0).map((one) => [key, ...one]),
    );
    await client.query(
      `with transfer as (
         insert into transfers (kind, key, wallet_id, at)
         select * from unnest(${unnest(['text', 'text', 'uuid', 'timestamptz'])}) returning id, key
       )
       insert into postings (transfer_id, account, amount)
       select t.id, p.account, p.amount
       from unnest(${unnest(['text', 'text', 'bigint'], 5)}) as p (key, account, amount) join transfer t on t.key = p.key`,
      [
        chunk.map(({ kind }) => kind),
        chunk.map(({ key }) => key),
        chunk.map(({ walletId }) => walletId),
        chunk.map(({ at }) => at),
        ...[0, 1, 2].map((index) => postings.map((posting) => posting[index])),
      ],
    );
  }
}

/** The rows of the whole panel's history, by table. */
export type History = {
  readonly sessions: Row[];
  readonly events: Row[];
  readonly rewards: Row[];
  readonly transfers: TransferRow[];
  readonly withdrawals: Row[];
  readonly vouchers: Row[];
  readonly messages: Row[];
};
