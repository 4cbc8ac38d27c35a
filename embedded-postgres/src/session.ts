import { realpath } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cluster } from './cluster.ts';
import type { ResolvedOptions } from './options.ts';
import { findPostmaster, type Postmaster, shutDown } from './postmaster.ts';

/** The connection that a process keeps while it uses the server, so that others see it even if the app has no connection open. */
export type ServerSession = {
  readonly postmaster: Postmaster;
  readonly client: pg.Client;
  readonly socket: Socket;
  isLost(): boolean;
};

type SessionResult =
  | { readonly state: 'open'; readonly session: ServerSession }
  /** The server is starting up, recovering or shutting down. */
  | { readonly state: 'busy' }
  | { readonly state: 'absent'; readonly reason: string }
  | { readonly state: 'foreign'; readonly reason: string; readonly postmaster: Postmaster };

/** A backend outlives its connection by a moment. */
const DISCONNECT_MS = 1000;

/** Key of the advisory lock. Every session holds it shared; the process that shuts the server down holds it exclusively. */
const lockKey = (name: string) => `${name} embedded server`;

/** Connects to the server of this cluster, if it is running. */
export async function connectSession(cluster: Cluster, { name }: ResolvedOptions): Promise<SessionResult> {
  const postmaster = await findPostmaster(cluster.folder);
  if (!postmaster) return { state: 'absent', reason: 'no server is listening' };
  const socket = new Socket();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmaster.port,
    user: name,
    password: cluster.password,
    database: 'postgres',
    application_name: `${name} embedded server`,
    // Otherwise PGSSLMODE from the environment would decide.
    ssl: false,
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
    stream: () => socket,
  });
  let lost = false;
  const markLost = () => {
    lost = true;
  };
  client.on('error', markLost);
  client.on('end', markLost);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const folder = await realpath(rows[0]?.data_directory ?? '').catch(() => '');
    if (folder !== cluster.folder) {
      await client.end();
      return { state: 'foreign', postmaster, reason: 'its port belongs to the server of another cluster' };
    }
    // Waits for a process that is shutting the server down; this query then fails, and the caller launches another server.
    await client.query('select pg_advisory_lock_shared(hashtext($1))', [lockKey(name)]);
    // An app that never calls stop() must still be able to exit.
    socket.unref();
    return { state: 'open', session: { postmaster, client, socket, isLost: () => lost } };
  } catch (error) {
    socket.destroy();
    const { code, message: reason } = error as pg.DatabaseError;
    if (code === '57P03') return { state: 'busy' };
    if (!code?.startsWith('28')) return { state: 'absent', reason };
    return { state: 'foreign', postmaster, reason: 'it refuses the password in postgres.json' };
  }
}

export async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount) return;
  await client.query(`create database ${pg.escapeIdentifier(name)}`).catch((error: pg.DatabaseError) => {
    // Another process created it in the meantime; the code that PostgreSQL reports depends on when.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Closes the session, and shuts the server down unless another client is connected. */
export async function closeSession(cluster: Cluster, session: ServerSession, options: ResolvedOptions): Promise<void> {
  const current = session.isLost() ? await reopenSession(cluster, options) : session;
  if (!current) return;
  const { client, socket, postmaster } = current;
  socket.ref();
  try {
    if (await isLastClient(client, options)) await shutDown(postmaster.pid, options.now);
  } catch (error) {
    socket.destroy();
    // The server is gone, so there is nothing to shut down.
    if (!current.isLost()) throw error;
  } finally {
    await client.end();
  }
}

/** For when the server was killed and another process has relaunched it since this one connected. */
async function reopenSession(cluster: Cluster, options: ResolvedOptions): Promise<ServerSession | undefined> {
  const result = await connectSession(cluster, options);
  return result.state === 'open' ? result.session : undefined;
}

async function isLastClient(client: pg.Client, { name, now }: ResolvedOptions): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()');
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock(hashtext($1)) as locked', [
    lockKey(name),
  ]);
  if (!rows[0]?.locked) return false;
  const deadline = now() + DISCONNECT_MS;
  for (;;) {
    const others = await client.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (!others.rowCount) return true;
    if (now() > deadline) return false;
    await sleep(50);
  }
}
