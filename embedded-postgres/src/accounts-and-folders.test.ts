import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { serverAccount } from './account.ts';
import { BINARIES, copyCheckout } from './checkout.testing.ts';
import { prepareCluster } from './cluster.ts';
import { resolveOptions, UnsupportedMachineError } from './options.ts';
import {
  cleanUp,
  clusterOf,
  existingCluster,
  expectStopped,
  fakeInitdb,
  isRoot,
  nobody,
  postmasterPid,
  processOwner,
  query,
  start,
  startProcess,
  temporaryFolder,
  testOptions,
} from './servers.testing.ts';

afterAll(cleanUp);

const itAsRoot = it.runIf(isRoot).concurrent;
/** The data folder of a stopped cluster, enough for checks before the launch. */
async function clusterFolder(version = '18'): Promise<string> {
  const dataDir = await temporaryFolder();
  const { uid, gid } = await serverAccount();
  await mkdir(join(dataDir, 'postgres'), { mode: 0o700 });
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${version}\n`);
  await chown(join(dataDir, 'postgres'), uid, gid);
  await writeFile(join(dataDir, 'postgres.json'), '{"password":"secret","cluster":"postgres"}');
  return dataDir;
}

const names = async (folder: string) => (await readdir(folder)).sort();

it('derives the shared folder from the name, and refuses names that need quoting', () => {
  expect(resolveOptions({ dataDir: '', name: 'panel' }).sharedDir).toBe('/var/lib/panel-postgres');
  for (const name of ['', '../etc', 'two words', 'a"b']) {
    expect(() => resolveOptions({ dataDir: '', name })).toThrow('Not a name for a database');
  }
});

it('reports a platform without binaries', async () => {
  const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('s390x');
  const failed = start(await temporaryFolder());
  await expect(failed).rejects.toThrow(/-s390x is not installed/);
  await expect(failed).rejects.toBeInstanceOf(UnsupportedMachineError);
  arch.mockRestore();
});

it.concurrent('refuses a folder that is not a cluster', async () => {
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

it.concurrent('refuses the cluster of another major version', async () => {
  await expect(start(await clusterFolder('17'))).rejects.toThrow(
    /is a PostgreSQL 17 cluster and this is PostgreSQL 18/,
  );
});

it.concurrent('writes one password if several processes create the cluster at once', async () => {
  const dataDir = await temporaryFolder();
  const binaries = { initdb: await fakeInitdb('true'), postgres: '', major: '18' };
  const context = { account: await serverAccount(), binaries, options: resolveOptions({ ...testOptions, dataDir }) };
  const clusters = await Promise.all(Array.from({ length: 8 }, () => prepareCluster(dataDir, context)));
  const { password } = JSON.parse(await readFile(join(dataDir, 'postgres.json'), 'utf8'));
  for (const cluster of clusters) expect(cluster.password).toBe(password);
  expect(await names(dataDir)).toEqual(['postgres', 'postgres.json']);
});

it.concurrent('reports that postgres.json is missing or damaged, without quoting it', async () => {
  const dataDir = await clusterFolder();
  const file = join(dataDir, 'postgres.json');
  await writeFile(file, '{"password": secret');
  await expect(start(dataDir)).rejects.toThrow(/^(?!.*secret).*postgres\.json is damaged/s);
  await rm(file);
  await expect(start(dataDir)).rejects.toThrow(/postgres\.json, which holds the password .* is missing/);
});

it.concurrent('reports a wrong password, and leaves no server behind', async () => {
  const dataDir = await existingCluster();
  await writeFile(join(dataDir, 'postgres.json'), '{"password":"misplaced","cluster":"postgres"}');
  await expect(start(dataDir)).rejects.toThrow(/^(?!.*misplaced).*refuses the password in postgres\.json/s);
  await expectStopped(dataDir);
});

itAsRoot('refuses the cluster of another user', async () => {
  const dataDir = await clusterFolder();
  await chown(join(dataDir, 'postgres'), 12345, 12345);
  await expect(start(dataDir)).rejects.toThrow(/postgres belongs to another user \(uid 12345\)/);
});

itAsRoot('refuses a data folder that the account of the server can no longer enter', async () => {
  const dataDir = await clusterFolder();
  await chmod(dataDir, 0o700);
  await expect(start(dataDir)).rejects.toThrow(/can no longer enter/);
});

itAsRoot('keeps the cluster in the shared folder if that account cannot enter the data folder', async () => {
  const [dataDir, sharedDir] = [await temporaryFolder('closed'), join(await temporaryFolder(), 'shared')];
  // Left by a deleted data folder of the same path.
  const former = join(sharedDir, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  await mkdir(former, { recursive: true });
  const first = await start(dataDir, { sharedDir });
  const cluster = await clusterOf(dataDir);
  expect(cluster).toBe(`${former}-2`);
  expect(await readdir(former)).toEqual([]);
  expect(await names(dataDir)).toEqual(['postgres.json']);
  expect((await stat(`${cluster}.log`)).mode & 0o777).toBe(0o600);
  await query(first.url, 'create table kept as select 42 as answer');
  expect(await start(dataDir, { sharedDir, join: true })).toMatchObject({ url: first.url });
  await first.stop();

  const second = await start(dataDir, { sharedDir });
  expect(await query(second.url, 'table kept')).toEqual([42]);
  await second.stop();
});

itAsRoot('runs as the ordinary user who starts it, with binaries that this user can link or copy', async () => {
  const { root, ...checkout } = await copyCheckout();
  const process = startProcess({ ...checkout, uid: nobody.uid, gid: nobody.gid });
  for (const access of ['open', 'closed'] as const) {
    const refused = process.start(await temporaryFolder(access));
    await expect(refused).rejects.toThrow(/belongs to another user \(uid 0\)/);
  }
  const dataDir = await temporaryFolder('closed');
  await chown(dataDir, nobody.uid, nobody.gid);
  expect(await query(await process.start(dataDir), 'select 42')).toEqual([42]);
  expect(await processOwner(await postmasterPid(dataDir))).toBe(nobody.uid);
  const [, copy = '', ...others] = await names(dataDir);
  expect(copy).toMatch(/^postgres-18\..*-\w+$/);
  expect(others).toEqual(['postgres.json', 'postgres.log']);
  await process.stop();

  await rm(join(dataDir, copy), { recursive: true });
  await chown(join(root, 'node_modules', BINARIES, 'native/lib'), nobody.uid, nobody.gid);
  expect(await query(await process.start(dataDir), 'select 42')).toEqual([42]);
  expect(await names(dataDir)).toEqual(['postgres', 'postgres.json', 'postgres.log']);
  await process.stop();
});

itAsRoot('runs a copy of the binaries in the shared folder if that account cannot enter the checkout', async () => {
  const { root, ...checkout } = await copyCheckout();
  await chmod(root, 0o700);
  const [dataDir, sharedDir] = [await existingCluster(), join(await temporaryFolder(), 'shared')];
  const process = startProcess(checkout);
  const urls = await Promise.all([dataDir, await existingCluster()].map((dir) => process.start(dir, { sharedDir })));
  for (const url of urls) expect(await query(url, 'select 42')).toEqual([42]);
  const [copy = '', ...others] = await names(sharedDir);
  expect(copy).toMatch(/^18\..*-\w+$/);
  expect(others).toEqual([]);
  for (const path of ['', 'native/lib', 'native/bin/postgres'].map((name) => join(sharedDir, copy, name))) {
    expect(await stat(path)).toMatchObject({ uid: 0, gid: 0 });
    expect((await stat(path)).mode & 0o777).toBe(0o755);
  }
  await process.stop();
});
