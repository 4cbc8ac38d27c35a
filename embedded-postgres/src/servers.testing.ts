import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { expect, inject } from 'vitest';
import { type EmbeddedPostgres, type ServerOptions, startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Reply, Request } from './process.testing.ts';
import { template } from './setup.testing.ts';

export { isRoot, nobody } from './setup.testing.ts';

/** Node's options for a process that runs TypeScript. */
export const execArgv = ['--import', 'tsx'];
export const run = promisify(execFile);
const testRoot = inject('testRoot');
const processes: ChildProcess[] = [];

/** mkdtemp creates folders that only their owner can enter; `open` lets other accounts in. */
export async function temporaryFolder(access: 'open' | 'closed' = 'open'): Promise<string> {
  const folder = await mkdtemp(join(testRoot, 'test-'));
  if (access === 'open') await chmod(folder, 0o755);
  return folder;
}

/** A data folder with a cluster that was already started and stopped. */
export async function existingCluster(): Promise<string> {
  const dataDir = await temporaryFolder();
  await run('cp', ['-a', `${template(testRoot)}/.`, dataDir]);
  return dataDir;
}

/** A program instead of initdb that creates an incomplete cluster and then runs another command. */
export async function fakeInitdb(lastCommand: string): Promise<string> {
  const path = join(await temporaryFolder(), 'initdb');
  const script = `folder="\${1#--pgdata=}"\nmkdir "$folder" && echo 18 > "$folder/PG_VERSION" && ${lastCommand}`;
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

/** The clock stands still, so that no time limit is reached. */
export const testOptions = {
  name: 'example',
  settings: { fsync: 'off' },
  sharedDir: join(testRoot, 'shared'),
  now: () => 0,
};

export const start = (dataDir: string, options: Partial<ServerOptions> = {}): Promise<EmbeddedPostgres> =>
  startEmbeddedPostgres({ ...testOptions, ...options, dataDir });

export async function cleanUp(): Promise<void> {
  for (const child of processes) await kill(child);
}

/** The server has shut down, and removed its lock file. */
export async function expectStopped(dataDir: string): Promise<void> {
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
}

export async function clusterOf(dataDir: string): Promise<string> {
  const record = await readFile(join(dataDir, 'postgres.json'), 'utf8').catch(() => '');
  const [, cluster = 'postgres'] = /"cluster":"([^"]+)"/.exec(record) ?? [];
  return resolve(dataDir, cluster);
}

export async function postmasterPid(dataDir: string): Promise<number> {
  const pid = Number.parseInt(await readFile(join(await clusterOf(dataDir), 'postmaster.pid'), 'utf8'), 10);
  if (!(pid > 1)) throw new Error('No pid in postmaster.pid.');
  return pid;
}

/** Undefined if there is no /proc. */
export const processOwner = (pid: number): Promise<number | undefined> =>
  stat(`/proc/${pid}`).then(
    ({ uid }) => uid,
    () => undefined,
  );

/** Empty before the first launch. */
export const readLog = (dataDir: string): Promise<string> =>
  readFile(join(dataDir, 'postgres.log'), 'utf8').catch(() => '');

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Fails shortly before the test itself would time out, to show which line waited. */
export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + 240_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition did not become true.');
    await sleep(20);
  }
}

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function query(url: string, sql: string): Promise<unknown[]> {
  const client = await connect(url);
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Registers a process to be killed after the tests. */
export function track(child: ChildProcess): ChildProcess {
  processes.push(child);
  return child;
}

type TestProcess = {
  readonly child: ChildProcess;
  /** Returns the server's address. */
  start(dataDir: string, options?: Partial<ServerOptions>): Promise<string>;
  /** Stops all servers that were started in the process. */
  stop(): Promise<void>;
};

type Runner = { readonly folder?: string; readonly execPath?: string; readonly uid?: number; readonly gid?: number };

/** A separate process to start servers in. */
export function startProcess({ folder = import.meta.dirname, ...account }: Runner = {}): TestProcess {
  const child = track(
    fork(join(folder, 'process.testing.ts'), {
      cwd: folder,
      execArgv,
      env: { PATH: process.env.PATH },
      // A separate process group, so that a test can signal it as a terminal does.
      detached: true,
      ...account,
    }),
  );
  const exited = once(child, 'exit').then(() => ({ error: 'The process exited.', url: undefined }));
  let requests = 0;
  const request = async (options?: ServerOptions): Promise<string> => {
    const id = requests++;
    const replied = new Promise<Reply>((resolveReply) => {
      child.on('message', (reply: Reply) => reply.id === id && resolveReply(reply));
    });
    const message: Request = { id, start: options };
    child.send(message);
    const { error, url = '' } = await Promise.race([replied, exited]);
    if (error) throw new Error(error);
    return url;
  };
  return {
    child,
    start: (dataDir, options) => request({ ...testOptions, ...options, dataDir }),
    stop: async () => {
      await request();
    },
  };
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
