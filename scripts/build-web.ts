import { join } from 'node:path';
import { buildIfChanged, prepareFiles } from './build-app.ts';

const root = new URL('..', import.meta.url).pathname;
export const DIST = join(root, 'web/dist');
export const VITE_CONFIG = join(root, 'web/vite.config.ts');
const SOURCES = [
  'web/src',
  'web/index.html',
  'web/public',
  'web/vite.config.ts',
  'scripts/build-web.ts',
  'scripts/prerender.ts',
];

export const buildWeb = (): Promise<void> =>
  buildIfChanged({
    name: 'web app',
    dist: DIST,
    file: 'index.html',
    sources: SOURCES,
    async write(folder) {
      // Loaded by a build alone: a start with a fresh app takes half the time without them.
      const [{ build }, { prerenderPages: prerender }] = await Promise.all([import('vite'), import('./prerender.ts')]);
      const configured = { configFile: VITE_CONFIG, logLevel: 'error' } as const;
      await build({ ...configured, build: { outDir: folder } });
      await build({
        ...configured,
        build: { outDir: join(folder, 'server'), ssr: 'src/server.tsx', copyPublicDir: false },
      });
      await prerender(folder);
      prepareFiles(folder);
    },
  });
