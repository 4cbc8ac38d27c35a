import type { Transfer } from '@panel/domain/rewards/money';
import type pg from 'pg';
import { postingsOf } from '../../api/src/rewards/ledger.ts';

type Value = string | number | bigint | boolean | null | Date | Buffer;
export type Row = Readonly<Record<string, Value>>;

const CHUNK = 4000;

/** Inserts rows in their order, a chunk in each statement. A row has a value for each column, by name. */
export async function insertRows(client: pg.Client, table: string, rows: readonly Row[], size = CHUNK): Promise<void> {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass`,
    [table],
  );
  const typeOf = new Map(columns.map(({ name, type }) => [name, type]));
  const names = Object.keys(rows[0] ?? {});
  const arrays = names.map((name, index) => `$${index + 1}::${typeOf.get(name) ?? `unknown column ${name}`}[]`);
  for (let from = 0; from < rows.length; from += size) {
    const chunk = rows.slice(from, from + size);
    await client.query(
      `insert into ${table} (${names.join(', ')}) select * from unnest(${arrays.join(', ')})`,
      names.map((name) => chunk.map((row) => row[name] ?? null)),
    );
  }
}

type DemoTransfer = Transfer & { readonly walletId: string; readonly at: Date };

/**
 * Inserts transfers, oldest first, then their postings through the triggers that update wallets and books. Each statement has
 * at most one transfer per wallet: triggers see a statement's rows in no order, and no balance may become negative.
 */
async function insertTransfers(client: pg.Client, transfers: readonly DemoTransfer[]): Promise<void> {
  const rows = transfers.map(({ kind, subject, change = 0, walletId, at }) => ({
    kind,
    subject,
    change,
    wallet_id: walletId,
    at,
  }));
  await insertRows(client, 'transfers', rows);
  const ids = new Map<string, string>();
  const keyOf = ({ kind, subject }: Pick<Transfer, 'kind' | 'subject'>) => `${kind} ${subject}`;
  type Stored = Pick<Transfer, 'kind' | 'subject'> & { readonly id: string };
  for (const row of (await client.query<Stored>('select id, kind, subject from transfers')).rows)
    ids.set(keyOf(row), row.id);
  const rounds: Row[][] = [];
  const made = new Map<string, number>();
  for (const { walletId, moves, ...transfer } of transfers) {
    const round = made.get(walletId) ?? 0;
    made.set(walletId, round + 1);
    rounds[round] ??= [];
    for (const [account, amount] of postingsOf(moves))
      rounds[round].push({ transfer_id: ids.get(keyOf(transfer)) ?? null, account, amount });
  }
  // In one statement, because each transfer's postings must sum to zero in it.
  for (const round of rounds) await insertRows(client, 'postings', round, round.length);
}

/** The demo's tables, each after those that it refers to, with the time by which its rows are sorted. */
const TABLES = {
  panelists: 'registered_at',
  wallets: null,
  consents: null,
  preferences: null,
  profiling_due: null,
  submissions: 'submitted_at',
  profiles: null,
  personal_answers: null,
  survey_sessions: 'created_at',
  partner_events: 'received_at',
  rewards: 'earned_at',
  withdrawals: 'requested_at',
  vouchers: null,
  messages: 'created_at',
} as const satisfies Record<string, string | null>;
type Table = keyof typeof TABLES;

/** The rows of the whole panel, until they are inserted. */
export class DemoRows {
  readonly #tables = new Map<Table, Row[]>();
  readonly transfers: DemoTransfer[] = [];

  of(table: Table): readonly Row[] {
    return this.#tables.get(table) ?? [];
  }

  add(table: Table, row: Row): void {
    const rows = this.#tables.get(table);
    if (rows) rows.push(row);
    else this.#tables.set(table, [row]);
  }

  async insert(client: pg.Client): Promise<void> {
    for (const [table, time] of Object.entries(TABLES) as [Table, string | null][]) {
      const rows = this.of(table);
      await insertRows(client, table, time ? rows.toSorted((a, b) => Number(a[time]) - Number(b[time])) : rows);
    }
    await insertTransfers(
      client,
      this.transfers.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    );
  }
}
