/** Builds an app or the server into its place, unless the one that is there is newer than everything it is made of. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = new URL('..', import.meta.url).pathname;
const SHARED_SOURCES = ['ui', 'domain/src', 'scripts/build-app.ts', 'package-lock.json'];

type App = {
  readonly name: string;
  readonly dist: string;
  /** One of its files. */
  readonly file: string;
  /** What this app alone is made of. */
  readonly sources: readonly string[];
  write(folder: string): Promise<void>;
};

export async function buildIfChanged({ name, dist, file, sources, write }: App): Promise<void> {
  const isFresh = () => {
    const built = join(dist, file);
    const paths = [...sources, ...SHARED_SOURCES];
    return existsSync(built) && statSync(built).mtimeMs > Math.max(...paths.map((path) => changedAt(join(root, path))));
  };
  if (isFresh()) return;
  process.stdout.write(`Building the ${name} …\n`);
  // Built next to its place and then renamed, so that a server never finds half an app.
  const [built, replaced] = [`${dist}.new-${process.pid}`, `${dist}.old-${process.pid}`];
  const removeTemporary = () => {
    for (const folder of [built, replaced]) rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', removeTemporary);
  // Vite takes NODE_ENV over its mode: under a test runner it would build the development version of React.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await write(built);
    // Another start may have built the same app meanwhile, and its server may be using it.
    if (isFresh()) return;
    if (existsSync(dist)) renameSync(dist, replaced);
    renameSync(built, dist);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    process.off('exit', removeTemporary);
    removeTemporary();
  }
}

/** When a file, or the newest file in a folder, was changed. */
function changedAt(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(...readdirSync(path).map((name) => changedAt(join(path, name))));
}

/** For an app's files: maps without sources, and a .br and a .gz next to each text file. Not for the page, which the server renders. */
export function prepareFiles(folder: string): void {
  leaveSourcesOut(folder);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content)); // quality 11 by default
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}

/** Removes the sources from the source maps. Places are kept, by the paths in the repository. */
export function leaveSourcesOut(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.map')) continue;
    const file = join(folder, name);
    const { sourcesContent: _, sources, ...map } = JSON.parse(readFileSync(file, 'utf8'));
    const inRepository = sources.map((source: string) => relative(root, resolve(dirname(file), source)));
    writeFileSync(file, JSON.stringify({ ...map, sources: inRepository }));
  }
}
