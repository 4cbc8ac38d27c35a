import { once } from 'node:events';
import { readdir, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { serverAccount } from './account.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { freePort } from './free-port.ts';
import { findPostmaster, launchPostmaster, shutDown, signal } from './postmaster.ts';
import {
  cleanUp,
  connect,
  existingCluster,
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
import { createDatabase } from './session.ts';

vi.mock('./free-port.ts', { spy: true });
vi.mock('./postmaster.ts', { spy: true });
afterAll(cleanUp);

it.concurrent('creates a cluster at the first start and opens it at the next', async () => {
  const dataDir = await temporaryFolder();
  await rmdir(dataDir);
  const first = await start(dataDir, { settings: {} });
  const pid = await postmasterPid(dataDir);
  expect(first.adopted).toBe(false);
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
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
  await until(() => !isAlive(pid));

  const second = await start(dataDir);
  expect(second.adopted).toBe(false);
  expect(await query(second.url, 'table kept')).toEqual([42]);
  expect(await query(second.url, "select current_setting('fsync')")).toEqual(['off']);
  await second.stop();
});

it.concurrent('serves two processes that start at once from one cluster, and outlives both', async () => {
  const dataDir = await temporaryFolder();
  const processes = [startProcess(), startProcess()];
  const servers = await Promise.all(processes.map((process) => process.start(dataDir)));
  expect(servers.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
  const [{ url }, other] = servers as [EmbeddedPostgres, EmbeddedPostgres];
  expect(other.url).toBe(url);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log']);
  await query(url, 'create table kept as select 42 as answer');
  const pid = await postmasterPid(dataDir);

  await processes[servers.findIndex(({ adopted }) => adopted)]?.stop();
  expect(await query(url, 'table kept')).toEqual([42]);

  // Ctrl-C signals the whole process group too.
  const child = processes[servers.findIndex(({ adopted }) => !adopted)]?.child;
  const exited = child && once(child, 'exit');
  process.kill(-Number(child?.pid), 'SIGKILL');
  await exited;
  const server = await start(dataDir);
  expect(server).toMatchObject({ adopted: true, url });
  expect(await postmasterPid(dataDir)).toBe(pid);
  expect(await query(url, 'table kept')).toEqual([42]);
  await server.stop();
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it.concurrent('lets a process exit without stopping the server', async () => {
  const dataDir = await existingCluster();
  const { child, start: startThere } = startProcess();
  const { url } = await startThere(dataDir);
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  const server = await start(dataDir);
  expect(server).toMatchObject({ adopted: true, url });
  await server.stop();
});

/** One cluster for the tests that run one after another; each leaves it stopped. */
let dataDir = '';
beforeAll(async () => {
  dataDir = await existingCluster();
});

it('shuts down with the last client', async () => {
  const now = vi.fn(() => 0);
  const first = await start(dataDir);
  const second = await start(dataDir, { now });
  expect(second.adopted).toBe(true);
  await first.stop();
  const visitor = await connect(second.url);
  await first.stop();
  // The time limit for other clients to disconnect passes.
  now.mockReturnValueOnce(0).mockReturnValueOnce(10_000);
  await second.stop();
  await second.stop();
  expect((await visitor.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);

  const third = await start(dataDir, { now });
  expect(third.adopted).toBe(true);
  const calls = now.mock.calls.length;
  const stopping = Promise.all([third.stop(), third.stop()]);
  // It has found the client connected at least once.
  await until(() => now.mock.calls.length > calls + 1);
  await visitor.end();
  await stopping;
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it('starts one server for several simultaneous starts, and leaves none behind after simultaneous stops', async () => {
  const servers = await Promise.all([start(dataDir), start(dataDir), start(dataDir)]);
  expect(servers.map(({ adopted }) => adopted).sort()).toEqual([false, true, true]);
  await Promise.all(servers.map((server) => server.stop()));
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it('creates the database once if several processes try', async () => {
  const server = await start(dataDir);
  const admin = new URL(server.url);
  admin.pathname = '/postgres';
  await query(admin.href, 'drop database example');
  const clients = await Promise.all([1, 2, 3, 4].map(() => connect(admin.href)));
  await Promise.all(clients.map((client) => createDatabase(client, 'example')));
  for (const client of clients) await client.end();
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
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it('launches a new server for a process that connects while the last one shuts the old one down', async () => {
  const last = await start(dataDir);
  let connecting: Promise<EmbeddedPostgres> | undefined;
  vi.mocked(shutDown).mockImplementationOnce(async (pid, now) => {
    let connected = false;
    connecting = start(dataDir);
    void connecting.then(() => {
      connected = true;
    });
    const waiting = "select count(*)::int from pg_locks where locktype = 'advisory' and not granted";
    await until(async () => connected || (await query(last.url, waiting))[0] === 1);
    await shutDown(pid, now);
  });
  await last.stop();
  const server = await connecting;
  expect(server?.adopted).toBe(false);
  expect(await query(server?.url ?? '', 'select 42')).toEqual([42]);
  await server?.stop();
});

it('launches another server if another process joined the new one and shut it down', async () => {
  vi.mocked(launchPostmaster).mockImplementationOnce(async (...args) => {
    const attempt = await launchPostmaster(...args);
    await until(async () => (await findPostmaster(args[0].folder))?.pid === attempt.pid);
    const other = await start(dataDir);
    expect(other.adopted).toBe(true);
    await other.stop();
    return attempt;
  });
  const server = await start(dataDir);
  expect(await query(server.url, 'select 42')).toEqual([42]);
  await server.stop();
});

it('gives up on a server that it launched and that does not answer, and stops it', async () => {
  const now = vi.fn(() => 0);
  let pid = 0;
  vi.mocked(launchPostmaster).mockImplementationOnce(async (...args) => {
    const attempt = await launchPostmaster(...args);
    pid = Number(attempt.pid);
    process.kill(pid, 'SIGSTOP');
    onTestFinished(() => signal(pid, 'SIGKILL'));
    now.mockReturnValueOnce(0).mockReturnValue(100_000);
    return attempt;
  });
  await expect(start(dataDir, { now })).rejects.toThrow(
    /did not start on .*: (no server is listening|timeout expired)/,
  );
  process.kill(pid, 'SIGCONT');
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
