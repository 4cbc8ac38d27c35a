import { join } from 'node:path';
import { buildIfChanged, prepareFiles } from './build-app.ts';

const root = new URL('..', import.meta.url).pathname;
export const CONSOLE_DIST = join(root, 'console/dist');
const CONFIG = 'console/vite.config.ts';
const SOURCES = ['console/src', 'console/index.html', 'console/public', CONFIG, 'scripts/build-console.ts'];

export const buildConsole = (): Promise<void> =>
  buildIfChanged({
    name: 'console',
    dist: CONSOLE_DIST,
    file: 'index.html',
    sources: SOURCES,
    async write(folder) {
      const { build } = await import('vite');
      await build({ configFile: join(root, CONFIG), logLevel: 'error', build: { outDir: folder } });
      prepareFiles(folder);
    },
  });
