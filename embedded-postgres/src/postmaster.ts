import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerAccount, spawnOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Cluster } from './cluster.ts';
import { freePort } from './free-port.ts';

export type Settings = Readonly<Record<string, string>>;
export type Postmaster = { readonly pid: number; readonly port: number };

/** One try at starting the server. `log` reads what it has said since. */
export type LaunchAttempt = { readonly pid: number | undefined; ended(): boolean; log(): Promise<string> };

const SHUTDOWN_MS = 60_000;
const LOG_READ = 65_536;
const LOG_TAIL = 4000;

/** The live postmaster that the cluster's lock file names, once it listens. */
export async function findPostmaster(folder: string): Promise<Postmaster | undefined> {
  const lock = await readLockFile(folder);
  return lock?.listening && (await isPostgres(lock.pid)) ? { pid: lock.pid, port: lock.port } : undefined;
}

export async function launchPostmaster(
  cluster: Cluster,
  account: ServerAccount,
  binaries: Binaries,
  settings: Settings,
): Promise<LaunchAttempt> {
  const ours = { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(await freePort()) };
  const args = Object.entries({ ...settings, ...ours }).flatMap(([key, value]) => ['-c', `${key}=${value}`]);
  const lock = await readLockFile(cluster.folder);
  // After a crash the pid in the lock file may meanwhile be anyone's (usual in containers), or a zombie that nobody
  // reaps; PostgreSQL would take either for a rival. This variable, pg_ctl's, names the one pid that is none. It
  // checks for backends that outlived their postmaster all the same.
  const noRival = lock && !(await isPostgres(lock.pid)) ? lock.pid : process.ppid;

  const log = await open(cluster.log, 'a', 0o600);
  try {
    const logStart = (await log.stat()).size;
    const options = spawnOptions(account);
    const child = spawn(binaries.postgres, ['-D', cluster.folder, ...args], {
      ...options,
      env: { ...options.env, PG_GRANDPARENT_PID: String(noRival) },
      // A session of its own: Ctrl-C in the terminal is for the app, which still has to close.
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
export async function shutDown(pid: number): Promise<void> {
  signal(pid, 'SIGINT');
  const deadline = Date.now() + SHUTDOWN_MS;
  while (await isPostgres(pid)) {
    if (Date.now() > deadline) throw new Error(`PostgreSQL (pid ${pid}) did not shut down within a minute.`);
    await sleep(20);
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

/** Lines of postmaster.pid: pid, data folder, start time, port, socket folder, address once it listens, … */
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
  // Linux only; elsewhere a living pid has to do.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  return state === undefined || /^\d+ \(postgres\) [^ZX]/.test(state);
}

async function readLog(path: string, start: number): Promise<string> {
  const log = await open(path, 'r');
  try {
    const { size } = await log.stat();
    const from = Math.max(start, size - LOG_READ);
    const { buffer, bytesRead } = await log.read(Buffer.alloc(LOG_READ), 0, LOG_READ, from);
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
    // The first line may be cut, and no longer tell what it is.
    return withoutStatements(from > start ? lines.slice(1) : lines).slice(-LOG_TAIL);
  } finally {
    await log.close();
  }
}

/** Another process of ours may share the log, and statements and their errors quote people's data. */
function withoutStatements(lines: string[]): string {
  const quoting = /^\t|\b(ERROR|DETAIL|STATEMENT|QUERY|CONTEXT): {2}|LOG: {2}(statement|duration|execute)/;
  return lines
    .filter((line) => !quoting.test(line))
    .join('\n')
    .trim();
}
