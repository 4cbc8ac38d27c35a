/** HAProxy with the configuration of `deploy/`, in front of processes on this machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePortRange } from './product.ts';

const CONFIG = new URL('../deploy/haproxy/haproxy.cfg', import.meta.url);
const START_MS = 10_000;

export const hasHaproxy = (): boolean => spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

/** The part in front of the panel's processes, without the databases, with one process and with a statistics socket. */
const configFor = (host: string, port: number, socket: string, queueTimeout = '1s'): string =>
  readFileSync(CONFIG, 'utf8')
    .replace(/^listen .*\n(?:[ #].*\n|\n)*/gm, '')
    .replace(/^ +server api2 .*\n/gm, '')
    .replace(/\bapi1:3000\b/g, host)
    .replaceAll('timeout queue 1s', `timeout queue ${queueTimeout}`)
    .replace('bind :8080', `bind 127.0.0.1:${port}\n  bind 127.0.0.1:${port + 2} accept-proxy`)
    .replace('bind :8405', `bind 127.0.0.1:${port + 1}`)
    .replace('\nglobal\n', `\nglobal\n  stats socket ${socket} level user\n`);

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const connected = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return connected;
};

type RunningProxy = {
  readonly origin: string;
  /** The same frontend, for a connection that states its address by the PROXY protocol. */
  readonly portForAddresses: number;
  /** Its metrics for Prometheus. */
  readonly metrics: string;
  /** How many calls wait for a process. */
  queued(backend: 'api' | 'links'): Promise<number>;
  stop(): Promise<void>;
};

/** How long a call may wait in the queue; a test that counts waiting calls needs longer. `change` sets other times. */
export async function startProxy(
  processOrigin: string,
  queueTimeout?: string,
  change = (config: string) => config,
): Promise<RunningProxy> {
  const [port, folder] = [await freePortRange(), await mkdtemp(join(tmpdir(), 'panel-proxy-'))];
  const [file, socket] = [join(folder, 'haproxy.cfg'), join(folder, 'figures')];
  const { port: processPort } = new URL(processOrigin);
  await writeFile(file, change(configFor(`127.0.0.1:${processPort}`, port, socket, queueTimeout)));
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (text) => {
    output += text;
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  for (const began = Date.now(); !(await isListening(port)); await sleep(20))
    if (child.exitCode !== null || Date.now() - began > START_MS) throw new Error(`HAProxy did not start:\n${output}`);
  return {
    origin: `http://127.0.0.1:${port}`,
    portForAddresses: port + 2,
    metrics: `http://127.0.0.1:${port + 1}/metrics`,
    async queued(backend) {
      const asked = connect(socket).setEncoding('utf8');
      let text = '';
      asked.on('data', (chunk) => {
        text += chunk;
      });
      asked.write('show stat\n');
      await once(asked, 'close');
      const row = text.split('\n').find((line) => line.startsWith(`${backend},BACKEND,`));
      return Number(row?.split(',')[2]);
    },
    async stop() {
      process.off('exit', kill);
      const exited = once(child, 'exit');
      kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
