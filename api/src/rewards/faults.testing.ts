/** Faults of every process and party that money depends on. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type BuiltProduct, end, type Running } from '../../test/product.ts';

const FROZEN_MS = 3000;

type World = {
  readonly product: BuiltProduct;
  /** Changes at a restart. */
  readonly servers: Running[];
  /** PostgreSQL's folder. */
  readonly dataDir: string;
  readonly db: pg.Pool;
  passMinutes(minutes: number): Promise<void>;
};
type Fault = readonly [name: string, inject: () => Promise<unknown>];

/** Retries while PostgreSQL is restarting. */
export async function retryUntilDone<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await attempt();
    } catch {
      await sleep(50);
    }
}

export function faultsOf({ product, servers, dataDir, db, passMinutes }: World): readonly Fault[] {
  const restart = (role: Running['role'], signal: 'SIGTERM' | 'SIGKILL') => async () => {
    const [old] = servers.splice(
      servers.findIndex((server) => server.role === role),
      1,
    ) as [Running];
    await end(old.child, signal);
    servers.push(await product.start(role, old.origin));
  };
  const postmaster = async () =>
    Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const killPostgres = (signal: 'SIGQUIT' | 'SIGKILL') => () =>
    retryUntilDone(async () => process.kill(await postmaster(), signal));
  const freeze = async (pids: readonly number[]) => {
    const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
      for (const pid of pids)
        try {
          process.kill(pid, signal);
        } catch {} // It has already ended.
    };
    signalAll('SIGSTOP');
    await sleep(FROZEN_MS);
    signalAll('SIGCONT');
  };
  const backends = async () =>
    (await retryUntilDone(() => db.query('select pid from pg_stat_activity where pid <> pg_backend_pid()'))).rows.map(
      (row) => row.pid as number,
    );
  const endConnections = () =>
    retryUntilDone(() =>
      db.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'",
      ),
    );
  const fail = (party: string, mode: string, times: number) => async () => {
    await product.setSandbox('scenario', { party, mode, times });
    await passMinutes(1);
  };
  const processesOf = (wanted: Running['role']) =>
    servers.filter(({ role }) => role === wanted).map(({ child }) => child.pid as number);
  const most: readonly Fault[] = [
    ['kill -9 of a worker', restart('worker', 'SIGKILL')],
    ['an issuer that fails after it has issued', fail('flash', '500-after', 3)],
    ['PostgreSQL stopped at once', killPostgres('SIGQUIT')],
    ['a chat whose answer is lost', fail('chat', 'lost-reply', 3)],
    ['kill -9 of the server', restart('api', 'SIGKILL')],
    ['an issuer whose answer is cut off', fail('flash', 'garbage', 3)],
    ['every connection to PostgreSQL ended', endConnections],
    ['SIGTERM to a worker', restart('worker', 'SIGTERM')],
    ['PostgreSQL frozen', async () => freeze([await retryUntilDone(postmaster), ...(await backends())])],
    ['an issuer that refuses', fail('flash', 'refuse', 2)],
  ];
  if (!process.env.LONG) return most;
  return [
    ...most,
    ['an issuer that fails before it has issued', fail('flash', '500-before', 3)],
    ['SIGTERM to the server', restart('api', 'SIGTERM')],
    ['workers frozen', () => freeze(processesOf('worker'))],
    ['the server frozen, as by an endless loop', () => freeze(processesOf('api'))],
    ['a chat that is down', fail('chat', 'down', 5)],
    ['kill -9 of PostgreSQL', killPostgres('SIGKILL')],
    ['an issuer whose token has expired', fail('flash', 'token-expired', 2)],
  ];
}

/** Rewards, withdrawals and vouchers that the worker still has to finish. */
export const countOpenMoney = (db: pg.Pool): Promise<number> =>
  retryUntilDone(async () => {
    const { rows } = await db.query(
      `select (select count(*) from rewards where state = 'pending')
         + (select count(*) from withdrawals where state not in ('paid', 'returned', 'needs-review'))
         + (select count(*) from messages where kind = 'voucher' and state not in ('sent', 'needs-review')) as open`,
    );
    return Number(rows[0].open);
  });
