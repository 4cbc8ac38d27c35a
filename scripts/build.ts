/**
 * `npm run build`: writes what is installed on a server. `npm ci --omit=dev` in it installs the packages that it needs.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePackages } from './artifact-packages.ts';
import { buildConsole, CONSOLE_DIST } from './build-console.ts';
import { writeServer } from './build-server.ts';
import { buildWeb, DIST } from './build-web.ts';

const root = new URL('..', import.meta.url).pathname;
const target = resolve(process.argv[2] ?? join(root, 'dist'));

await buildWeb();
await buildConsole();
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
await writeServer(target);
for (const [built, place] of [
  [DIST, 'web/dist'],
  [CONSOLE_DIST, 'console/dist'],
] as const)
  cpSync(built, join(target, place), { recursive: true, filter: (path) => !path.endsWith('.vite') });

writePackages(target, ['api']);
// Whatever the user's settings are: no script of a package runs, and no other engine is accepted.
cpSync(join(root, '.npmrc'), join(target, '.npmrc'));
process.stdout.write(`Built ${target}: npm ci --omit=dev && node server.js\n`);
