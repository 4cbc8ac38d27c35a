/** Builds the console into console/dist, unless the one that is there is newer than everything it is made of. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { changedAt, compress } from './build-web.ts';

const root = new URL('..', import.meta.url).pathname;
export const CONSOLE_DIST = join(root, 'console/dist');
export const CONSOLE_VITE_CONFIG = join(root, 'console/vite.config.ts');
const SOURCES = [
  'console/src',
  'console/index.html',
  'console/public',
  'console/vite.config.ts',
  'ui',
  'domain/src',
  'scripts/build-console.ts',
  'package-lock.json',
];

export async function buildConsole(): Promise<void> {
  if (isFresh()) return;
  process.stdout.write('Building the console …\n');
  const { build } = await import('vite');
  // Built beside its place and then renamed: a server that starts meanwhile never finds half a console.
  const [built, replaced] = [`${CONSOLE_DIST}.new-${process.pid}`, `${CONSOLE_DIST}.old-${process.pid}`];
  // Vite takes NODE_ENV over its mode: under a test runner it would build the development version of React.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({ configFile: CONSOLE_VITE_CONFIG, logLevel: 'error', build: { outDir: built } });
    compress(built);
    if (isFresh()) return;
    if (existsSync(CONSOLE_DIST)) renameSync(CONSOLE_DIST, replaced);
    renameSync(built, CONSOLE_DIST);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    for (const folder of [built, replaced]) rmSync(folder, { recursive: true, force: true });
  }
}

function isFresh(): boolean {
  const page = join(CONSOLE_DIST, 'index.html');
  return existsSync(page) && statSync(page).mtimeMs > Math.max(...SOURCES.map((path) => changedAt(join(root, path))));
}

if (import.meta.filename === process.argv[1]) await buildConsole();
