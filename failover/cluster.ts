/** Three database nodes with etcd, Patroni and HAProxy on loopback addresses, configured by the files in deploy/. */
import { type ChildProcess, execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { end } from '../api/test/product.ts';
import { account, patroniVersion, postgresPrograms } from './packages.ts';
import { run, serverProcesses, signalAll, untilAnswered } from './processes.ts';

const DEPLOY = join(import.meta.dirname, '../deploy');
const RUNBOOK = readFileSync(join(import.meta.dirname, '../docs/recovery.md'), 'utf8');
const inlineCode = [...RUNBOOK.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
const NODES = [1, 2, 3] as const;
type NodeNumber = (typeof NODES)[number];
/** Every node has its own loopback address, so that the ports are those of the files. */
const addressOf = (node: NodeNumber) => `127.31.0.${node}`;
const PROXY = '127.31.0.10';
export const PASSWORD = 'failover';
const START_MS = 120_000;
/** Under load a standby is always slightly behind. */
const MAX_LAG_BYTES = 2 ** 20;

/** As Patroni reports it. */
type Member = { readonly name: string; readonly role: string; readonly state: string; readonly lag?: number | string };
type Roles = { readonly leader: NodeNumber; readonly synchronous: NodeNumber; readonly other: NodeNumber };

export type DatabaseCluster = Awaited<ReturnType<typeof startCluster>>;

/** `apis` are the addresses of the API processes, which may start later. */
export async function startCluster(apis: readonly [string, string]) {
  const folder = mkdtempSync(join(tmpdir(), 'panel-failover-'));
  const owner = account();
  chmodSync(folder, 0o755);
  const makeFolder = (name: string): string => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    if (owner) chownSync(path, owner.uid, owner.gid);
    return path;
  };
  const writeConfig = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const homes = Object.fromEntries(NODES.map((node) => [node, makeFolder(`node${node}`)])) as Record<
    NodeNumber,
    string
  >;
  const archive = makeFolder('archive');
  const script = (name: string): string => {
    const path = writeConfig(name, readFileSync(join(DEPLOY, 'postgres', name), 'utf8'));
    chmodSync(path, 0o755);
    return path;
  };
  const archiveScript = script('archive-wal.sh');
  const dataDirOf = (node: NodeNumber) => join(homes[node], 'data');
  const logOf = (name: string) => join(folder, `${name}.log`);
  const etcds = new Map<NodeNumber, ChildProcess>();
  const patronis = new Map<NodeNumber, ChildProcess>();

  function startEtcd(node: NodeNumber): void {
    const url = (port: number, of = node) => `http://${addressOf(of)}:${port}`;
    const child = run({
      name: `etcd${node}`,
      command: 'etcd',
      args: [],
      cwd: homes[node],
      logFile: logOf(`etcd${node}`),
      env: {
        ETCD_NAME: `etcd${node}`,
        ETCD_DATA_DIR: join(homes[node], 'etcd'),
        ETCD_ENABLE_V2: 'true',
        ETCD_INITIAL_CLUSTER: NODES.map((each) => `etcd${each}=${url(2380, each)}`).join(','),
        ETCD_INITIAL_CLUSTER_STATE: 'new',
        ETCD_LISTEN_CLIENT_URLS: url(2379),
        ETCD_ADVERTISE_CLIENT_URLS: url(2379),
        ETCD_LISTEN_PEER_URLS: url(2380),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: url(2380),
      },
    });
    etcds.set(node, child);
  }

  // Patroni before 3.0.3 overwrites the new leader's lock through the etcd v3 API (docs/recovery.md).
  const [major = 0, minor = 0, patch = 0] = patroniVersion();
  const dcs = major * 10_000 + minor * 100 + patch >= 30_003 ? 'etcd3' : 'etcd';

  function startPatroni(node: NodeNumber): void {
    const text = readFileSync(join(DEPLOY, 'patroni/patroni.yml'), 'utf8')
      .replace(
        /^etcd3:\n +hosts: .*$/m,
        `${dcs}:\n  hosts: ${NODES.map((each) => `${addressOf(each)}:2379`).join(',')}`,
      )
      .replace('/deploy/archive-wal.sh', archiveScript)
      .replace('/var/lib/panel-archive', archive)
      .replace(/^postgresql:$/m, `postgresql:\n  parameters:\n    unix_socket_directories: ${homes[node]}`);
    const child = run({
      name: `node${node}`,
      command: 'patroni',
      args: [writeConfig(`patroni${node}.yml`, text)],
      cwd: homes[node],
      logFile: logOf(`node${node}`),
      env: {
        PATRONI_NAME: `node${node}`,
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: PASSWORD,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: PASSWORD,
        PATRONI_RESTAPI_LISTEN: `${addressOf(node)}:8008`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${addressOf(node)}:8008`,
        PATRONI_POSTGRESQL_LISTEN: `${addressOf(node)}:5432`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${addressOf(node)}:5432`,
        PATRONI_POSTGRESQL_DATA_DIR: dataDirOf(node),
        PATRONI_POSTGRESQL_BIN_DIR: postgresPrograms() ?? '',
        PATRONI_POSTGRESQL_PGPASS: join(homes[node], 'pgpass'),
      },
    });
    patronis.set(node, child);
  }

  const haproxyConfig = readFileSync(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8')
    .replace(/\bnode(\d):5432/g, (_, node) => `${addressOf(Number(node) as NodeNumber)}:5432`)
    .replace(/\bapi(\d):3000/g, (_, api) => new URL(apis[Number(api) - 1] as string).host)
    .replaceAll('bind :', `bind ${PROXY}:`)
    // What was cut, retried or refused, and which servers were up.
    .replace('\nglobal\n', '\nglobal\n  log stdout format raw local0\n')
    .replace(
      '\ndefaults\n',
      '\ndefaults\n  log global\n  option httplog\n  option dontlog-normal\n  option log-health-checks\n',
    );
  const haproxy = run({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-db', '-f', writeConfig('haproxy.cfg', haproxyConfig)],
    env: {},
    cwd: folder,
    logFile: logOf('haproxy'),
  });
  for (const node of NODES) startEtcd(node);
  for (const node of NODES) startPatroni(node);

  async function members(): Promise<readonly Member[]> {
    // A frozen node doesn't answer, so use the first that does.
    const answers = NODES.map(async (node) => {
      const answer = await fetch(`http://${addressOf(node)}:8008/cluster`, { signal: AbortSignal.timeout(1500) });
      return ((await answer.json()) as { members: Member[] }).members;
    });
    return Promise.any(answers);
  }

  /** Waits until there is a leader, a synchronous standby and another standby, all up to date. */
  const waitUntilHealthy = (): Promise<Roles> =>
    untilAnswered('a leader and two standbys, one of them synchronous', START_MS, async () => {
      const all = await members();
      const isCurrent = ({ state, lag }: Member) =>
        ['running', 'streaming'].includes(state) && Number(lag ?? 0) < MAX_LAG_BYTES;
      const nodeWith = (role: string) => {
        const found = all.find((member) => member.role === role && isCurrent(member));
        return found && (Number(found.name.slice(-1)) as NodeNumber);
      };
      const [leader, synchronous, other] = [nodeWith('leader'), nodeWith('sync_standby'), nodeWith('replica')];
      return leader && synchronous && other ? { leader, synchronous, other } : undefined;
    });

  const processesOf = (node: NodeNumber): number[] => {
    const patroni = patronis.get(node)?.pid;
    return [...(patroni ? [patroni] : []), ...serverProcesses(dataDirOf(node))];
  };

  return {
    folder,
    makeFolder,
    script,
    archive,
    addressOf,
    /** The panel through HAProxy. */
    origin: `http://${PROXY}:8080`,
    /** The primary through HAProxy. */
    databaseUrl: (name: string) => `postgres://postgres:${PASSWORD}@${PROXY}:5432/${name}`,
    dataDirOf,
    waitUntilHealthy,
    serverOf: (node: NodeNumber) => serverProcesses(dataDirOf(node)),
    processesOf,
    /** Kills everything on a node at once, like a power failure. */
    killNode(node: NodeNumber): void {
      // Patroni first, or it would restart the server.
      const pids = processesOf(node);
      signalAll(pids.slice(0, 1), 'SIGSTOP');
      signalAll([...pids, ...serverProcesses(dataDirOf(node))], 'SIGKILL');
    },
    startNode: startPatroni,
    /** Runs a command of docs/recovery.md on a node. Returns what it printed. */
    async operate(command: RegExp, node: NodeNumber): Promise<string> {
      const [line = ''] = inlineCode.filter((text) => command.test(text));
      const [program = '', ...args] = line.replace('NODE', `node${node}`).split(' ');
      const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', PATRONICTL_CONFIG_FILE: join(folder, 'patroni1.yml') };
      return (await promisify(execFile)(program, args, { env })).stdout;
    },
    async restartEtcd(node: NodeNumber, signal: NodeJS.Signals): Promise<void> {
      await end(etcds.get(node) as ChildProcess, signal);
      startEtcd(node);
      await untilAnswered(`etcd${node}`, START_MS, async () => {
        const answer = await fetch(`http://${addressOf(node)}:2379/health`, { signal: AbortSignal.timeout(1500) });
        return ((await answer.json()) as { health: string }).health === 'true' || undefined;
      });
    },
    async close(keepFolder: boolean): Promise<void> {
      const children = [...patronis.values(), ...etcds.values(), haproxy];
      for (const node of NODES) signalAll(processesOf(node), 'SIGCONT');
      signalAll(
        [...patronis.values()].flatMap(({ pid }) => pid ?? []),
        'SIGKILL',
      );
      for (const node of NODES) signalAll(serverProcesses(dataDirOf(node)), 'SIGKILL');
      await Promise.all(children.map((child) => end(child, 'SIGKILL')));
      if (!keepFolder) rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
