import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { serverAccount, spawnOptions } from './account.ts';
import { prepareCluster } from './cluster.ts';
import { exists } from './folders.ts';
import { resolveOptions } from './options.ts';
import {
  cleanUp,
  connect,
  execArgv,
  existingCluster,
  expectStopped,
  fakeInitdb,
  isAlive,
  kill,
  postmasterPid,
  query,
  readLog,
  start,
  startProcess,
  temporaryFolder,
  testOptions,
  track,
  until,
} from './servers.testing.ts';

afterAll(cleanUp);

const itOnLinux = it.runIf(process.platform === 'linux').concurrent;
const LOCK_FILE = join('postgres', 'postmaster.pid');
const HELD = 'lock file "postmaster.pid" already exists';

/** Waits until the line was logged this many more times. */
async function logged(dataDir: string, line: string, times = 1): Promise<void> {
  const count = async () => (await readLog(dataDir)).split(line).length - 1;
  const before = await count();
  await until(async () => (await count()) >= before + times);
}

it.concurrent('waits while another server shuts down, and for the backends of one that was killed', async () => {
  const dataDir = await existingCluster();
  const killed = await start(dataDir);
  const client = await connect(killed.url);
  await client.query('create table kept as select 42 as answer');
  // A busy backend doesn't notice that its postmaster is gone, and keeps the shared memory. It also exits when its folder is
  // deleted, so it can't outlive the test.
  const loop = `do $$ begin
    while (pg_stat_file('release', true)).size is null and (pg_stat_file('PG_VERSION', true)).size > 0 loop end loop;
  end $$`;
  const computing = client.query(loop).catch(() => {});
  const active = "select pid from pg_stat_activity where query like 'do $$%' and state = 'active'";
  await until(async () => (await query(killed.url, active)).length > 0);

  // Smart shutdown waits for the clients that are connected.
  process.kill(await postmasterPid(dataDir), 'SIGTERM');
  await until(async () => (await readFile(join(dataDir, LOCK_FILE), 'utf8')).includes('stopping'));
  const now = vi.fn(() => 0);
  const starting = start(dataDir, { now });
  await Promise.race([starting, logged(dataDir, HELD)]);
  now.mockReturnValue(200_000);
  await Promise.race([starting, logged(dataDir, HELD, 2)]);
  const givingUp = start(dataDir, { now: vi.fn(() => 400_000).mockReturnValueOnce(0) });
  await expect(givingUp).rejects.toThrow('Another process runs PostgreSQL');

  now.mockReturnValue(0);
  process.kill(await postmasterPid(dataDir), 'SIGKILL');
  await Promise.race([starting, logged(dataDir, 'pre-existing shared memory block', 2)]);
  await writeFile(join(dataDir, 'postgres', 'release'), '');
  const server = await starting;
  await computing;
  expect(await query(server.url, 'table kept')).toEqual([42]);
  // The owner of the killed server doesn't stop the new one.
  await killed.stop();
  expect(await query(server.url, 'table kept')).toEqual([42]);
  await server.stop();
  await expectStopped(dataDir);
});

it.concurrent('R8: is relaunched at the same address every time it is killed or shut down', async () => {
  const dataDir = await existingCluster();
  const server = await start(dataDir, { relaunch: true });
  await query(server.url, 'create table kept as select 42 as answer');
  // A server that shuts down removes its lock file, which has the port.
  for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = await postmasterPid(dataDir);
    process.kill(pid, signal);
    await until(async () => (await postmasterPid(dataDir).catch(() => pid)) !== pid);
    await until(async () => (await query(server.url, 'table kept').catch(() => [])).length > 0);
    expect(await query(server.url, 'table kept')).toEqual([42]);
  }
  await server.stop();
  await expectStopped(dataDir);
});

