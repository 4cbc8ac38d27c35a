import type pg from 'pg';

type Value = string | number | boolean | null | Date | Buffer;
export type Row = Readonly<Record<string, Value>>;

const CHUNK = 4000;

/** The statement's parameters: one array for each column. */
const arraysOf = (columns: readonly string[], rows: readonly Row[]): Value[][] =>
  columns.map((column) => rows.map((row) => row[column] ?? null));
const unnest = (types: readonly string[]) => types.map((type, index) => `$${index + 1}::${type}[]`).join(', ');

/** Inserts rows in their order. A row has a value for each column, by name. */
export async function insertRows(client: pg.Client, table: string, rows: readonly Row[]): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass`,
    [table],
  );
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const names = Object.keys(rows[0] ?? {});
  const types = names.map((name) => typeOf.get(name) ?? `unknown column ${name}`);
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

/**
 * Inserts transfers, oldest first, then their postings through the triggers that update wallets and books. Each statement has
 * at most one transfer per wallet: triggers see a statement's rows in no order, and no balance may become negative.
 */
export async function insertTransferRows(client: pg.Client, transfers: readonly TransferRow[]): Promise<void> {
  await insertRows(
    client,
    'transfers',
    transfers.map(({ kind, key, walletId, at }) => ({ kind, key, wallet_id: walletId, at })),
  );
  const rounds: TransferRow[][] = [];
  const made = new Map<string, number>();
  for (const transfer of transfers) {
    const round = made.get(transfer.walletId) ?? 0;
    made.set(transfer.walletId, round + 1);
    rounds[round] ??= [];
    rounds[round].push(transfer);
  }
  for (const round of rounds)
    for (let from = 0; from < round.length; from += CHUNK)
      await insertPostings(client, round.slice(from, from + CHUNK));
}

async function insertPostings(client: pg.Client, transfers: readonly TransferRow[]): Promise<void> {
  const postings = transfers.flatMap(({ key, postings: of }) =>
    of.filter(([, amount]) => amount !== 0).map(([account, amount]) => ({ key, account, amount })),
  );
  await client.query(
    `insert into postings (transfer_id, account, amount)
     select t.id, p.account, p.amount
     from unnest(${unnest(['text', 'text', 'bigint'])}) as p (key, account, amount) join transfers t on t.key = p.key`,
    arraysOf(['key', 'account', 'amount'], postings),
  );
}

export type ThankYouRow = Row & { readonly id: string; readonly amount: number; readonly at: Date };

/** The rows of the whole panel's history, by table. */
export type DemoHistory = {
  readonly sessions: Row[];
  readonly events: Row[];
  readonly rewards: Row[];
  readonly thankYous: ThankYouRow[];
  /** The cents that thank-yous cost, by month. */
  readonly thankYouMonths: Map<string, number>;
  readonly transfers: TransferRow[];
  readonly withdrawals: Row[];
  readonly vouchers: Row[];
  readonly messages: Row[];
};
