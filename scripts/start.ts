/** `npm start`: every process of the product, and one address to open. With `--watch` (`npm run dev`) they reload. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DID_PARAMETER, screens } from '@panel/domain/paths';

const root = new URL('..', import.meta.url).pathname;
const VITE = join(root, 'web/vite.config.ts');
const say = (line: string) => process.stdout.write(`${line}\n`);

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const isSandbox = (process.env.PARTNERS || 'sandbox') === 'sandbox';
const watch = process.argv.includes('--watch');
const dataDir = resolve(process.env.DATA_DIR || './data');
const children: ChildProcess[] = [];

// In live mode a log collector reads our standard output; on a laptop a person does.
const logFile = join(dataDir, 'panel.log');
mkdirSync(dataDir, { recursive: true });
const log = isSandbox ? openSync(logFile, 'a') : 'inherit';

/** Starts a process of ours and gives the address it tells us. */
async function start(entry: string, env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [...(watch ? ['--watch'] : []), '--import', 'tsx', join(root, entry)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  children.push(child);
  child.on('exit', (code) => stop(code ?? 1));
  return new Promise((resolve) => {
    child.on('message', (message: { ready?: string }) => {
      // Node's own watcher talks on the same line.
      if (message.ready) resolve(message.ready);
    });
  });
}

/** The newest change below some files and folders. */
const changedAt = (...paths: string[]): number =>
  Math.max(
    ...paths.flatMap((path) => {
      const names = statSync(join(root, path)).isDirectory()
        ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' }).map((name) => join(root, path, name))
        : [join(root, path)];
      return names.map((name) => statSync(name).mtimeMs);
    }),
  );

/** Builds the web app, unless the one that is there is newer than everything it is made of. */
async function buildWeb(): Promise<void> {
  const built = join(root, 'web/dist/index.html');
  const sources = [
    'web/src',
    'web/index.html',
    'web/public',
    'web/vite.config.ts',
    'ui/src',
    'domain/src',
    'package-lock.json',
  ];
  if (existsSync(built) && statSync(built).mtimeMs > changedAt(...sources)) return;
  say('Building the web app …');
  const { build } = await import('vite');
  // Beside its place first: a server that starts at this moment finds the old one or the new one, never half of one.
  const [fresh, old] = [`${root}web/dist.new-${process.pid}`, `${root}web/dist.old-${process.pid}`];
  await build({ configFile: VITE, logLevel: 'error', build: { outDir: fresh } });
  if (existsSync(dirname(built))) renameSync(dirname(built), old);
  if (existsSync(dirname(built))) rmSync(fresh, { recursive: true });
  else renameSync(fresh, dirname(built));
  rmSync(old, { recursive: true, force: true });
}

/** For development: the web app as it is written, reloading as it is saved, with the API behind it. */
async function serveWeb(api: string): Promise<string> {
  const { createServer } = await import('vite');
  // To the API it is the app of its own origin.
  const behind = { target: api, changeOrigin: true, headers: { origin: api } };
  const proxy = Object.fromEntries(['/api', '/config.json', '/partners'].map((path) => [path, behind]));
  const server = await createServer({ configFile: VITE, server: { proxy } });
  await server.listen();
  return server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
}

/** When one ends, all end: half a product is none. */
let stopping = false;
function stop(code: number): void {
  if (!stopping) {
    stopping = true;
    process.exitCode = code;
    for (const child of children) child.kill('SIGTERM');
  }
}
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));

if ((process.env.ROLE || 'all') !== 'worker' && !watch) await buildWeb();
const port = Number(process.env.PORT || 3000);
const sandbox = isSandbox
  ? await start('sandbox/src/server.ts', {
      SANDBOX_PORT: process.env.SANDBOX_PORT || `${port + 1}`,
      PANEL_ORIGIN: process.env.PUBLIC_ORIGIN || `http://localhost:${port}`,
    })
  : null;
const origin = await start('api/src/server.ts', sandbox ? { SANDBOX_URL: sandbox } : {});

if (sandbox) {
  say(`Logs are in ${logFile}`);
  say(`The world outside (time, surveys, vouchers, chat) is at ${sandbox}`);
}
const address = watch ? await serveWeb(origin) : origin;
say(`Open ${address}${screens.home}${isSandbox ? `?${DID_PARAMETER}=demo-panelist-1` : ''}`);
