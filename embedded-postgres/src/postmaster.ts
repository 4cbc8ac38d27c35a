import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnOptions } from './account.ts';
import type { Cluster } from './cluster.ts';
import type { ServerContext } from './context.ts';
import { freePort } from './free-port.ts';

/** What PostgreSQL's own lock file says about the server that runs on a cluster. */
type Postmaster = { readonly pid: number; readonly port: number; readonly status: string };

/** A server that this process launched. */
export type Server = {
  readonly pid: number | undefined;
  readonly port: number;
  isRunning(): boolean;
  /** Resolves when the server has ended. */
  readonly ended: Promise<void>;
  /** What was logged since the launch, without statements. */
  log(): Promise<string>;
  /** Fast shutdown: disconnects clients, writes a checkpoint, exits. */
  shutDown(): void;
};

const SHUTDOWN_MS = 60_000;
const MAX_LOG_BYTES = 65_536;
const MAX_LOG_LENGTH = 4000;

/**
 * Runs the server so that it ends with this process, even after kill -9. A shell in the background reads from a pipe that only this process
 * can write to: if the pipe closes before a line arrives, the shell shuts the server down. It isn't a child of the server, which would wonder about it.
 */
const RUN_UNTIL_OWNER_ENDS = '({ read -r _ <&3 || kill -INT $$; } 2>/dev/null &); exec "$0" "$@" 3<&-';

/** The live server of the cluster. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const lock = await readLockFile(folder);
  // The lock file of a copied folder names the server of the original.
  return lock?.folder === folder && (await isPostgres(lock.pid)) ? lock : undefined;
}

export async function launchPostmaster(
  cluster: Cluster,
  { account, binaries, options: { settings } }: ServerContext,
  preferredPort?: number,
): Promise<Server> {
  const port = await freePort(preferredPort);
  const forced = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port) };
  const args = Object.entries({ ...settings, ...forced }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  // After a crash the pid in the lock file may belong to another process (usual in containers) or a zombie, and PostgreSQL
  // would think that a server is running. It ignores the pid in PG_GRANDPARENT_PID, which pg_ctl also sets, and still checks
  // for backends that outlived their postmaster.
  const lock = await readLockFile(cluster.folder);
  const ignoredPid = lock && !(await isPostgres(lock.pid)) ? lock.pid : process.ppid;

  const log = await open(cluster.log, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const spawning = spawnOptions(account);
    const command = [RUN_UNTIL_OWNER_ENDS, binaries.postgres, '-D', cluster.folder, ...args];
    const child = spawn('/bin/sh', ['-c', ...command], {
      ...spawning,
      env: { ...spawning.env, PG_GRANDPARENT_PID: String(ignoredPid) },
      // Its own process group: Ctrl-C in the terminal must not stop the server before the app has closed.
      detached: true,
      stdio: ['ignore', log.fd, log.fd, 'pipe'],
    });
    const pipe = child.stdio[3];
    if (!(pipe instanceof Socket)) throw new Error('The pipe to the server is missing.');
    let isRunning = true;
    let failure = '';
    const ended = new Promise<void>((resolve) => {
      const end = () => {
        isRunning = false;
        resolve();
      };
      pipe.on('error', () => {}).resume();
      child.once('error', ({ message }) => {
        failure = message;
        end();
      });
      child.once('exit', () => {
        // The shell in the background ends too.
        if (pipe.closed) return end();
        pipe.once('close', end).end('\n');
      });
    });
    // An app that never calls stop() must still be able to exit.
    child.unref();
    pipe.unref();
    return {
      pid: child.pid,
      port,
      isRunning: () => isRunning,
      ended,
      log: async () => failure || readLog(cluster.log, logStart),
      shutDown: () => void child.kill('SIGINT'),
    };
  } finally {
    await log.close();
  }
}

export async function shutDown(server: Server, now: () => number): Promise<void> {
  server.shutDown();
  const deadline = now() + SHUTDOWN_MS;
  while (server.isRunning()) {
    if (now() > deadline) throw new Error(`PostgreSQL (pid ${server.pid}) did not shut down within a minute.`);
    await sleep(20);
  }
}

/** Lines of postmaster.pid: pid, data folder, start time, port, socket folder, listen address, shared memory, status. */
async function readLockFile(folder: string) {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, locked, , port, , , , status = ''] = text.split('\n');
  return Number(pid) > 0 ? { pid: Number(pid), folder: locked, port: Number(port), status: status.trim() } : undefined;
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Only Linux has /proc; elsewhere any process with that pid counts as PostgreSQL.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return state === undefined || /^\d+ \(postgres\) [^ZX]/.test(state);
}

async function readLog(path: string, start: number): Promise<string> {
  const log = await open(path, 'r');
  try {
    const { size } = await log.stat();
    const from = Math.max(start, size - MAX_LOG_BYTES);
    const { buffer, bytesRead } = await log.read(Buffer.alloc(MAX_LOG_BYTES), 0, MAX_LOG_BYTES, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The first line may be incomplete and would not be recognised as a statement.
    return withoutStatements(from > start ? lines.slice(1) : lines).slice(-MAX_LOG_LENGTH);
  } finally {
    await log.close();
  }
}

/** Statements and their errors quote the app's data, which must not appear in an error message. */
function withoutStatements(lines: string[]): string {
  const quotesData = /^\t|\b(ERROR|DETAIL|STATEMENT|QUERY|CONTEXT): {2}|LOG: {2}(statement|duration|execute)/;
  return lines
    .filter((line) => !quotesData.test(line))
    .join('\n')
    .trim();
}
