/** Connections to the database: how many, for which uses, and how long a caller waits for one or for its answer. */
import type { Socket } from 'node:net';
import pg from 'pg';
import { DeadlineExceeded, isTransient } from './database-errors.ts';
import { ConnectionFailed, probe, ServerSilent, whileAnswering } from './server-probe.ts';
import { slots } from './slots.ts';

export type DatabaseLimits = {
  readonly connections: number;
  readonly connectMs: number;
  /** After this long without an answer to a statement, probe whether the server answers at all. */
  readonly silentMs: number;
  readonly statementMs: number;
  readonly lockMs: number;
  readonly retryForMs: number;
  /** Covers everything: waiting for a connection, every statement and every retry. */
  readonly totalMs: number;
};

/** For a panelist's call. A server that is down or frozen is reported within two seconds: silentMs or retryForMs, and connectMs. */
export const REQUEST_LIMITS: DatabaseLimits = {
  connections: 20,
  connectMs: 700,
  silentMs: 900,
  statementMs: 2500,
  lockMs: 2000,
  retryForMs: 900,
  totalMs: 3000,
};
/** For the worker and for operators: no panelist is waiting, and batches are larger. */
export const BACKGROUND_LIMITS: DatabaseLimits = {
  connections: 20,
  connectMs: 5000,
  silentMs: 5000,
  statementMs: 60_000,
  lockMs: 10_000,
  retryForMs: 10_000,
  totalMs: Number.POSITIVE_INFINITY,
};

/**
 * A frozen server may resume after another has become the primary. So a connection that was silent for longer than this plus `totalMs` is
 * not used again; a failover takes longer than that.
 */
const MAX_IDLE_MS = 5000;
/** A commit may wait for a standby. Its connection is kept, because each retry would open another one on the server. */
const KEEP_WRITING_MS = 30_000;

/** Statement timeout for a transaction that reads whole tables. */
export const FULL_SCAN_MINUTES = 15;

/** What a connection is used for. A check asks whether the database answers. */
type Use = 'read' | 'write' | 'check';

/**
 * Concurrent uses of each kind. Reads and checks get a connection even while every write waits for its commit, and money writes get one
 * even while reads overload the database.
 */
export const maxInUse = (connections: number): Readonly<Record<Use, number>> => {
  const allBut = (kept: number) => Math.max(1, connections - kept);
  return {
    read: allBut(Math.ceil(connections / 5)),
    write: allBut(Math.max(2, Math.ceil(connections / 4))),
    check: connections,
  };
};

/** Runs a statement for as long as the server answers. */
export type RunStatement = (statement: pg.QueryConfig | string) => Promise<pg.QueryResult>;

export type Connections = {
  /** Lends a connection to `work` until `giveUpAt`, a time of `performance.now()`. Each statement may take `statementMs`. */
  use<T>(kind: Use, giveUpAt: number, work: (run: RunStatement) => Promise<T>, statementMs?: number): Promise<T>;
  /** Waits, as long as the server answers, for a use that `began` at this time of `performance.now()`. */
  whileAnswering<T>(use: Promise<T>, began: number): Promise<T>;
  count(): { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
};

// Plans are cached per connection and must use indexes even if the tables were empty when they were made. A plan that scans anyway then
// looks so expensive that JIT would compile it for seconds.
export const PLANNING_OPTIONS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off';

const socketOf = (client: object) => (client as { connection?: { stream?: Socket } }).connection?.stream;

export function createConnections(url: string, limits: DatabaseLimits): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max: limits.connections,
    // Statements are pipelined: `begin` is sent with the first one.
    pipeline: true,
    connectionTimeoutMillis: limits.connectMs,
    idleTimeoutMillis: MAX_IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: MAX_IDLE_MS,
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    // Longer than any of its statements may take, so that it ends only the transactions of a hung process.
    idle_in_transaction_session_timeout: limits.statementMs + limits.lockMs,
    options: PLANNING_OPTIONS,
  });
  // A connection that breaks is replaced at the next use. Without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const serverAnswers = probe(url, limits.connectMs);
  const max = maxInUse(limits.connections);
  const slotsFor = (use: Use) => slots(max[use], limits.connectMs);
  const slotsOf = { read: slotsFor('read'), write: slotsFor('write'), check: slotsFor('check') };

  async function connect(leave: () => void): Promise<pg.PoolClient> {
    try {
      return await pool.connect();
    } catch (error) {
      leave();
      // Any failure to connect may be temporary, from an unresolved name to a database that accepts no connections.
      throw new ConnectionFailed('no connection', { cause: error });
    }
  }

  async function enterAndConnect(kind: Use) {
    const leave = await slotsOf[kind].enter();
    return { client: await connect(leave), leave };
  }

  /** Waits until `giveUpAt` at most, even if that is sooner than the timeout for a connection. */
  function acquire(kind: Use, giveUpAt: number): ReturnType<typeof enterAndConnect> {
    const acquired = enterAndConnect(kind);
    if (giveUpAt - performance.now() > 2 * limits.connectMs) return acquired;
    const giveBack = ({ client, leave }: Awaited<typeof acquired>) => {
      client.release();
      leave();
    };
    return before(giveUpAt, acquired, () => void acquired.then(giveBack, () => {}));
  }

  return {
    async use(kind, giveUpAt, work, statementMs = limits.statementMs) {
      const { client, leave } = await acquire(kind, giveUpAt);
      const giveBack = once((isUsable: boolean) => {
        client.release(!isUsable);
        leave();
      });
      let answeredAt = 0;
      const run: RunStatement = async (statement) => {
        if (performance.now() >= giveUpAt) throw new DeadlineExceeded('timed out');
        const sentAt = performance.now();
        // A firewall may have dropped the connection silently: it never answers, although the server answers others.
        const isLate = () =>
          performance.now() - Math.max(sentAt, answeredAt) > statementMs + limits.lockMs + limits.silentMs;
        const answered = client.query(statement).finally(() => {
          answeredAt = performance.now();
        });
        return whileAnswering(answered, async () => !isLate() && serverAnswers(), limits.silentMs);
      };
      const working = work(run).then(
        (result) => {
          giveBack(client.getTransactionStatus() === 'I');
          return result;
        },
        (error: unknown) => {
          giveBack(client.getTransactionStatus() === 'I' && !isTransient(error));
          // If it were released, closing it would wait forever for the answer.
          if (error instanceof ServerSilent) socketOf(client)?.destroy();
          throw error;
        },
      );
      return before(giveUpAt, working, () => {
        if (kind === 'write') setTimeout(giveBack, KEEP_WRITING_MS, false).unref();
        else giveBack(false);
      });
    },
    whileAnswering: (use, began) => whileAnswering(use, serverAnswers, limits.silentMs, began),
    count: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: Object.values(slotsOf).reduce((sum, { waiting }) => sum + waiting(), pool.waitingCount),
    }),
    close: () => pool.end(),
  };
}

function once<T>(run: (value: T) => void): (value: T) => void {
  let isDone = false;
  return (value) => {
    if (!isDone) run(value);
    isDone = true;
  };
}

/** Waits for `working` until then; after that, calls `onLate` and rejects. */
export function before<T>(giveUpAt: number, working: Promise<T>, onLate = () => {}): Promise<T> {
  if (giveUpAt === Number.POSITIVE_INFINITY) return working;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      onLate();
      reject(new DeadlineExceeded('no answer in time'));
    }, giveUpAt - performance.now());
    working.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}