itOnLinux('starts again if the killed server is a zombie', async () => {
  const dataDir = await existingCluster();
  const { child, start: startThere } = startProcess();
  await startThere(dataDir);
  const pid = await postmasterPid(dataDir);
  // A stopped parent doesn't reap its child.
  child.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await until(async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z '));
  const server = await start(dataDir);
  expect(isAlive(pid)).toBe(true);
  await server.stop();
  await kill(child);
});

itOnLinux('starts again if another program has the pid of the killed server', async () => {
  const dataDir = await existingCluster();
  const killed = await start(dataDir);
  const pid = await postmasterPid(dataDir);
  const lock = await readFile(join(dataDir, LOCK_FILE), 'utf8');
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
  const program = track(spawn('sleep', ['3600'], spawnOptions(await serverAccount())));
  // Not even `join` connects to the other program on the port: pg would send it the password in clear text if asked to.
  const connections: unknown[] = [];
  const listener = createServer((socket) => connections.push(socket.destroy())).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const [, folder, started, , ...rest] = lock.split('\n');
  const { port } = listener.address() as AddressInfo;
  await writeFile(join(dataDir, LOCK_FILE), [program.pid, folder, started, port, ...rest].join('\n'));
  const server = await start(dataDir, { join: true });
  expect(await query(server.url, 'select 42')).toEqual([42]);
  expect(connections).toEqual([]);
  await server.stop();
  await killed.stop();
  listener.close();
  expect(program.exitCode).toBe(null);
});

it.concurrent('creates the cluster again after initdb was killed, and removes what that left', async () => {
  const dataDir = await temporaryFolder();
  const args = [dataDir, await fakeInitdb('exec sleep 3600')];
  const child = track(fork(join(import.meta.dirname, 'initdb.testing.ts'), args, { execArgv, detached: true }));
  const staging = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));
  await until(async () => exists(join(dataDir, (await staging())[0] ?? '', 'finished', 'PG_VERSION')));
  const exited = once(child, 'exit');
  process.kill(-Number(child.pid), 'SIGKILL');
  await exited;
  const [stale = ''] = await staging();
  expect((await readdir(dataDir)).sort()).toEqual(['postgres.json', stale]);
  await utimes(join(dataDir, stale), 0, 0);
  await mkdir(join(dataDir, 'postgres.new-in-progress'));

  const binaries = { initdb: await fakeInitdb('touch "$folder/complete"'), postgres: '', major: '18' };
  const options = resolveOptions({ ...testOptions, dataDir });
  const cluster = await prepareCluster(dataDir, { account: await serverAccount(), binaries, options });
  expect((await readdir(cluster.folder)).sort()).toEqual(['PG_VERSION', 'complete']);
  expect(await staging()).toEqual(['postgres.new-in-progress']);
});

it.concurrent('joins no server of another folder, even if that accepts its password', async () => {
  const [dataDir, elsewhere] = [await existingCluster(), await existingCluster()];
  const other = await start(elsewhere);
  await copyFile(join(elsewhere, LOCK_FILE), join(dataDir, LOCK_FILE));
  const { uid, gid } = await serverAccount();
  await chown(join(dataDir, LOCK_FILE), uid, gid);
  const now = vi.fn(() => 20_000).mockReturnValueOnce(0);
  await expect(start(dataDir, { join: true, now })).rejects.toThrow(HELD);
  expect(await query(other.url, 'select 42')).toEqual([42]);
  await other.stop();
});

it.concurrent('quotes no data and no password if it can’t start', async () => {
  const dataDir = await existingCluster();
  const owner = await start(dataDir);
  const client = await connect(owner.url);
  let isRunning = true;
  const failing = (async () => {
    while (isRunning) await client.query("select 'private text'::int").catch(() => sleep(20));
  })();
  // A folder that the lock file doesn't name makes the log part of the error.
  const lock = await readFile(join(dataDir, LOCK_FILE), 'utf8');
  await writeFile(join(dataDir, LOCK_FILE), lock.replace(/^\/.*$/m, '/elsewhere'));
  const now = vi.fn(() => 0);
  const starting = start(dataDir, { now }).catch((reason: Error) => reason);
  await Promise.race([starting, logged(dataDir, HELD, 2)]);
  now.mockReturnValue(20_000);
  const error = String(await starting);
  isRunning = false;
  await failing;
  expect(error).toContain(HELD);
  expect(await readLog(dataDir)).toContain('private text');
  expect(error).not.toMatch(/private text|postgres:\/\//);
  expect(error).not.toContain(new URL(owner.url).password);
  await client.end();
  await owner.stop();
});
