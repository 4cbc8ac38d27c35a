/** `npm start`: starts every process of the product and prints the address to open. `--watch` (`npm run dev`) reloads them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DID_PARAMETER, screens } from '@panel/domain/paths';
import { ConfigError, readConfig } from '../api/src/config.ts';
import { markRunning } from '../api/src/start/running-panels.ts';
import { freePort } from '../embedded-postgres/src/free-port.ts';
import { accountList } from '../sandbox/src/accounts.ts';
import { buildConsole } from './build-console.ts';
import { buildWeb, VITE_CONFIG } from './build-web.ts';

const root = new URL('..', import.meta.url).pathname;
const print = (line: string) => process.stdout.write(`${line}\n`);

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
const { env } = process;
const end = (message: string): never => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};
/** Versions before this one get no more fixes. The product still runs on those that package.json allows. */
const OLDEST_MAINTAINED_NODE = 22;
if (Number.parseInt(process.versions.node, 10) < OLDEST_MAINTAINED_NODE)
  print(`Node ${process.versions.node} gets no more security fixes: install Node 24.`);
const isSandbox = (env.MODE || 'sandbox') === 'sandbox';
const host = env.HOST || '127.0.0.1';
const isWatching = process.argv.includes('--watch');

/** Exits if a chosen port is taken, before anything is started. A process that finds its port taken later exits the same way. */
async function requireFreePorts(): Promise<void> {
  const sandboxPorts = {
    CONSOLE_PORT: env.CONSOLE_PORT,
    INTERNAL_PORT: env.INTERNAL_PORT,
    SANDBOX_PORT: env.SANDBOX_PORT,
    GATEWAY_PORT: env.GATEWAY_PORT,
  };
  for (const [variable, value] of Object.entries({ PORT: env.PORT || '3000', ...(isSandbox && sandboxPorts) })) {
    if (!value) continue;
    if (!(Number.isInteger(Number(value)) && Number(value) >= 0 && Number(value) < 65_536))
      end(`${variable} must be a whole number from 0 to 65535.`);
    if (!(await isTaken(Number(value), variable === 'PORT' ? host : '127.0.0.1'))) continue;
    process.stderr.write(`Port ${value} is taken. Choose another with ${variable}=<number>.\n`);
    process.exitCode = 1;
  }
  if (process.exitCode) process.exit();
}

const isTaken = (number: number, host: string): Promise<boolean> =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    server.listen(number, host, () => server.close(() => resolve(false)));
  });

await requireFreePorts();
const { port, publicOrigin, dataDir, databaseUrl } = await readConfig(env).catch((error: Error) => {
  if (error instanceof ConfigError) return end(error.message);
  throw error;
});

/** The console's port: two above the product's, or in a sandbox any free one if that is taken. */
async function chooseConsolePort(): Promise<number> {
  const standard = port + 2;
  if (!isSandbox || (standard < 65_536 && !(await isTaken(standard, host)))) return standard;
  return freePort();
}

const consolePort = env.CONSOLE_PORT || String(await chooseConsolePort());

// In live mode a log collector reads standard output; in sandbox mode a person does.
const logFile = join(dataDir, 'panel.log');
function createLog(): number {
  try {
    mkdirSync(dataDir, { recursive: true });
    return openSync(logFile, 'a');
  } catch (error) {
    return end(`DATA_DIR must be a folder that this process can write to: ${String(error)}`);
  }
}
const log = isSandbox ? createLog() : 'inherit';
if (isSandbox && !databaseUrl) markRunning(root, dataDir);

const children = new Set<ChildProcess>();
let isStopping = false;

/** Stops every process: when one exits, all stop. */
function stop(code: number): void {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = code;
  if (children.size === 0) process.exit();
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
// npm can't pass kill -9 on, so watch the parent. package.json uses `exec`, so that npm is the parent and not a shell.
if (env.npm_lifecycle_event) {
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && stop(0), 500).unref();
}

/** Starts a process and returns the address that it reports. */
async function start(entry: string, variables: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, [...(isWatching ? ['--watch'] : []), '--import', 'tsx', join(root, entry)], {
    env: { ...env, ...variables },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  children.add(child);
  child.on('exit', (code) => {
    children.delete(child);
    stop(code ?? 1);
    // Only Vite keeps this process running, and it would do so forever.
    if (children.size === 0) process.exit();
  });
  return new Promise((resolve) => {
    child.on('message', (message: { ready?: string }) => {
      // Node's own watcher sends messages too.
      if (message.ready) resolve(message.ready);
    });
  });
}

/** The paths that the API answers itself; everything else is the web app. */
const API_PATHS = '^/((api|partners|t)/|config\\.json|openapi\\.|healthz|readyz)';

/** For development: Vite serves and reloads the web app at the product's address, and forwards the rest to the API's own port. */
async function serveWeb(apiPort: number): Promise<void> {
  const { createServer } = await import('vite');
  const proxy = { [API_PATHS]: `http://${host}:${apiPort}` };
  const server = await createServer({ configFile: VITE_CONFIG, server: { host, port, strictPort: true, proxy } });
  await server.listen();
}

if ((env.ROLE || 'all') !== 'worker' && !isWatching) await buildWeb();
if (['all', 'console'].includes(env.ROLE || 'all')) await buildConsole();
const sandbox = isSandbox ? await start('sandbox/src/server.ts', { PANEL_ORIGIN: publicOrigin }) : null;
const apiPort = isWatching ? await freePort() : port;
const origin = await start('api/src/server.ts', {
  ...(isWatching && { PORT: String(apiPort), PUBLIC_ORIGIN: publicOrigin }),
  CONSOLE_PORT: consolePort,
  ...(sandbox && { SANDBOX_URL: sandbox }),
});

if (sandbox) {
  print(`Logs are in ${logFile}`);
  print(`The console is at ${env.CONSOLE_ORIGIN || `http://localhost:${consolePort}`}`);
  // Another identity provider has its own accounts.
  if (!env.OIDC_ISSUER) print(`  sign in as ${accountList()}`);
  print(`The sandbox (time, surveys, vouchers, chat) is at ${sandbox}`);
}
if (isWatching) await serveWeb(apiPort);
print(`Open ${origin}${screens.home}${isSandbox ? `?${DID_PARAMETER}=demo-panelist-1` : ''}`);
