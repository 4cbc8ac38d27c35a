import { once } from 'node:events';
import { readdir, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { serverAccount } from './account.ts';
import { createDatabase } from './database.ts';
import { FolderInUseError } from './embedded-postgres.ts';
import { freePort } from './free-port.ts';
import { launchPostmaster } from './postmaster.ts';
import {
  cleanUp,
  existingCluster,
  expectStopped,
  isAlive,
  postmasterPid,
  processOwner,
  query,
  readLog,
  start,
  startProcess,
  temporaryFolder,
  testOptions,
  until,
} from './servers.testing.ts';

vi.mock('./free-port.ts', { spy: true });
vi.mock('./postmaster.ts', { spy: true });
afterAll(cleanUp);

it.concurrent('creates a cluster at the first start and opens it at the next', async () => {
  const dataDir = await temporaryFolder();
  await rmdir(dataDir);
  const first = await start(dataDir, { settings: {} });
  const pid = await postmasterPid(dataDir);
  expect(first.url).toMatch(/^postgres:\/\/example:[\w-]{32}@127\.0\.0\.1:\d+\/example$/);
  await query(first.url, 'create table kept as select 42 as answer');
  expect(await query(first.url, 'select current_user')).toEqual(['example']);
  const facts = ['server_version_num', 'fsync', 'listen_addresses', 'unix_socket_directories', 'server_encoding'];
  const values = await query(first.url, `select ${facts.map((name) => `current_setting('${name}')`).join()}`);
  expect(values).toEqual([expect.stringMatching(/^18/), 'on', '127.0.0.1', '', 'UTF8']);
  expect(await query(first.url, "select datcollate from pg_database where datname = 'example'")).toEqual(['C']);
  expect(await query(first.url, 'select distinct auth_method from pg_hba_file_rules')).toEqual(['scram-sha-256']);
  const { uid } = await serverAccount();
  expect(uid).toBeGreaterThan(0);
  if (process.platform === 'linux') expect(await processOwner(pid)).toBe(uid);
  expect(await stat(join(dataDir, 'postgres'))).toMatchObject({ uid, mode: 0o40700 });
  expect(await stat(join(dataDir, 'postgres.json'))).toMatchObject({ uid: process.getuid?.(), mode: 0o100600 });
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log']);
  await first.stop();
  await expectStopped(dataDir);
  expect(isAlive(pid)).toBe(false);

  const second = await start(dataDir);
  expect(await query(second.url, 'table kept')).toEqual([42]);
  expect(await query(second.url, "select current_setting('fsync')")).toEqual(['off']);
  await Promise.all([second.stop(), second.stop()]);
});

it.concurrent('ends with its process after kill -9 of the process group, and keeps the data', async () => {
  const dataDir = await existingCluster();
  const { child, start: startThere } = startProcess();
  const url = await startThere(dataDir);
  await query(url, 'create table kept as select 42 as answer');
  const exited = once(child, 'exit');
  process.kill(-Number(child.pid), 'SIGKILL');
  await exited;
  // While the server is still shutting down.
  const next = await start(dataDir);
  expect(await query(next.url, 'table kept')).toEqual([42]);
  await next.stop();
  await expectStopped(dataDir);
});

it.concurrent('lets a process exit without stopping the server, which then ends', async () => {
  const dataDir = await existingCluster();
  const { child, start: startThere } = startProcess();
  await startThere(dataDir);
  const server = await postmasterPid(dataDir);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  await until(() => !isAlive(server));
  await expectStopped(dataDir);
});

it.concurrent('starts one of two servers that are started at once, even for the first time, and says why to the other', async () => {
  const dataDir = await temporaryFolder();
  const clocks = [vi.fn(() => 0), vi.fn(() => 0)];
  const starting = clocks.map((now) => start(dataDir, { now }));
  const server = await Promise.any(starting);
  for (const clock of clocks) {
    // The other one may be slower: its time begins when it first looks at the clock.
    await until(() => clock.mock.calls.length > 0);
    clock.mockReturnValue(20_000);
  }
  const [refused, ...others] = (await Promise.allSettled(starting)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  );
  expect(others).toEqual([]);
  expect(refused).toBeInstanceOf(FolderInUseError);
  expect(String(refused)).toMatch(
    `Another process runs PostgreSQL (pid ${await postmasterPid(dataDir)}) on ${dataDir}`,
  );
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log']);
  expect(await query(server.url, 'select 42')).toEqual([42]);
  await server.stop();
  await expectStopped(dataDir);
});

/** One cluster for the tests that run one after another; each leaves it stopped. */
let dataDir = '';
beforeAll(async () => {
  dataDir = await existingCluster();
});

it('lets other processes join; only the owner stops the server', async () => {
  const owner = await start(dataDir);
  const joined = await start(dataDir, { join: true });
  expect(joined.url).toBe(owner.url);
  await joined.stop();
  expect(await query(owner.url, 'select 42')).toEqual([42]);
  await owner.stop();
  await expectStopped(dataDir);

  const alone = await start(dataDir, { join: true });
  expect(await query(alone.url, 'select 42')).toEqual([42]);
  await alone.stop();
  await expectStopped(dataDir);
});

it('creates the database once if several processes try', async () => {
  const server = await start(dataDir);
  const admin = new URL(server.url);
  admin.pathname = '/postgres';
  await query(admin.href, 'drop database example');
  await Promise.all([1, 2, 3, 4].map(() => createDatabase(server.url)));
  expect(await query(server.url, 'select 42')).toEqual([42]);
  await server.stop();
});

it('passes settings on, except those that would let other machines connect', async () => {
  const settings = { ...testOptions.settings, work_mem: '5MB', listen_addresses: '*', port: '1' };
  const server = await start(dataDir, { settings });
  expect(await query(server.url, "select current_setting('work_mem'), current_setting('listen_addresses')")).toEqual([
    '5MB',
    '127.0.0.1',
  ]);
  await server.stop();
});

it('shows the end of the log if the server does not start', async () => {
  const failed = start(dataDir, { settings: { shared_buffers: 'plenty' } });
  await expect(failed).rejects.toThrow(/did not start.*invalid value for parameter "shared_buffers": "plenty"/s);
  await expectStopped(dataDir);
});

it('gives up on a server that it launched and that does not answer, and stops it', async () => {
  const now = vi.fn(() => 0);
  let pid = 0;
  const signal = (name: NodeJS.Signals) => isAlive(pid) && process.kill(pid, name);
  vi.mocked(launchPostmaster).mockImplementationOnce(async (...args) => {
    const server = await launchPostmaster(...args);
    pid = Number(server.pid);
    signal('SIGSTOP');
    onTestFinished(() => void signal('SIGKILL'));
    now.mockReturnValueOnce(0).mockReturnValue(400_000);
    return server;
  });
  await expect(start(dataDir, { now })).rejects.toThrow(/did not start on .*: it was not ready within five minutes/);
  signal('SIGCONT');
  await until(() => !isAlive(pid));
});

it('uses another port if the free one it found is taken in the meantime', async () => {
  const occupant = createServer();
  const taken = await freePort();
  await new Promise<void>((resolve) => occupant.listen(taken, '127.0.0.1', resolve));
  vi.mocked(freePort).mockResolvedValueOnce(taken);
  const server = await start(dataDir);
  expect(await readLog(dataDir)).toContain(`Is another postmaster already running on port ${taken}`);
  expect(await query(server.url, 'select 42')).toEqual([42]);
  await server.stop();
  occupant.close();
});
