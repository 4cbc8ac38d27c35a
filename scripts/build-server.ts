import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged, leaveSourcesOut } from './build-app.ts';

const root = new URL('..', import.meta.url).pathname;
export const SERVER_DIST = join(root, 'api/dist');
const SOURCES = ['api/src', 'api/migrations', 'embedded-postgres/src', 'scripts/build-server.ts'];

/** The command that starts each source. */
const ENTRIES = { 'panel.js': 'api/src/cli.ts', 'server.js': 'api/src/server.ts' };

/** Writes the server and the operators' commands: plain JavaScript in the folders of the repository, so that paths and stack traces are the same in both. */
export async function writeServer(folder: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      minify: false,
      sourcemap: 'hidden',
      rolldownOptions: {
        input: Object.values(ENTRIES).map((source) => join(root, source)),
        output: { preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
      },
    },
  });
  leaveSourcesOut(folder);
  cpSync(join(root, 'api/migrations'), join(folder, 'api/migrations'), { recursive: true });
  for (const [command, source] of Object.entries(ENTRIES))
    writeFileSync(join(folder, command), `import './${source.replace(/ts$/, 'js')}';\n`);
}

/** For tests and the bench, which start many processes: from the sources, each would use three times as much processor time. */
export const buildServer = (): Promise<void> =>
  buildIfChanged({
    name: 'server',
    dist: SERVER_DIST,
    file: 'server.js',
    sources: SOURCES,
    async write(folder) {
      await writeServer(folder);
      for (const app of ['web', 'console']) {
        mkdirSync(join(folder, app), { recursive: true });
        symlinkSync(join(root, app, 'dist'), join(folder, app, 'dist'));
      }
    },
  });
