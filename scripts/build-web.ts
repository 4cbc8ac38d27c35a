/** Builds the web app into web/dist, unless the one that is there is newer than everything it is made of. */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = new URL('..', import.meta.url).pathname;
export const DIST = join(root, 'web/dist');
const SOURCES = [
  'web/src',
  'web/index.html',
  'web/public',
  'web/vite.config.ts',
  'ui',
  'domain/src',
  'scripts/build-web.ts',
  'scripts/prerender.ts',
  'scripts/route-styles.ts',
  'package-lock.json',
];
export const VITE_CONFIG = join(root, 'web/vite.config.ts');

export async function buildWeb(): Promise<void> {
  if (isFresh()) return;
  process.stdout.write('Building the web app …\n');
  // Loaded by a build alone: a start with a fresh app takes half the time without them.
  const [{ build }, { prerender }] = await Promise.all([import('vite'), import('./prerender.ts')]);
  // Built beside its place and then renamed: a server that starts meanwhile never finds half an app.
  const [built, replaced] = [`${DIST}.new-${process.pid}`, `${DIST}.old-${process.pid}`];
  const removeTemporary = () => {
    for (const folder of [built, replaced]) rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', removeTemporary);
  // Vite takes NODE_ENV over its mode: under a test runner it would build the development version of React.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    const configured = { configFile: VITE_CONFIG, logLevel: 'error' } as const;
    await build({ ...configured, build: { outDir: built } });
    await build({
      ...configured,
      build: { outDir: join(built, 'server'), ssr: 'src/server.tsx', copyPublicDir: false },
    });
    await prerender(built);
    compress(built);
    // Another start may have built the same app meanwhile, and its server may be using it.
    if (isFresh()) return;
    if (existsSync(DIST)) renameSync(DIST, replaced);
    renameSync(built, DIST);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    process.off('exit', removeTemporary);
    removeTemporary();
  }
}

function isFresh(): boolean {
  const page = join(DIST, 'index.html');
  return existsSync(page) && statSync(page).mtimeMs > Math.max(...SOURCES.map((path) => changedAt(join(root, path))));
}

/** When a file, or the newest file in a folder, was changed. */
export function changedAt(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).mtimeMs;
  return Math.max(...readdirSync(path).map((name) => changedAt(join(path, name))));
}

/** Writes a .br and a .gz beside each text file. Not for the page, which the server renders. */
export function compress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|css|svg)$/.test(name)) continue;
    const content = readFileSync(join(folder, name));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(content)); // quality 11 by default
    writeFileSync(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
  }
}
