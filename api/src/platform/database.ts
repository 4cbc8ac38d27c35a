import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConnectionFailed, probe, ServerSilent, whileAnswering } from './server-probe.ts';

/** One statement. Its name makes PostgreSQL prepare it once per connection: parsing costs more than running it. */
export type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] };

const statements = new WeakMap<TemplateStringsArray, { name: string; text: string }>();
const nameOf = (text: string): string => `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;

/** A statement from a template. Every `${value}` becomes a parameter, so no value can be read as SQL. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  let statement = statements.get(strings);
  if (!statement) {
    const text = strings.reduce((sofar, part, index) => `${sofar}$${index}${part}`);
    statement = { name: nameOf(text), text };
    statements.set(strings, statement);
  }
  return { ...statement, values };
}

/** The first statement of a transaction that reads whole tables: it may scan them, and take long. */
export const READ_WHOLE_TABLES = sql`
  select set_config('enable_seqscan', 'on', true), set_config('statement_timeout', '15min', true)`;

/** Statements by the names of their common table expressions: a part may read the rows that an earlier part returns. */
export type Parts = Readonly<Record<string, Statement>>;

const combined = new Map<string, { name: string; text: string }>();

/** One statement that does all of its parts or none. Besides returned rows, no part sees what another one writes. */
export function together(parts: Parts, result: Statement = sql`select`): Statement {
  const entries = Object.entries(parts);
  const all = [...entries.map(([, part]) => part), result];
  const key = `${entries.map(([name, part]) => `${name} ${part.name}`)} ${result.name}`;
  let statement = combined.get(key);
  if (!statement) {
    let shift = 0;
    const texts = all.map(({ text, values }) => {
      const before = shift;
      shift += values.length;
      return text.replace(/\$(\d+)/g, (_, index) => `$${Number(index) + before}`);
    });
    const ctes = entries.map(([name], index) => `${name} as (${texts[index]})`);
    const text = `${ctes.length > 0 ? `with ${ctes.join(', ')} ` : ''}${texts.at(-1)}`;
    statement = { name: nameOf(text), text };
    combined.set(key, statement);
  }
  return { ...statement, values: all.flatMap(({ values }) => values) };
}

export type Queries = {
  many<Row>(statement: Statement): Promise<Row[]>;
  one<Row>(statement: Statement): Promise<Row | undefined>;
};
/** Only `transaction` makes one, so what needs a transaction can't be called without. */
export type Tx = Queries & { readonly inTransaction: true };
/** `one` and `many` are for reads: they are sent again when a connection is lost. */
export type Database = Queries & {
  /** Runs one statement that is a transaction of its own; like one it is tried again when a connection is lost. */
  write<Row>(statement: Statement): Promise<Row[]>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Whether it answers now. */
  isUp(): Promise<boolean>;
  /** The pool at this moment: its connections, those of them that are idle, and the calls that wait for one. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
};

/** The database can't be reached, or not in time. Whether anything was stored is unknown. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** Conflicts and restarts after which the statement may be sent again. Class 08 is a lost connection. */
const TRANSIENT = new Set([
  '40001',
  '40P01',
  '57P01',
  '57P02',
  '57P03',
  '25006',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const CONFLICTS = new Set(['40001', '40P01']);
const MAX_CONFLICTS = 5;
/** Time limits that ran out: not sent again, and not the caller's fault. */
const TIMED_OUT = new Set(['57014', '55P03', '25P03']);

/** Thrown in a transaction that finds what it decided by to be outdated: it is tried again. */
export class TransactionConflict extends Error {
  override name = 'TransactionConflict';
  readonly code = '40001';
}

/** Another transaction inserted the same key first. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
const isTransient = (error: unknown): boolean =>
  error instanceof ConnectionFailed || TRANSIENT.has(codeOf(error)) || codeOf(error).startsWith('08') || isLost(error);
/** Whether the connection is of no use any more. The second is what pg says of one that was lost between two statements. */
const isLost = (error: unknown): boolean =>
  error instanceof ServerSilent ||
  (error instanceof Error && /Connection terminated|is not queryable/.test(error.message));

/** How long a connection, a statement and a lock may take, and how many connections there are at most. */
export type DatabaseLimits = {
  readonly connections?: number;
  readonly connectMs: number;
  /** After this time without an answer to a statement the server is asked whether it answers at all. */
  readonly silentMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  readonly retryForMs: number;
};
/** For a panelist's call. A server that is down or frozen is reported within two seconds: silentMs or retryForMs, and connectMs. */
export const REQUEST_LIMITS: DatabaseLimits = {
  connectMs: 700,
  silentMs: 900,
  statementMs: 3000,
  lockMs: 2000,
  retryForMs: 900,
};
/** For the worker and for operators: nobody waits for an answer, and a batch is larger than what a call does. */
export const BACKGROUND_LIMITS: DatabaseLimits = {
  connections: 20,
  connectMs: 5000,
  silentMs: 5000,
  statementMs: 60_000,
  lockMs: 10_000,
  retryForMs: 10_000,
};

async function retry<T>(attempt: () => Promise<T>, forMs: number): Promise<T> {
  const giveUpAt = performance.now() + forMs;
  let conflicts = 0;
  for (let wait = 20; ; wait = Math.min(wait * 2, 400)) {
    try {
      return await attempt();
    } catch (error) {
      if (TIMED_OUT.has(codeOf(error)) || error instanceof ServerSilent)
        throw new DatabaseUnavailable('timed out', { cause: error });
      if (!isTransient(error)) throw error;
      // The server needs a second to notice a deadlock, so conflicts are counted instead of timed.
      const isOver = CONFLICTS.has(codeOf(error)) ? ++conflicts > MAX_CONFLICTS : performance.now() + wait > giveUpAt;
      if (isOver) throw new DatabaseUnavailable('unreachable', { cause: error });
      await sleep(wait * (0.5 + Math.random()));
    }
  }
}

/** Runs a statement for as long as the server answers. */
type Run = (client: pg.PoolClient, statement: Statement | string) => Promise<pg.QueryResult>;

const queriesOf = (client: pg.PoolClient, run: Run): Queries => {
  const many = async <Row>(statement: Statement) => (await run(client, statement)).rows as Row[];
  return { many, one: async <Row>(statement: Statement) => (await many<Row>(statement))[0] };
};

export function openDatabase(url: string, limits: DatabaseLimits = REQUEST_LIMITS): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections ?? 20,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    // Longer than any of its statements may take, so that it ends only the transactions of a process that hangs.
    idle_in_transaction_session_timeout: limits.statementMs + limits.lockMs,
    // A statement is planned once per connection, and with its indexes even where its tables were still empty then.
    options: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off',
  });
  // A connection that breaks, idle or in use, is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const serverAnswers = probe(url, limits.connectMs);
  const run: Run = (client, statement) => whileAnswering(client.query(statement), serverAnswers, limits.silentMs);
  const connect = () =>
    pool.connect().catch((error: unknown) => {
      // Whatever it is, from a name that is not resolved to a database that accepts no connections: it may pass.
      throw new ConnectionFailed('no connection', { cause: error });
    });

  async function read<T>(query: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await connect();
    let isUsable = false;
    try {
      const result = await query(queriesOf(client, run));
      isUsable = true;
      return result;
    } finally {
      client.release(!isUsable);
    }
  }

  const retrying = <T>(attempt: () => Promise<T>) => retry(attempt, limits.retryForMs);

  async function runTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await connect();
    let isUsable = true;
    try {
      await run(client, 'begin');
      const result = await work({ ...queriesOf(client, run), inTransaction: true });
      await run(client, 'commit');
      return result;
    } catch (error) {
      isUsable =
        !isLost(error) &&
        (await run(client, 'rollback').then(
          () => true,
          () => false,
        ));
      throw error;
    } finally {
      client.release(!isUsable);
    }
  }

  return {
    many: <Row>(statement: Statement) => retrying(() => read((queries) => queries.many<Row>(statement))),
    one: <Row>(statement: Statement) => retrying(() => read((queries) => queries.one<Row>(statement))),
    write: <Row>(statement: Statement) => retrying(() => read((queries) => queries.many<Row>(statement))),
    transaction: (work) => retrying(() => runTransaction(work)),
    isUp: () =>
      read((queries) => queries.one(sql`select 1`)).then(
        () => true,
        () => false,
      ),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
