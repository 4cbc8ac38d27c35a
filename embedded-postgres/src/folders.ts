import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Longer than any build takes. */
const STALE_MS = 10 * 60_000;

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => !hasCode(error, 'ENOENT', 'ENOTDIR'),
  );
}

/** A folder that every account can enter and only root can write to, whatever the umask. */
export async function makeSharedDir(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
}

/**
 * Builds a folder next to its target and renames it into place, so that the target is never incomplete. If several processes
 * build it at once, the first one wins and the others delete their work.
 */
export async function buildFolder(
  target: string,
  build: (folder: string, staging: string) => Promise<void>,
): Promise<void> {
  await removeStaleStaging(target);
  const staging = await mkdtemp(stagingPrefix(target));
  try {
    const folder = join(staging, 'finished');
    await build(folder, staging);
    await rename(folder, target).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

const stagingPrefix = (target: string) => `${target}.new-`;

/** Removes unfinished builds of processes that were killed. */
async function removeStaleStaging(target: string): Promise<void> {
  const prefix = basename(stagingPrefix(target));
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const staging = join(dirname(target), name);
    const status = await stat(staging).catch(() => undefined);
    if (status && Date.now() - status.mtimeMs > STALE_MS) await rm(staging, { recursive: true, force: true });
  }
}
