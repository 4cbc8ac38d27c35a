/** The product as a process: `npm start` on a free port, with its own data folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = new URL('..', import.meta.url).pathname;

/** Listens on a port until it is closed; undefined if the port is taken. */
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
 * A free port with three free ports after it, for the sandbox, the console and the gateway. They are below the system's range for
 * outgoing connections, which could take one in the meantime. A fifth is held until this process ends, so that no other test gets
 * the same ones.
 */
export async function freePortRange(): Promise<number> {
  for (;;) {
    // From 10,100 on, because browsers and fetch refuse port 10080.
    const port = 10_100 + 5 * randomInt(3980);
    const reservation = await listen(port + 4);
    if (!reservation) continue;
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(port + offset)));
    if (free.every(Boolean)) return port;
    reservation.close();
  }
}

/** In memory if there is room: creating a test's database files on a disk takes longer than most tests. */
async function parentOfDataDirs(): Promise<string> {
  const memory = await statfs('/dev/shm').catch(() => null);
  return memory && memory.bavail * memory.bsize > 8 * 2 ** 30 ? '/dev/shm' : tmpdir();
}

export async function newDataDir(): Promise<string> {
  const folder = await mkdtemp(join(await parentOfDataDirs(), 'panel-test-'));
  // As root, PostgreSQL runs under another account, which has to be able to enter.
  await chmod(folder, 0o755);
  return folder;
}

export type StartedCommand = { readonly child: ChildProcess; readonly output: string };

/** Runs the command in its own process group, until it has printed the address or exited. */
export async function npmStart(env: Record<string, string>, script = 'start'): Promise<StartedCommand> {
  const child = spawn('npm', ['run', script], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  // An interrupted run leaves nothing running.
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
  // npm may have exited before the processes that it started, which still hold its output.
  if (child.stdout?.closed) return;
  const closed = once(child, 'close');
  process.kill(-(child.pid as number), signal);
  await closed;
}

export type Product = {
  readonly origin: string;
  readonly sandbox: string;
  /** The app's address at the data-free gateway. */
  readonly gateway: string;
  /** The operators' console. */
  readonly console: string;
  /** The address of the metrics. */
  readonly internal: string;
  readonly logFile: string;
  /** Stops it and removes its data. */
  close(): Promise<void>;
};

/** Chooses its addresses; `start` resolves once it answers. `demo`: with a year of data. `knowsGateway`: opened through the gateway. */
export async function prepareProduct(
  script: 'start' | 'demo' = 'start',
  { knowsGateway = false, demoPanelists }: { knowsGateway?: boolean; demoPanelists?: number } = {},
): Promise<Product & { start(): Promise<void> }> {
  const [port, internalPort, dataDir] = [await freePortRange(), await freePortRange(), await newDataDir()];
  const gateway = `http://127.0.0.1:${port + 3}`;
  const variables = {
    PORT: String(port),
    SANDBOX_PORT: String(port + 1),
    CONSOLE_PORT: String(port + 2),
    GATEWAY_PORT: String(port + 3),
    INTERNAL_PORT: String(internalPort),
    DATA_DIR: dataDir,
    // Tests also run at night.
    SENDING_HOURS: '00:00-24:00',
    ...(knowsGateway && { GATEWAY_ORIGIN: gateway }),
    ...(demoPanelists && { DEMO_PANELISTS: String(demoPanelists) }),
  };
  let starting: Promise<StartedCommand> | undefined;
  return {
    origin: `http://localhost:${port}`,
    sandbox: `http://127.0.0.1:${port + 1}`,
    gateway,
    console: `http://localhost:${port + 2}`,
    internal: `http://127.0.0.1:${internalPort}`,
    logFile: join(dataDir, 'panel.log'),
    async start() {
      starting ??= npmStart(variables, script);
      const { child, output } = await starting;
      if (child.exitCode !== null) throw new Error(`The product did not start:\n${output}`);
    },
    async close() {
      if (starting) await stop((await starting).child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function startWithNpm(...settings: Parameters<typeof prepareProduct>): Promise<Product> {
  const product = await prepareProduct(...settings);
  await product.start();
  return product;
}
