import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverAccount } from './account.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import {
  cleanUp,
  clusterOf,
  copyCheckout,
  isRoot,
  nobody,
  postmasterPid,
  query,
  quick,
  startInProcess,
  temporaryFolder,
} from './testing.ts';

afterAll(cleanUp);

const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, settings: quick });
const names = async (folder: string) => (await readdir(folder)).sort();

async function stoppedCluster(): Promise<string> {
  const dataDir = await temporaryFolder();
  await (await start(dataDir)).stop();
  return dataDir;
}

async function processOwner(pid: number): Promise<number> {
  return (await stat(`/proc/${pid}`)).uid;
}

it('refuses a folder that is not a cluster', async () => {
  for (const access of ['open', 'closed'] as const) {
    const dataDir = await temporaryFolder(access);
    await mkdir(join(dataDir, 'postgres'));
    await expect(start(dataDir)).rejects.toThrow(/postgres exists but is not a PostgreSQL cluster/);
    expect(await names(dataDir)).toEqual(['postgres']);
  }
  const dataDir = await temporaryFolder();
  await writeFile(join(dataDir, 'postgres'), '');
  await expect(start(dataDir)).rejects.toThrow(/is not a PostgreSQL cluster/);
});

it('refuses the cluster of another major version', async () => {
  const dataDir = await stoppedCluster();
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start(dataDir)).rejects.toThrow(/is a PostgreSQL 17 cluster and this is PostgreSQL 18/);
});

it('says that the record of a cluster is missing or damaged, and quotes none of it', async () => {
  const dataDir = await stoppedCluster();
  const file = join(dataDir, 'postgres.json');
  await writeFile(file, '{"password": secret');
  await expect(start(dataDir)).rejects.toThrow(/^(?!.*secret).*postgres\.json is damaged/s);
  await rm(file);
  await expect(start(dataDir)).rejects.toThrow(/postgres\.json, which holds the password .* is missing/);
});

it('says when the password is not that of the cluster, and leaves no server behind', async () => {
  const dataDir = await stoppedCluster();
  await writeFile(join(dataDir, 'postgres.json'), '{"password":"misplaced","cluster":"postgres"}');
  await expect(start(dataDir)).rejects.toThrow(/^(?!.*misplaced).*refuses the password in postgres\.json/s);
  await expect.poll(() => postmasterPid(dataDir).catch(() => 'none'), { timeout: 5000 }).toBe('none');
});

it('says what to do on a platform without binaries', async () => {
  const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('s390x');
  await expect(start(await temporaryFolder())).rejects.toThrow(/-s390x .*set DATABASE_URL/);
  arch.mockRestore();
});

it.runIf(isRoot)('refuses a cluster of another user', async () => {
  const dataDir = await stoppedCluster();
  await chown(join(dataDir, 'postgres'), 12345, 12345);
  await expect(start(dataDir)).rejects.toThrow(/postgres belongs to another user \(uid 12345\)/);
});

it.runIf(isRoot)('as root, runs as an unprivileged account inside a folder that account can enter', async () => {
  const dataDir = await temporaryFolder('open');
  const server = await start(dataDir);
  const { uid } = await serverAccount();
  expect(uid).toBeGreaterThan(0);
  expect(await processOwner(await postmasterPid(dataDir))).toBe(uid);
  expect(await stat(join(dataDir, 'postgres'))).toMatchObject({ uid, mode: 0o40700 });
  await server.stop();

  await chmod(dataDir, 0o700);
  await expect(start(dataDir)).rejects.toThrow(/can no longer enter/);
});

it.runIf(isRoot)('as root, keeps the cluster elsewhere when the account cannot enter the folder', async () => {
  const dataDir = await temporaryFolder('closed');
  const first = await start(dataDir);
  const cluster = await clusterOf(dataDir);
  expect(cluster).toMatch(/^\/var\/lib\/panel-postgres\/data-[0-9a-f]{16}$/);
  expect(await names(dataDir)).toEqual(['postgres.json']);
  expect((await stat(`${cluster}.log`)).mode & 0o777).toBe(0o600);
  await query(first.url, 'create table kept as select 42 as answer');
  const adopting = await startInProcess(dataDir);
  expect(adopting).toMatchObject({ adopted: true, url: first.url });
  await adopting.stop();
  await first.stop();

  const second = await start(dataDir);
  expect(await query(second.url, 'table kept')).toEqual([42]);
  await second.stop();

  // Who deletes the data folder starts afresh, without the password of what is left elsewhere.
  await rm(join(dataDir, 'postgres.json'));
  const afresh = await start(dataDir);
  expect(await clusterOf(dataDir)).toBe(`${cluster}-2`);
  expect(await query(afresh.url, "select count(*)::int from pg_class where relname = 'kept'")).toEqual([0]);
  await afresh.stop();
});

describe.runIf(isRoot)('from a checkout', () => {
  const asNobody = { uid: nobody.uid, gid: nobody.gid };
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let checkout = '';
  let copyName = '';

  beforeAll(async () => {
    checkout = await temporaryFolder('open');
    copyName = `${await copyCheckout(checkout)}-${process.arch}`;
  });
  afterAll(() => rm(join('/var/lib/panel-postgres', copyName), { recursive: true, force: true }));

  async function folderOfNobody(): Promise<string> {
    const dataDir = await temporaryFolder('closed');
    await chown(dataDir, nobody.uid, nobody.gid);
    return dataDir;
  }

  it('as an ordinary user, runs as that user, with a copy of binaries it cannot link', async () => {
    const dataDir = await folderOfNobody();
    const server = await startInProcess(dataDir, { checkout, ...asNobody });
    expect(await query(server.url, 'select 42')).toEqual([42]);
    expect(await processOwner(await postmasterPid(dataDir))).toBe(nobody.uid);
    expect(await names(dataDir)).toEqual(['postgres', `postgres-${copyName}`, 'postgres.json', 'postgres.log']);
    await server.stop();
  });

  it('as an ordinary user, says that a folder belongs to another', async () => {
    for (const access of ['open', 'closed'] as const) {
      const foreign = startInProcess(await temporaryFolder(access), { checkout, ...asNobody });
      await expect(foreign).rejects.toThrow(/belongs to another user \(uid 0\)/);
    }
  });

  it('as an ordinary user, uses binaries it can link where they are', async () => {
    await chown(join(checkout, 'node_modules', packageName, 'native/lib'), nobody.uid, nobody.gid);
    const dataDir = await folderOfNobody();
    const server = await startInProcess(dataDir, { checkout, ...asNobody });
    expect(await query(server.url, 'select 42')).toEqual([42]);
    expect(await names(dataDir)).toEqual(['postgres', 'postgres.json', 'postgres.log']);
    await server.stop();
  });

  it('as root, runs a copy of the binaries when the account cannot enter the checkout', async () => {
    await chmod(checkout, 0o700);
    const dataDir = await temporaryFolder('open');
    const servers = await Promise.all([startInProcess(dataDir, { checkout }), startInProcess(dataDir, { checkout })]);
    for (const { url } of servers) expect(await query(url, 'select 42')).toEqual([42]);
    const copy = join('/var/lib/panel-postgres', copyName);
    for (const path of [copy, join(copy, 'native/lib'), join(copy, 'native/bin/postgres')]) {
      expect(await stat(path)).toMatchObject({ uid: 0, gid: 0 });
      expect((await stat(path)).mode & 0o777).toBe(0o755);
    }
    const copies = (await names('/var/lib/panel-postgres')).filter((name) => name.startsWith(copyName));
    expect(copies).toEqual([copyName]);
    for (const server of servers) await server.stop();
  });
});
