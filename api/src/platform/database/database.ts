import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '@panel/domain/durations';
import {
  before,
  type Connections,
  createConnections,
  type DatabaseLimits,
  FULL_SCAN_MINUTES,
  REQUEST_LIMITS,
  type RunStatement,
} from './connections.ts';
import { codeOf, DeadlineExceeded, isLost, isTransient } from './database-errors.ts';
import { ServerSilent } from './server-probe.ts';
import { sharedTime, type Timed } from './shared-time.ts';

/** One statement. Its name makes PostgreSQL prepare it once per connection, because parsing costs more than running it. */
export type Statement = { readonly name: string; readonly text: string; readonly values: unknown[] };

/** On every statement that is made here, so that no other object with a text can pass for one and be read as SQL. */
const IS_SQL = Symbol('sql');
const isSql = (value: unknown): value is Statement => typeof value === 'object' && value !== null && IS_SQL in value;
const named = (text: string) => ({
  name: `s_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`,
  text,
  values: [],
  [IS_SQL]: true,
});

/** By template, and by the names of the statements in it. */
const known = new WeakMap<TemplateStringsArray, Map<string, Statement>>();

/** A statement from a template. A statement in it becomes part of its text; every other `${value}` becomes a parameter, never SQL. */
export function sql(strings: TemplateStringsArray, ...values: unknown[]): Statement {
  const ofTemplate = known.get(strings) ?? new Map<string, Statement>();
  const key = values.map((value) => (isSql(value) ? value.name : '')).join();
  let statement = ofTemplate.get(key);
  if (!statement) {
    statement = named(textOf(strings, values));
    known.set(strings, ofTemplate.set(key, statement));
  }
  return { ...statement, values: values.flatMap((value) => (isSql(value) ? value.values : [value])) };
}

