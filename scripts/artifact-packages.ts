/** The artifact's package.json and lockfile, derived from those of the repository. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type LockEntry = {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
};
type Lockfile = { readonly packages: Readonly<Record<string, LockEntry>> };
type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
};

const root = new URL('..', import.meta.url).pathname;

/** Where Node finds a package that is imported from a folder: next to it, or in a folder above. */
function locate({ packages }: Lockfile, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** The packages that a package requires, and those that it uses if they are installed. */
function namesNeededBy({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: LockEntry) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return {
    required: [...Object.keys(dependencies ?? {}), ...peers],
    optional: Object.keys(optionalDependencies ?? {}),
  };
}

/** The lockfile's entries for everything that the workspaces need, as if each workspace were the root. */
function entriesFor(lock: Lockfile, workspaces: readonly string[]): Record<string, LockEntry> {
  const found: Record<string, LockEntry> = {};
  const add = (from: string, name: string, isRequired: boolean): void => {
    const path = locate(lock, from, name);
    if (!path && isRequired) throw new Error(`${name}, which ${from} needs, is not in the lockfile`);
    if (!path) return;
    const { resolved: _, ...entry } = lock.packages[path] as LockEntry;
    const target = path.slice(path.indexOf('node_modules/'));
    const other = found[target];
    if (other && other.version !== entry.version) throw new Error(`${target} would have two versions in the artifact`);
    if (other) return;
    found[target] = entry;
    const { required, optional } = namesNeededBy(entry);
    for (const needed of required) add(path, needed, true);
    for (const needed of optional) add(path, needed, false);
  };
  for (const workspace of workspaces)
    for (const name of Object.keys(dependenciesOf(lock, workspace))) add(workspace, name, true);
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Leaves out the repository's own packages, whose code is part of the artifact. */
const dependenciesOf = ({ packages }: Lockfile, workspace: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(packages[workspace]?.dependencies ?? {}).filter(([name]) => !name.startsWith('@panel/')),
  );

/** Writes a package.json and a lockfile with the packages that the workspaces need, at the repository's versions. */
export function writePackages(folder: string, workspaces: readonly string[]): void {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));
  const write = (file: string, content: object) =>
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
  const manifest: Manifest = read('package.json');
  const lock: Lockfile = read('package-lock.json');
  const packages = entriesFor(lock, workspaces);
  const isShipped = (name: string) => Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`));
  const overrides = Object.fromEntries(Object.entries(manifest.overrides).filter(([name]) => isShipped(name)));
  const { name, version, license, engines } = manifest;
  const dependencies = Object.assign({}, ...workspaces.map((workspace) => dependenciesOf(lock, workspace)));
  const common = { name, version, license, dependencies, engines };
  const scripts = { start: 'node server.js' };
  write('package.json', { ...common, private: true, type: 'module', scripts, overrides });
  write('package-lock.json', { name, version, lockfileVersion: 3, packages: { '': common, ...packages } });
}
