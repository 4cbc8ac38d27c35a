import { createHash, randomBytes } from 'node:crypto';
import { access, chown, constants, link, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canEnter, runAs, type ServerAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import { buildFolder, exists, hasCode, sharedFolder } from './folders.ts';

/** The superuser, and the database it owns. */
export const PANEL = 'panel';

export type Cluster = { readonly folder: string; readonly log: string; readonly password: string };

/** `cluster` is relative to the data folder where it can be, so that the folder may be moved. */
type ClusterRecord = { readonly password: string; readonly cluster: string };

export async function prepareDataDir(dataDir: string, account: ServerAccount): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM')) throw await belongsToAnother(dataDir, account);
    throw error;
  }
  return realpath(dataDir);
}

/** Finds or creates the cluster of a data folder, and makes sure it is one that we can run. */
export async function openCluster(dataDir: string, account: ServerAccount, binaries: Binaries): Promise<Cluster> {
  const { password, cluster } = await clusterRecord(dataDir, account, binaries);
  const folder = resolve(dataDir, cluster);
  if (await exists(folder)) {
    await checkCluster(folder, account, binaries);
  } else {
    await mkdir(dirname(folder), { recursive: true });
    await buildFolder(folder, (finished, workspace) => initdb(finished, workspace, password, account, binaries));
  }
  if (account.steppedDown && !(await canEnter(account, folder))) {
    throw new Error(
      `PostgreSQL runs as ${account.name}, which can no longer enter ${dirname(folder)}: ` +
        'give others the right to enter it and every folder above it (chmod o+x).',
    );
  }
  return { folder: await realpath(folder), log: `${folder}.log`, password };
}

/**
 * The record is settled before the cluster is made: of two first starts both run initdb with the same password, so it
 * doesn't matter whose cluster stays, and a crash in between leaves no cluster whose password nobody knows.
 */
async function clusterRecord(dataDir: string, account: ServerAccount, binaries: Binaries): Promise<ClusterRecord> {
  const file = join(dataDir, 'postgres.json');
  const folder = join(dataDir, 'postgres');
  // Looked at first: a cluster that was there before we looked for its record has one.
  const occupied = await exists(folder);
  const found = await readRecord(file, account);
  if (found) return found;
  if (occupied) {
    await checkCluster(folder, account, binaries);
    throw new Error(`${file}, which holds the password of ${folder}, is missing: restore it, or move ${folder} away.`);
  }
  const enterable = !account.steppedDown || (await canEnter(account, dataDir));
  const cluster = enterable ? 'postgres' : await outsidePlace(dataDir);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const record: ClusterRecord = { password: randomBytes(24).toString('base64url'), cluster };
  try {
    await writeFile(draft, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // link, unlike rename, never replaces: the first one to get here decides.
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
    throw hasCode(error, 'EACCES') ? await belongsToAnother(file, account) : error;
  });
  if (text === undefined) return undefined;
  try {
    const { password, cluster }: Partial<ClusterRecord> = JSON.parse(text);
    if (password && cluster) return { password, cluster };
  } catch {
    // JSON.parse quotes what it can't read, and that would be the password.
  }
  throw new Error(`${file} is damaged. It holds the password of the database: restore it from a backup.`);
}

/** For a data folder the account can't enter. A place still taken belongs to a data folder that was deleted since. */
async function outsidePlace(dataDir: string): Promise<string> {
  const name = `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const place = join(await sharedFolder(), name);
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? place : `${place}-${n}`;
    if (!(await exists(candidate))) return candidate;
  }
}

async function checkCluster(folder: string, account: ServerAccount, { major }: Binaries): Promise<void> {
  const version = await readFile(join(folder, 'PG_VERSION'), 'utf8').catch(async (error: unknown) => {
    if (hasCode(error, 'EACCES')) throw await belongsToAnother(folder, account);
    if (!hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    throw new Error(`${folder} exists but is not a PostgreSQL cluster: move it away, or choose another data folder.`);
  });
  if (version.trim() !== major) {
    throw new Error(
      `${folder} is a PostgreSQL ${version.trim()} cluster and this is PostgreSQL ${major}: ` +
        `dump it with version ${version.trim()} and restore it, or choose another data folder.`,
    );
  }
  if ((await stat(folder)).uid !== account.uid) throw await belongsToAnother(folder, account);
}

async function belongsToAnother(path: string, account: ServerAccount): Promise<Error> {
  const owner = await stat(path).then(
    ({ uid }) => (uid === account.uid ? '' : ` (uid ${uid})`),
    () => '',
  );
  return new Error(
    `${path} belongs to another user${owner} or is closed to ${account.name}, which PostgreSQL runs as here: ` +
      'start the panel as the user it belongs to, change its owner (chown -R), or choose another data folder.',
  );
}

async function initdb(
  folder: string,
  workspace: string,
  password: string,
  account: ServerAccount,
  binaries: Binaries,
): Promise<void> {
  const passwordFile = join(workspace, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.steppedDown) {
    for (const path of [workspace, passwordFile]) await chown(path, account.uid, account.gid);
  }
  const { ok, output } = await runAs(account, binaries.initdb, [
    `--pgdata=${folder}`,
    `--username=${PANEL}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--locale=C',
    '--encoding=UTF8',
    '--no-instructions',
  ]);
  await rm(passwordFile);
  if (!ok) throw new Error(`initdb could not create the database cluster. It says:\n${output}`);
}
