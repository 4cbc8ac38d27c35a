import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnOptions } from './account.ts';
import type { Cluster } from './cluster.ts';
import type { ServerContext } from './context.ts';
import { freePort } from './free-port.ts';

export type Postmaster = { readonly pid: number; readonly port: number };

/** `log` reads what was logged since the launch. */
export type LaunchAttempt = { readonly pid: number | undefined; ended(): boolean; log(): Promise<string> };

const SHUTDOWN_MS = 60_000;
const MAX_LOG_BYTES = 65_536;
const MAX_LOG_LENGTH = 4000;

/** The live postmaster that the cluster's lock file names, once it listens. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const lock = await readLockFile(folder);
  return lock?.listening && (await isPostgres(lock.pid)) ? { pid: lock.pid, port: lock.port } : undefined;
}

export async function launchPostmaster(
  cluster: Cluster,
  { account, binaries, options: { settings } }: ServerContext,
  lastPort?: number,
): Promise<LaunchAttempt> {
  const lock = await readLockFile(cluster.folder);
  // After a crash the lock file still has the port, where clients try to reconnect; a shutdown removes the file.
  const port = String(await freePort(lock?.port ?? lastPort));
  const forced = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port };
  const args = Object.entries({ ...settings, ...forced }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  // After a crash the pid in the lock file may belong to another process (usual in containers) or a zombie, and PostgreSQL
  // would think that a server is running. It ignores the pid in PG_GRANDPARENT_PID, which pg_ctl also sets, and still checks
  // for backends that outlived their postmaster.
  const ignoredPid = lock && !(await isPostgres(lock.pid)) ? lock.pid : process.ppid;

  const log = await open(cluster.log, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const spawning = spawnOptions(account);
    const child = spawn(binaries.postgres, ['-D', cluster.folder, ...args], {
      ...spawning,
      env: { ...spawning.env, PG_GRANDPARENT_PID: String(ignoredPid) },
      // Its own process group: Ctrl-C in the terminal must not stop the server before the app has closed.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    let ended = false;
    let failure = '';
    child.once('exit', () => {
      ended = true;
    });
    child.once('error', (error) => {
      ended = true;
      failure = error.message;
    });
    child.unref();
    return { pid: child.pid, ended: () => ended, log: async () => failure || readLog(cluster.log, logStart) };
  } finally {
    await log.close();
  }
}

/** Fast shutdown: disconnects clients, writes a checkpoint, exits. */
export async function shutDown(pid: number, now: () => number): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = now() + SHUTDOWN_MS;
  while (await isPostgres(pid)) {
    if (now() > deadline) throw new Error(`PostgreSQL (pid ${pid}) did not shut down within a minute.`);
    await sleep(20);
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}

/** Lines of postmaster.pid: pid, data folder, start time, port, socket folder, listen address once it listens, … */
async function readLockFile(folder: string) {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, , address] = text.split('\n');
  return Number(pid) > 0 ? { pid: Number(pid), port: Number(port), listening: Boolean(address) } : undefined;
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
