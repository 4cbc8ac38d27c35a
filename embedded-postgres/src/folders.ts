import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Where root keeps what the server's account can't reach in the project: binaries and clusters. */
const SHARED_FOLDER = '/var/lib/panel-postgres';
/** Older than any builder still at work. */
const ABANDONED_MS = 10 * 60_000;

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => !hasCode(error, 'ENOENT', 'ENOTDIR'),
  );
}

export async function sharedFolder(): Promise<string> {
  await mkdir(SHARED_FOLDER, { recursive: true });
  // Whatever root's umask made of it: anyone may enter, only root may write.
  await chmod(SHARED_FOLDER, 0o755);
  return SHARED_FOLDER;
}

/**
 * Builds a folder in a workspace beside its target and renames it into place, so that nobody ever finds half of it.
 * Of several builders at once the first wins; the others throw their work away.
 */
export async function buildFolder(
  target: string,
  build: (finished: string, workspace: string) => Promise<void>,
): Promise<void> {
  await removeAbandoned(target);
  const workspace = await mkdtemp(workspacePrefix(target));
  try {
    const finished = join(workspace, 'finished');
    await build(finished, workspace);
    await rename(finished, target).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST', 'ENOTEMPTY')) throw error;
    });
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

const workspacePrefix = (target: string) => `${target}.new-`;

/** What builders killed half-way left behind. */
async function removeAbandoned(target: string): Promise<void> {
  const prefix = basename(workspacePrefix(target));
  for (const name of await readdir(dirname(target))) {
    if (!name.startsWith(prefix)) continue;
    const workspace = join(dirname(target), name);
    const modified = await stat(workspace).catch(() => undefined);
    if (modified && Date.now() - modified.mtimeMs > ABANDONED_MS) await rm(workspace, { recursive: true, force: true });
  }
}