/** Numbers the placeholders (`$1` …), also those of the statements in the template. */
function textOf(strings: TemplateStringsArray, values: readonly unknown[]): string {
  let used = 0;
  return strings.reduce((sofar, part, index) => {
    const value = values[index - 1];
    const before = used;
    used += isSql(value) ? value.values.length : 1;
    if (!isSql(value)) return `${sofar}$${used}${part}`;
    return sofar + value.text.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`) + part;
  });
}

/** A condition that is true if all of these are. */
export const allOf = (conditions: readonly Statement[]): Statement =>
  conditions.reduce((all, condition) => sql`${all} and ${condition}`, sql`true`);

/** Begins a transaction that reads whole tables: plans may scan them, and statements get more time. */
const ALLOW_FULL_SCANS = ['set local enable_seqscan = on', `set local statement_timeout = '${FULL_SCAN_MINUTES}min'`];

export type Queries = {
  many<Row>(statement: Statement): Promise<Row[]>;
  one<Row>(statement: Statement): Promise<Row | undefined>;
  /** The values of the only column. */
  column<Value>(statement: Statement): Promise<Value[]>;
  /** The only value of the only row: a count, or whether something exists. */
  value<Value>(statement: Statement): Promise<Value>;
};
/** Writes. A read that is sent as a write works too; a write that is sent as a read fails. */
export type Writes = {
  /** Statements that are carried out in this order and sent together, all or none. Returns the number of rows that they changed. */
  run(...statements: readonly Statement[]): Promise<number>;
  /** A write that returns rows. */
  returning<Row>(statement: Statement): Promise<Row[]>;
};
/** Only `transaction` creates one, so code that needs a transaction can't be called without it. */
export type Tx = Queries &
  Writes & {
    readonly inTransaction: true;
    /** Sends the last statements together with the commit, in one round trip. After it, only an error rolls back. */
    commitWith(...statements: readonly Statement[]): Promise<number>;
  };
/** `fullScan` if it reads whole tables. */
type TransactionOptions = { readonly fullScan?: boolean };
/** Each statement is retried when a connection is lost. */
export type Database = Queries &
  Writes & {
    transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
    /** Reads of one moment, on one connection: they take the place of one read. */
    readOnly<T>(work: (reads: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>;
    /** The same database with one time limit for all uses together, for a call that uses it more than once. */
    ofOneCall(): Database;
    /** Waits for a use of another database no longer than for a use of this one. */
    waitFor<T>(use: Promise<T>): Promise<T>;
    /** Whether it answers now. */
    isUp(): Promise<boolean>;
    /** Current counts: connections, idle connections, and calls waiting for one. */
    connections: Connections['count'];
    close(): Promise<void>;
  };

/** The database can't be reached in time. Whether anything was stored is unknown. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

/** serialization_failure, deadlock_detected */
const CONFLICTS = new Set(['40001', '40P01']);
const MAX_CONFLICTS = 5;
/** query_canceled, lock_not_available, idle_in_transaction_session_timeout: not retried, and not the caller's fault. */
const TIMED_OUT = new Set(['57014', '55P03', '25P03']);
/** insufficient_resources, disk_full, out_of_memory, configuration_limit_exceeded, io_error: the server runs but can't write. */
const OUT_OF_RESOURCES = new Set(['53000', '53100', '53200', '53400', '58030']);

/** Another transaction inserted the same key first. */
export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === '23505';

async function retry<T>(
  limits: DatabaseLimits,
  totalMs: number,
  attempt: (giveUpAt: number, began: number) => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const giveUpAt = began + totalMs;
  let conflicts = 0;
  for (let wait = 20; ; wait = Math.min(wait * 2, 400)) {
    try {
      return await attempt(giveUpAt, began);
    } catch (error) {
      if (TIMED_OUT.has(codeOf(error)) || error instanceof ServerSilent || error instanceof DeadlineExceeded)
        throw new DatabaseUnavailable('timed out', { cause: error });
      if (OUT_OF_RESOURCES.has(codeOf(error))) throw new DatabaseUnavailable('out of resources', { cause: error });
      if (!isTransient(error)) throw error;
      // The server needs a second to notice a deadlock, so conflicts are counted instead of timed.
      const isOver = CONFLICTS.has(codeOf(error))
        ? ++conflicts > MAX_CONFLICTS
        : performance.now() + wait > Math.min(began + limits.retryForMs, giveUpAt);
      if (isOver)
        throw new DatabaseUnavailable(conflicts > MAX_CONFLICTS ? 'too many conflicts' : 'unreachable', {
          cause: error,
        });
      await sleep(wait * (0.5 + Math.random()));
    }
  }
}

const onlyValue = (row: object) => Object.values(row)[0];

/** The commands of statements that only `run` and `returning` may send. */
const WRITING = new Set(['INSERT', 'UPDATE', 'DELETE']);

function queriesOf(run: RunStatement): Queries {
  const rowsOf = async (statement: Statement) => {
    const { command, rows } = await run(statement);
    if (WRITING.has(command)) throw new Error(`${command} was sent as a read.`);
    return rows;
  };
  return {
    many: rowsOf,
    one: async (statement) => (await rowsOf(statement))[0],
    column: async (statement) => (await rowsOf(statement)).map(onlyValue),
    value: async (statement) => onlyValue((await rowsOf(statement))[0]),
  };
}

const changedBy = (results: readonly { readonly rowCount: number | null }[]): number =>
  results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);

const READ_ONLY = 'begin isolation level repeatable read, read only';

async function runTransaction<T>(
  begin: readonly string[],
  run: RunStatement,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let isEnded = false;
  // Statements are sent without waiting for the ones before them. After an error PostgreSQL refuses the rest, so a result counts only if all
  // before it succeeded; otherwise it fails with their error.
  const began = Promise.all(begin.map(run));
  began.catch(() => {});
  let last: Promise<unknown> = began;
  const runNext: RunStatement = (statement) => {
    const running = run(statement);
    running.catch(() => {});
    const result = last.then(() => running);
    last = result;
    return result;
  };
  const runAll: Writes['run'] = async (...statements) => changedBy(await Promise.all(statements.map(runNext)));
  const commitWith: Tx['commitWith'] = async (...statements) => {
    isEnded = true;
    // After an error the server treats the commit as a rollback, which must finish before the connection is used again.
    const [result, committed] = await Promise.allSettled([runAll(...statements), run('commit')]);
    if (result.status === 'rejected') throw result.reason;
    if (committed.status === 'rejected') throw committed.reason;
    return result.value;
  };
  const returning: Writes['returning'] = async (statement) => (await runNext(statement)).rows;
  try {
    const result = await work({
      ...queriesOf(runNext),
      run: runAll,
      returning,
      inTransaction: true,
      commitWith,
    });
    await began;
    // PostgreSQL treats a commit after a failed statement as a rollback, even if the caller ignored the error.
    if (!isEnded && (await run('commit')).command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    return result;
  } catch (error) {
    // A connection that could not be rolled back is not used again.
    if (!isEnded && !isLost(error)) await run('rollback').catch(() => {});
    throw error;
  }
}

export function createDatabaseClient(url: string, limits = REQUEST_LIMITS): Database {
  const connections = createConnections(url, limits);
  const useWith = (timed: Timed): Database => {
    const inTime = <T>(attempt: (giveUpAt: number) => Promise<T>) =>
      timed((totalMs) =>
        // Includes the wait for a connection: a statement sent after that would find a frozen server too late.
        retry(limits, totalMs, (giveUpAt, began) => connections.whileAnswering(attempt(giveUpAt), began)),
      );
    const runAs =
      (kind: 'read' | 'write'): RunStatement =>
      (statement) =>
        inTime((giveUpAt) => connections.use(kind, giveUpAt, (run) => run(statement)));
    const write = runAs('write');
    const transactionAs =
      (kind: 'read' | 'write', begin: string): Database['transaction'] =>
      (work, { fullScan = false } = {}) => {
        const first = [begin, ...(fullScan ? ALLOW_FULL_SCANS : [])];
        const statementMs = fullScan ? FULL_SCAN_MINUTES * MINUTE_MS : limits.statementMs;
        return inTime((giveUpAt) =>
          connections.use(kind, giveUpAt, (run) => runTransaction(first, run, work), statementMs),
        );
      };
    const transaction = transactionAs('write', 'begin');
    return {
      ...queriesOf(runAs('read')),
      run: async (...statements) => {
        const [only, second] = statements;
        if (!only) return 0;
        return second ? transaction((tx) => tx.commitWith(...statements)) : changedBy([await write(only)]);
      },
      returning: async (statement) => (await write(statement)).rows,
      transaction,
      readOnly: transactionAs('read', READ_ONLY),
      ofOneCall: () => useWith(sharedTime(limits.totalMs)),
      waitFor: (use) => inTime((giveUpAt) => before(giveUpAt, use)),
      isUp: () =>
        connections
          .use('check', performance.now() + limits.totalMs, (run) => run(sql`select 1`))
          .then(
            () => true,
            () => false,
          ),
      connections: connections.count,
      close: connections.close,
    };
  };
  return useWith((use) => use(limits.totalMs));
}
