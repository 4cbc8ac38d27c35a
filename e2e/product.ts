/** The product as a process: `npm start` on a free port, with a data folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** Listens to a port until it is closed; nothing where the port is taken. */
async function listen(port: number): Promise<Server | null> {
  const server = createServer().listen(port, '127.0.0.1').unref();
  return once(server, 'listening').then(
    () => server,
    () => null,
  );
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server) await once(server.close(), 'close');
  return server !== null;
}

/**
 * A port that is free, and the three after it, which the sandbox, the console and the gateway take. Below those that the system gives to
 * outgoing connections, one of which might take it before a process is up. The fifth is listened to until this process ends: so no other
 * test is given the same ones while nobody listens to them yet.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + 5 * randomInt(4000);
    const reservation = await listen(port + 4);
    if (!reservation) continue;
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(port + offset)));
    if (free.every(Boolean)) return port;
    reservation.close();
  }
}

/** In memory where there is room: a test's databases are gone after it, and making their files on a disk takes longer than most tests. */
async function parentOfDataDirs(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null);
  return memory && memory.bavail * memory.bsize > 8 * 2 ** 30 ? '/dev/shm' : tmpdir();
}

export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(await parentOfDataDirs(), 'panel-test-'));
  // As root, PostgreSQL runs under another account, which has to get in.
  await chmod(folder, 0o755);
  return folder;
}

export type Started = { readonly child: ChildProcess; readonly output: string };

/** Runs the command in a process group of its own, until it has printed the address or ended. */
export async function npmStart(env: Record<string, string>, script = 'start'): Promise<Started> {
  const child = spawn('npm', ['run', script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // A run that is interrupted leaves nothing running.
  const killGroup = () => process.kill(-(child.pid as number), 'SIGTERM');
  process.once('exit', killGroup);
  child.once('close', () => process.off('exit', killGroup));
  let output = '';
  await new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk;
        if (/^Open http\S+$/m.test(output)) resolve();
      });
    child.on('close', () => resolve());
  });
  return { child, output };
}

export async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  // npm may have ended without the processes that it started, which still hold its output.
  if (child.stdout?.closed) return;
  const closed = once(child, 'close');
  process.kill(-(child.pid as number), signal);
  await closed;
}

export type Product = {
  readonly origin: string;
  readonly sandbox: string;
  /** Where the data-free gateway shows the app. */
  readonly gateway: string;
  /** The operators' console. */
  readonly console: string;
  /** Where monitoring is served. */
  readonly internal: string;
  readonly logFile: string;
  /** Stops it and removes its data. */
  close(): Promise<void>;
};

/** Starts the product and returns where it will be; `ready` once it is there. `demo`: on a panel that has a year behind it. `knowsGateway`: it is opened through the gateway. */
export async function beginProduct(
  script: 'start' | 'demo' = 'start',
  { knowsGateway = false, demoPanelists }: { knowsGateway?: boolean; demoPanelists?: number } = {},
): Promise<Product & { readonly ready: Promise<void> }> {
  const [port, internalPort, dataDir] = [await freePort(), await freePort(), await newDataDir()];
  const gateway = `http://127.0.0.1:${port + 3}`;
  const starting = npmStart(
    {
      PORT: String(port),
      SANDBOX_PORT: String(port + 1),
      CONSOLE_PORT: String(port + 2),
      GATEWAY_PORT: String(port + 3),
      INTERNAL_PORT: String(internalPort),
      DATA_DIR: dataDir,
      ...(knowsGateway && { GATEWAY_ORIGIN: gateway }),
      ...(demoPanelists && { DEMO_PANELISTS: String(demoPanelists) }),
    },
    script,
  );
  const ready = starting.then(({ child, output }) => {
    if (child.exitCode !== null) throw new Error(`The product did not start:\n${output}`);
  });
  return {
    origin: `http://localhost:${port}`,
    sandbox: `http://127.0.0.1:${port + 1}`,
    gateway,
    console: `http://localhost:${port + 2}`,
    internal: `http://127.0.0.1:${internalPort}`,
    logFile: join(dataDir, 'panel.log'),
    ready,
    close: async () => {
      await stop((await starting).child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startProduct(...settings: Parameters<typeof beginProduct>): Promise<Product> {
  const product = await beginProduct(...settings);
  await product.ready;
  return product;
}
