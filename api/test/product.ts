/** The product as separate processes on a test database: the sandbox, and any number of servers and workers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sandboxAt } from '../../e2e/calls.ts';
import { newKeys } from '../../e2e/new-keys.ts';
import { freePortRange } from '../../e2e/product.ts';
import { buildServer, SERVER_DIST } from '../../scripts/build-server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The origin that partners sign; the server listens on another port. */
const PUBLIC_ORIGIN = 'http://localhost:3000';

let building: Promise<void> | undefined;

/** The built file that starts the server, or the one that runs the operators' commands. */
export async function builtFile(name: 'server.js' | 'panel.js'): Promise<string> {
  // A test may start several at once, and one process builds in one place.
  building ??= buildServer().finally(() => {
    building = undefined;
  });
  await building;
  return join(SERVER_DIST, name);
}

export type Running = {
  readonly child: ChildProcess;
  readonly role: 'api' | 'worker' | 'all';
  readonly origin: string;
  /** The monitoring address. */
  readonly internal: string;
};

export type BuiltProduct = {
  /** The sandbox's address. */
  readonly sandbox: string;
  /** The configuration that the processes share, as variables. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything that the processes have printed. */
  readonly log: string[];
  /** Starts a process, on the port of an earlier one if given, and waits until it is ready. */
  start(role: Running['role'], origin?: string): Promise<Running>;
  readSandbox<Answer>(path: string): Promise<Answer>;
  /** The texts that a device's chat got. */
  chatTexts(did: string): Promise<string[]>;
  setSandbox(path: string, body: object): Promise<void>;
  /** Ends every process that is still running. */
  close(): Promise<void>;
};

export async function prepareBuiltProduct(
  databaseUrl: string,
  variables: Record<string, string> = {},
): Promise<BuiltProduct> {
  const log: string[] = [];
  const children = new Set<ChildProcess>();
  let server: Promise<string> | undefined;

  async function run(entry: readonly string[], env: Record<string, string>): Promise<ChildProcess> {
    const child = spawn(process.execPath, entry, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    children.add(child);
    // An interrupted run leaves no process running.
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => {
      children.delete(child);
      process.off('exit', kill);
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => log.push(String(chunk)));
    const ended = once(child, 'exit').then(() => {
      throw new Error(`${entry.at(-1)} did not start:\n${log.slice(-20).join('')}`);
    });
    await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => {});
    return child;
  }

  const sandboxPort = String(await freePortRange());
  await run(['--import', 'tsx', 'sandbox/src/server.ts'], { PANEL_ORIGIN: PUBLIC_ORIGIN, SANDBOX_PORT: sandboxPort });
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const parties = sandboxAt(sandbox);
  const env = {
    DATABASE_URL: databaseUrl,
    PUBLIC_ORIGIN,
    SANDBOX_URL: sandbox,
    ...newKeys(),
    DATA_DIR: '/nonexistent',
    // Tests also run at night.
    SENDING_HOURS: '00:00-24:00',
    ...variables,
  };
  return {
    sandbox,
    env,
    log,
    async start(role, origin) {
      const port = origin ? new URL(origin).port : String(await freePortRange());
      const internalPort = String(await freePortRange());
      const settings = { ...env, ROLE: role, PORT: port, INTERNAL_PORT: internalPort };
      server ??= builtFile('server.js');
      const child = await run([await server], settings);
      return { child, role, origin: `http://127.0.0.1:${port}`, internal: `http://127.0.0.1:${internalPort}` };
    },
    readSandbox: parties.read,
    setSandbox: parties.set,
    chatTexts: parties.chatTexts,
    async close() {
      await Promise.all([...children].map((child) => end(child, 'SIGTERM')));
    },
  };
}

/** Ends a process, unless it has ended by itself, and waits until it has. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}
