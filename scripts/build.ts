/**
 * `npm run build`: writes what is installed on a server, plain JavaScript in the folders of the repository, so that paths and
 * stack traces are the same in both. `npm ci --omit=dev` in it installs the packages that it needs.
 */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { writePackages } from './artifact-packages.ts';
import { leaveSourcesOut } from './build-app.ts';
import { buildConsole, CONSOLE_DIST } from './build-console.ts';
import { buildWeb, DIST } from './build-web.ts';

const root = new URL('..', import.meta.url).pathname;
const target = resolve(process.argv[2] ?? join(root, 'dist'));
const write = (file: string, text: string) => writeFileSync(join(target, file), text);

/** The command that starts each source. */
const ENTRIES = { 'server.js': 'api/src/server.ts', 'panel.js': 'api/src/cli.ts' };

await buildWeb();
await buildConsole();
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'error',
  build: {
    ssr: true,
    outDir: target,
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
leaveSourcesOut(target);
for (const [command, source] of Object.entries(ENTRIES)) write(command, `import './${source.replace(/ts$/, 'js')}';\n`);
cpSync(join(root, 'api/migrations'), join(target, 'api/migrations'), { recursive: true });
for (const [built, place] of [
  [DIST, 'web/dist'],
  [CONSOLE_DIST, 'console/dist'],
] as const)
  cpSync(built, join(target, place), { recursive: true, filter: (path) => !path.endsWith('.vite') });

writePackages(target, ['api']);
// Whatever the user's settings are: no script of a package runs, and no other engine is accepted.
cpSync(join(root, '.npmrc'), join(target, '.npmrc'));
process.stdout.write(`Built ${target}: npm ci --omit=dev && node server.js\n`);
