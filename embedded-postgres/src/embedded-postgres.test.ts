import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rmdir, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, it, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { freePort } from './free-port.ts';
import { launchPostmaster, shutDown } from './postmaster.ts';
import { createDatabase } from './session.ts';
import {
  cleanUp,
  connect,
  isAlive,
  kill,
  postmasterPid,
  query,
  quick,
  startInProcess,
  temporaryFolder,
  until,
} from './testing.ts';

vi.mock('./free-port.ts', { spy: true });
vi.mock('./postmaster.ts', { spy: true });
afterAll(cleanUp);

const start = (dataDir: string, settings: Record<string, string> = quick) =>
  startEmbeddedPostgres({ dataDir, settings });

it('creates a cluster at the first start and finds its data again at the next', async () => {
  const dataDir = await temporaryFolder();
  await rmdir(dataDir);
  const first = await startEmbeddedPostgres({ dataDir });
  const pid = await postmasterPid(dataDir);
  expect(first.adopted).toBe(false);
  expect(first.url).toMatch(/^postgres:\/\/panel:[\w-]{32}@127\.0\.0\.1:\d+\/panel$/);
  await query(first.url, 'create table kept as select 42 as answer');
  expect(await query(first.url, 'select current_user')).toEqual(['panel']);
  const facts = ['server_version_num', 'fsync', 'listen_addresses', 'unix_socket_directories', 'server_encoding'];
  const values = await query(first.url, `select ${facts.map((name) => `current_setting('${name}')`).join()}`);
  expect(values).toEqual([expect.stringMatching(/^18/), 'on', '127.0.0.1', '', 'UTF8']);
  expect(await query(first.url, "select datcollate from pg_database where datname = 'panel'")).toEqual(['C']);
  expect(await query(first.url, 'select distinct auth_method from pg_hba_file_rules')).toEqual(['scram-sha-256']);
  expect((await stat(join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600);
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

it('adopts the server of a process that was killed', async () => {
  const dataDir = await temporaryFolder();
  const { child, url } = await startInProcess(dataDir);
  await query(url, 'create table kept as select 42 as answer');
  const pid = await postmasterPid(dataDir);
  await kill(child);
  const server = await start(dataDir);
  expect(server).toMatchObject({ adopted: true, url });
  expect(await postmasterPid(dataDir)).toBe(pid);
  expect(await query(server.url, 'table kept')).toEqual([42]);
  await server.stop();
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it('survives Ctrl-C', async () => {
  const dataDir = await temporaryFolder();
  const { child, url } = await startInProcess(dataDir);
  const interrupted = once(child, 'exit');
  if (child.pid) process.kill(-child.pid, 'SIGINT');
  await interrupted;
  const server = await start(dataDir);
  expect(server).toMatchObject({ adopted: true, url });
  await server.stop();
});

it('does not keep alive an app that ends without stopping it', async () => {
  const dataDir = await temporaryFolder();
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(import.meta.resolve('./embedded-postgres.ts'))};
    await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });`;
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code];
  await promisify(execFile)(process.execPath, args, { timeout: 20_000 });
  const server = await start(dataDir);
  expect(server.adopted).toBe(true);
  await server.stop();
});

it('serves two first starts at once, in two processes, from one cluster', async () => {
  const dataDir = await temporaryFolder();
  const servers = await Promise.all([startInProcess(dataDir), startInProcess(dataDir)]);
  expect(servers.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
  const [one, other] = servers;
  expect(one.url).toBe(other.url);
  await query(one.url, 'create table shared as select 42 as answer');
  expect(await query(other.url, 'table shared')).toEqual([42]);
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.json', 'postgres.log']);

  await one.stop();
  expect(await query(other.url, 'table shared')).toEqual([42]);
  await other.stop();
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it('stops with the last one out', async () => {
  const dataDir = await temporaryFolder();
  const first = await start(dataDir);
  const second = await start(dataDir);
  expect(second.adopted).toBe(true);
  await first.stop();
  const visitor = await connect(second.url);
  await first.stop();
  await second.stop();
  await second.stop();
  expect((await visitor.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);

  const third = await start(dataDir);
  expect(third.adopted).toBe(true);
  // A backend may outlive its connection by a moment.
  setTimeout(() => void visitor.end(), 300);
  await Promise.all([third.stop(), third.stop()]);
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it('leaves no server behind when two leave at the same moment', async () => {
  const dataDir = await temporaryFolder();
  const servers = await Promise.all([start(dataDir), start(dataDir), start(dataDir)]);
  await Promise.all(servers.map((server) => server.stop()));
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it('gives who arrives while the last one leaves a server that stays', async () => {
  const dataDir = await temporaryFolder();
  const leaving = await start(dataDir);
  let arriving: Promise<EmbeddedPostgres> | undefined;
  vi.mocked(shutDown).mockImplementationOnce(async (pid) => {
    arriving = start(dataDir);
    await Promise.race([arriving, sleep(500)]);
    await shutDown(pid);
  });
  await leaving.stop();
  const arrived = await arriving;
  expect(arrived?.adopted).toBe(false);
  expect(await query(arrived?.url ?? '', 'select 42')).toEqual([42]);
  await arrived?.stop();
});

it('starts anew when another came and left between its launching the server and its joining it', async () => {
  const dataDir = await temporaryFolder();
  await (await start(dataDir)).stop();
  vi.mocked(launchPostmaster).mockImplementationOnce(async (...launching) => {
    const attempt = await launchPostmaster(...launching);
    const passerBy = await startInProcess(dataDir);
    expect(passerBy.adopted).toBe(true);
    await passerBy.stop();
    return attempt;
  });
  const server = await start(dataDir);
  expect(await query(server.url, 'select 42')).toEqual([42]);
  await server.stop();
});

it('creates the database once, however many try', async () => {
  const server = await start(await temporaryFolder());
  const admin = new URL(server.url);
  admin.pathname = '/postgres';
  await query(admin.href, 'drop database panel');
  const clients = await Promise.all([1, 2, 3, 4].map(() => connect(admin.href)));
  await Promise.all(clients.map((client) => createDatabase(client)));
  for (const client of clients) await client.end();
  expect(await query(server.url, 'select 42')).toEqual([42]);
  await server.stop();
});

it('takes another port when its own was snatched away', async () => {
  const dataDir = await temporaryFolder();
  const squatter = createServer();
  const taken = await freePort();
  await new Promise<void>((resolve) => squatter.listen(taken, '127.0.0.1', resolve));
  vi.mocked(freePort).mockResolvedValueOnce(taken);
  const server = await start(dataDir);
  expect(await readFile(join(dataDir, 'postgres.log'), 'utf8')).toContain(
    `Is another postmaster already running on port ${taken}`,
  );
  expect(await query(server.url, 'select 42')).toEqual([42]);
  await server.stop();
  squatter.close();
});

it('does not let settings open it to others', async () => {
  const server = await start(await temporaryFolder(), { ...quick, listen_addresses: '*', port: '1' });
  expect(await query(server.url, 'show listen_addresses')).toEqual(['127.0.0.1']);
  await server.stop();
});

it('shows the end of the log when the server does not start', async () => {
  const dataDir = await temporaryFolder();
  const failed = start(dataDir, { shared_buffers: 'plenty' });
  await expect(failed).rejects.toThrow(/did not start.*invalid value for parameter "shared_buffers": "plenty"/s);
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});
