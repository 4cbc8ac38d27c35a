import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, copyFile, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { serverAccount, spawnOptions } from './account.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { exists } from './folders.ts';
import {
  cleanUp,
  connect,
  isAlive,
  kill,
  postmasterPid,
  query,
  quick,
  spawnFixture,
  startInProcess,
  temporaryFolder,
  until,
} from './testing.ts';

afterAll(cleanUp);

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, settings: quick });
const log = (dataDir: string) => readFile(join(dataDir, 'postgres.log'), 'utf8');

it('starts again after the server was killed with connections open', async () => {
  const dataDir = await temporaryFolder();
  const killed = await start(dataDir);
  const client = await connect(killed.url);
  await client.query('create table kept as select 42 as answer');
  // A backend that computes doesn't notice that its postmaster is gone, and keeps the shared memory.
  const computing = client
    .query("do $$ begin while clock_timestamp() < now() + interval '3 s' loop end loop; end $$")
    .catch(() => {});
  const computers = "select pid from pg_stat_activity where query like 'do $$%' and state = 'active'";
  await until(async () => (await query(killed.url, computers)).length > 0);
  process.kill(await postmasterPid(dataDir), 'SIGKILL');

  const server = await start(dataDir);
  expect(server.adopted).toBe(false);
  expect(await log(dataDir)).toContain('pre-existing shared memory block');
  expect(await query(server.url, 'table kept')).toEqual([42]);
  await computing;
  // Who started the killed server may leave; who uses the new one stays in.
  await killed.stop();
  expect(await query(server.url, 'table kept')).toEqual([42]);
  await server.stop();
  await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
});

it.runIf(process.platform === 'linux')('is not put off by the zombie of a killed server', async () => {
  const dataDir = await temporaryFolder();
  const { child, url } = await startInProcess(dataDir);
  await query(url, 'create table kept as select 42 as answer');
  const pid = await postmasterPid(dataDir);
  child.kill('SIGSTOP');
  process.kill(pid, 'SIGKILL');
  await until(async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).includes(') Z '));
  const server = await start(dataDir);
  expect(isAlive(pid)).toBe(true);
  expect(server.adopted).toBe(false);
  expect(await query(server.url, 'table kept')).toEqual([42]);
  await server.stop();
  await kill(child);
});

it.runIf(process.platform === 'linux')('is not put off by a process that got the pid of a killed server', async () => {
  const dataDir = await temporaryFolder();
  const killed = await start(dataDir);
  const pid = await postmasterPid(dataDir);
  const lockFile = join(dataDir, 'postgres', 'postmaster.pid');
  const lock = await readFile(lockFile, 'utf8');
  process.kill(pid, 'SIGKILL');
  await until(() => !isAlive(pid));
  const heir = spawn('sleep', ['60'], spawnOptions(await serverAccount()));
  // Whoever has its port now is told nothing either: pg would answer a request for the password in clear.
  const callers: unknown[] = [];
  const stranger = createServer((caller) => callers.push(caller.destroy())).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const [, folder, started, , ...rest] = lock.split('\n');
  const { port } = stranger.address() as AddressInfo;
  await writeFile(lockFile, [heir.pid, folder, started, port, ...rest].join('\n'));
  const server = await start(dataDir);
  expect(server.adopted).toBe(false);
  expect(callers).toEqual([]);
  await server.stop();
  await killed.stop();
  stranger.close();
  expect(heir.exitCode).toBe(null);
  await kill(heir);
});

it('is not put off by an initdb killed half-way', async () => {
  const dataDir = await temporaryFolder();
  const child = await spawnFixture(dataDir);
  const workspaces = async () => (await readdir(dataDir)).filter((name) => name.startsWith('postgres.new-'));
  await until(async () => {
    const [workspace = ''] = await workspaces();
    return exists(join(dataDir, workspace, 'finished', 'PG_VERSION'));
  });
  const exited = once(child, 'exit');
  if (child.pid) process.kill(-child.pid, 'SIGKILL');
  await exited;
  const [workspace = ''] = await workspaces();
  expect(await exists(join(dataDir, 'postgres'))).toBe(false);
  await utimes(join(dataDir, workspace), 0, 0);

  const server = await start(dataDir);
  expect(await query(server.url, 'select 42')).toEqual([42]);
  expect(await workspaces()).toEqual([]);
  await server.stop();
});

it.concurrent('waits longer than that for a server that says it is shutting down', async () => {
  const dataDir = await temporaryFolder();
  const { child, url } = await startInProcess(dataDir);
  const visitor = await connect(url);
  await kill(child);
  // Smart shutdown: waits for its clients and lets in no more.
  process.kill(await postmasterPid(dataDir), 'SIGTERM');
  const starting = start(dataDir);
  await sleep(17_000);
  await visitor.end();
  const server = await starting;
  expect(server.adopted).toBe(false);
  await server.stop();
});

it.concurrent('does not adopt the server of another cluster, even if that takes its password', async () => {
  const [dataDir, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
  const other = await start(elsewhere);
  await copyFile(join(elsewhere, 'postgres.json'), join(dataDir, 'postgres.json'));
  await (await start(dataDir)).stop();
  const lockFile = join('postgres', 'postmaster.pid');
  await copyFile(join(elsewhere, lockFile), join(dataDir, lockFile));
  const { uid, gid } = await serverAccount();
  await chown(join(dataDir, lockFile), uid, gid);
  await expect(start(dataDir)).rejects.toThrow(/belongs to the server of another cluster/);
  await rm(join(dataDir, lockFile));
  expect(await query(other.url, 'select 42')).toEqual([42]);
  await other.stop();
});

it.concurrent('gives up after a while on a server that holds the cluster and is not ours, and quotes nobody', async () => {
  const dataDir = await temporaryFolder();
  const file = join(dataDir, 'postgres.json');
  const holder = await start(dataDir);
  const record = await readFile(file, 'utf8');
  await writeFile(file, record.replace(/"password":"[^"]*"/, '"password":"misplaced"'));
  const client = await connect(holder.url);
  let chatting = true;
  const chatter = (async () => {
    while (chatting) await client.query("select 'did:example:secret'::int").catch(() => sleep(20));
  })();
  const began = Date.now();
  const error = await start(dataDir).catch((reason: Error) => reason);
  chatting = false;
  await chatter;
  expect(Date.now() - began).toBeGreaterThan(14_000);
  expect(Date.now() - began).toBeLessThan(30_000);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).toMatch(/refuses the password in postgres\.json.*lock file "postmaster\.pid" already exists/s);
  expect(await log(dataDir)).toContain('did:example:secret');
  expect(String(error)).not.toMatch(/did:example|misplaced|postgres:\/\//);
  expect(String(error)).not.toContain(JSON.parse(record).password);
  await writeFile(file, record);
  await client.end();
  await holder.stop();
});
