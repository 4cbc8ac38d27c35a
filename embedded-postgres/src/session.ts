import { realpath } from 'node:fs/promises';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, PANEL } from './cluster.ts';
import { findPostmaster, type Postmaster, shutDown } from './postmaster.ts';

/**
 * The connection a process keeps for as long as it uses the server. It shows the others that somebody is in, also
 * before the first query of the app and between two of them.
 */
export type Session = {
  readonly postmaster: Postmaster;
  readonly client: pg.Client;
  readonly socket: Socket;
  lost(): boolean;
};

export type Answer =
  | { readonly state: 'open'; readonly session: Session }
  /** Starting up, recovering or shutting down. */
  | { readonly state: 'busy' }
  | { readonly state: 'absent'; readonly reason: string }
  | { readonly state: 'foreign'; readonly reason: string; readonly postmaster: Postmaster };

/** Held shared by everyone who is in, exclusively by the one who turns off the light. */
const PRESENCE_LOCK = "hashtext('panel embedded server')";
/** A backend outlives its connection by a moment. */
const FAREWELL_MS = 1000;

/** Connects to the server that runs on this cluster, if one does. */
export async function openSession(cluster: Cluster): Promise<Answer> {
  const postmaster = await findPostmaster(cluster.folder);
  if (!postmaster) return { state: 'absent', reason: 'no server is listening' };
  const socket = new Socket();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: postmaster.port,
    user: PANEL,
    password: cluster.password,
    database: 'postgres',
    application_name: 'panel embedded server',
    // Said explicitly, or PGSSLMODE in the environment would decide.
    ssl: false,
    connectionTimeoutMillis: 5000,
    query_timeout: 60_000,
    stream: () => socket,
  });
  let lost = false;
  const lose = () => {
    lost = true;
  };
  client.on('error', lose);
  client.on('end', lose);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    const folder = await realpath(rows[0]?.data_directory ?? '').catch(() => '');
    if (folder !== cluster.folder) {
      await client.end();
      return { state: 'foreign', postmaster, reason: 'its port belongs to the server of another cluster' };
    }
    // Waits for one who is just turning off the light; then the server goes away under us and we start another.
    await client.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
    // An app that never calls stop() must still be able to end.
    socket.unref();
    return { state: 'open', session: { postmaster, client, socket, lost: () => lost } };
  } catch (error) {
    socket.destroy();
    const { code, message: reason } = error as pg.DatabaseError;
    if (code === '57P03') return { state: 'busy' };
    if (!code?.startsWith('28')) return { state: 'absent', reason };
    return { state: 'foreign', postmaster, reason: 'it refuses the password in postgres.json' };
  }
}

export async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [PANEL]);
  if (rowCount) return;
  await client.query(`create database ${PANEL}`).catch((error: pg.DatabaseError) => {
    // Another first start got there first: which of the two it says depends on how close it was.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Gives the session up, and stops the server unless somebody else is connected. */
export async function leave(cluster: Cluster, session: Session): Promise<void> {
  const current = session.lost() ? await reopen(cluster) : session;
  if (!current) return;
  const { client, socket, postmaster } = current;
  socket.ref();
  try {
    if (await isLastOut(client)) await shutDown(postmaster.pid);
  } catch (error) {
    // Nobody is left to say goodbye to, or it doesn't answer.
    socket.destroy();
    if (!current.lost()) throw error;
  } finally {
    await client.end();
  }
}

/** The server was killed and restarted, by another process, since we connected. */
async function reopen(cluster: Cluster): Promise<Session | undefined> {
  const answer = await openSession(cluster);
  return answer.state === 'open' ? answer.session : undefined;
}

async function isLastOut(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_all()');
  const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${PRESENCE_LOCK}) as locked`);
  if (!rows[0]?.locked) return false;
  const deadline = Date.now() + FAREWELL_MS;
  for (;;) {
    const others = await client.query(
      "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    if (!others.rowCount) return true;
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
}
