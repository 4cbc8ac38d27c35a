import { createHash, randomBytes } from 'node:crypto';
import { access, chown, constants, link, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canEnter, runAs, type ServerAccount } from './account.ts';
import type { ServerContext } from './context.ts';
import { buildFolder, exists, hasCode, makeSharedDir } from './folders.ts';

export type Cluster = { readonly folder: string; readonly log: string; readonly password: string };

/** Content of postgres.json. `cluster` is relative if it is inside the data folder, so that the folder can be moved. */
type ClusterRecord = { readonly password: string; readonly cluster: string };

export async function prepareDataDir(dataDir: string, account: ServerAccount): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM')) throw await accessError(dataDir, account);
    throw error;
  }
  return realpath(dataDir);
}

/** Finds or creates the cluster of a data folder, and checks that the account can run it. */
export async function prepareCluster(dataDir: string, context: ServerContext): Promise<Cluster> {
  const { account } = context;
  const { password, cluster } = await readOrCreateRecord(dataDir, context);
  const folder = resolve(dataDir, cluster);
  if (await exists(folder)) {
    await checkCluster(folder, context);
  } else {
    await mkdir(dirname(folder), { recursive: true });
    await buildFolder(folder, (built, staging) => initdb(built, staging, password, context));
  }
  if (account.switched && !(await canEnter(account, folder))) {
    throw new Error(
      `PostgreSQL runs as ${account.name}, which can no longer enter ${dirname(folder)}: ` +
        'give others the right to enter it and every folder above it (chmod o+x).',
    );
  }
  return { folder: await realpath(folder), log: `${folder}.log`, password };
}

/**
 * Writes the record before the cluster. Processes that start at once then run initdb with the same password, so that any of
 * their clusters can be kept, and a crash never leaves a cluster with an unknown password.
 */
async function readOrCreateRecord(dataDir: string, context: ServerContext): Promise<ClusterRecord> {
  const { account, options } = context;
  const file = join(dataDir, 'postgres.json');
  const folder = join(dataDir, 'postgres');
  // Must come before the record is read, or a cluster that another process creates in between would seem to have no record.
  const occupied = await exists(folder);
  const found = await readRecord(file, account);
  if (found) return found;
  if (occupied) {
    await checkCluster(folder, context);
    throw new Error(`${file}, which holds the password of ${folder}, is missing: restore it, or move ${folder} away.`);
  }
  const enterable = !account.switched || (await canEnter(account, dataDir));
  const cluster = enterable ? 'postgres' : await clusterPathOutside(dataDir, options.sharedDir);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const record: ClusterRecord = { password: randomBytes(24).toString('base64url'), cluster };
  try {
    await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // link, unlike rename, never replaces a file: the first process decides.
    await link(draft, file).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  return (await readRecord(file, account)) ?? record;
}

async function readRecord(file: string, account: ServerAccount): Promise<ClusterRecord | undefined> {
  const text = await readFile(file, 'utf8').catch(async (error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw hasCode(error, 'EACCES') ? await accessError(file, account) : error;
  });
  if (text === undefined) return undefined;
  try {
    const { password, cluster }: Partial<ClusterRecord> = JSON.parse(text);
    if (password && cluster) return { password, cluster };
  } catch {
    // The message of JSON.parse quotes the text, which contains the password.
  }
  throw new Error(`${file} is damaged. It holds the password of the database: restore it from a backup.`);
}

/** For a data folder that the account can't enter. If the path exists, it is the cluster of a deleted data folder. */
async function clusterPathOutside(dataDir: string, sharedDir: string): Promise<string> {
  await makeSharedDir(sharedDir);
  const path = join(sharedDir, `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`);
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? path : `${path}-${n}`;
    if (!(await exists(candidate))) return candidate;
  }
}

async function checkCluster(folder: string, { account, binaries: { major } }: ServerContext): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(async (error: unknown) => {
    if (hasCode(error, 'EACCES')) throw await accessError(folder, account);
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new Error(`${folder} exists but is not a PostgreSQL cluster: move it away, or choose another data folder.`);
  });
  if (version.trim() !== major) {
    throw new Error(
      `${folder} is a PostgreSQL ${version.trim()} cluster and this is PostgreSQL ${major}: ` +
        `dump it with version ${version.trim()} and restore it, or choose another data folder.`,
    );
  }
  if ((await stat(folder)).uid !== account.uid) throw await accessError(folder, account);
}

async function accessError(path: string, account: ServerAccount): Promise<Error> {
  const owner = await stat(path).then(
    ({ uid }) => (uid === account.uid ? '' : ` (uid ${uid})`),
    () => '',
  );
  return new Error(
    `${path} belongs to another user${owner} or is closed to ${account.name}, the account that PostgreSQL runs as: ` +
      'start this program as its owner, change the owner (chown -R), or choose another data folder.',
  );
}

async function initdb(
  folder: string,
  staging: string,
  password: string,
  { account, binaries, options }: ServerContext,
): Promise<void> {
  const passwordFile = join(staging, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.switched) {
    for (const path of [staging, passwordFile]) await chown(path, account.uid, account.gid);
  }
  const { ok, output } = await runAs(account, binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${options.name}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--locale=C',
    '--encoding=UTF8',
    '--no-instructions',
    ...(options.settings.fsync === 'off' ? ['--no-sync'] : []),
  ]);
  await rm(passwordFile);
  if (!ok) throw new Error(`initdb could not create the cluster:\n${output}`);
}
