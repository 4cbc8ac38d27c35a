import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** One statement. Its name makes PostgreSQL prepare it once per connection: parsing costs more than running it. */
export type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] };

const statements = new WeakMap<TemplateStringsArray, { name: string; text: string }>();

/** A statement from a template. Every `${value}` becomes a parameter, so no value can be read as SQL. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  let statement = statements.get(strings);
  if (!statement) {
    const text = strings.reduce((sofar, part, index) => `${sofar}$${index}${part}`);
    statement = { name: `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text };
    statements.set(strings, statement);
  }
  return { ...statement, values };
}

export type Queries = {
  many<Row>(statement: Statement): Promise<Row[]>;
  one<Row>(statement: Statement): Promise<Row | undefined>;
};
/** Only `transaction` makes one, so what needs a transaction can't be called without. */
export type Tx = Queries & { readonly inTransaction: true };
/** Outside a transaction only reads are made: they may be sent again when a connection is lost. */
export type Database = Queries & {
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
]);
/** Time limits that ran out: not sent again, and not the caller's fault. */
const TIMED_OUT = new Set(['57014', '55P03', '25P03']);

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');
const isTransient = (error: unknown): boolean =>
  TRANSIENT.has(codeOf(error)) ||
  codeOf(error).startsWith('08') ||
  (error instanceof Error && /^(Connection terminated|timeout exceeded when trying to connect)/.test(error.message));

/** How long a statement may wait, for a panelist's call. */
export type DatabaseLimits = {
  readonly connectMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  readonly retryForMs: number;
};
const LIMITS: DatabaseLimits = { connectMs: 1500, statementMs: 3000, lockMs: 2000, retryForMs: 3000 };

async function retry<T>(attempt: () => Promise<T>, forMs: number): Promise<T> {
  const giveUpAt = performance.now() + forMs;
  for (let wait = 20; ; wait = Math.min(wait * 2, 400)) {
    try {
      return await attempt();
    } catch (error) {
      if (TIMED_OUT.has(codeOf(error))) throw new DatabaseUnavailable('timed out', { cause: error });
      if (!isTransient(error)) throw error;
      if (performance.now() + wait > giveUpAt) throw new DatabaseUnavailable('unreachable', { cause: error });
      await sleep(wait * (0.5 + Math.random()));
    }
  }
}

const queriesOf = (client: pg.Pool | pg.PoolClient): Queries => {
  const many = async <Row>(statement: Statement) => (await client.query(statement)).rows as Row[];
  return { many, one: async <Row>(statement: Statement) => (await many<Row>(statement))[0] };
};

export function openDatabase(url: string, limits: DatabaseLimits = LIMITS): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: 5000,
  });
  // A connection that breaks, idle or in use, is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const reads = queriesOf(pool);

  const retrying = <T>(attempt: () => Promise<T>) => retry(attempt, limits.retryForMs);

  async function runTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work({ ...queriesOf(client), inTransaction: true });
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch((failure: Error) => {
        broken = failure;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  return {
    many: (statement) => retrying(() => reads.many(statement)),
    one: (statement) => retrying(() => reads.one(statement)),
    transaction: (work) => retrying(() => runTransaction(work)),
    isUp: () =>
      reads.one(sql`select 1`).then(
        () => true,
        () => false,
      ),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}
