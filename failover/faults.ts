/** Faults of the cluster and of the processes, and how long callers may wait after each. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type BuiltProduct, end, type Running } from '../api/test/product.ts';
import type { DatabaseCluster } from './cluster.ts';
import { signalAll } from './processes.ts';

/** Longer than Patroni's ttl, after which another node becomes the leader. */
const FROZEN_MS = 16_000;

type Kind = 'leader lost' | 'standby frozen' | 'switchover' | 'etcd' | 'process';
/** The longest time without a success, in seconds. */
export const LIMITS: Readonly<Record<Kind, { readonly writes: number; readonly reads: number }>> = {
  'leader lost': { writes: 15, reads: 15 },
  'standby frozen': { writes: 15, reads: 1 },
  switchover: { writes: 3, reads: 3 },
  etcd: { writes: 15, reads: 15 },
  process: { writes: 3, reads: 3 },
};

export type ClusterFault = { readonly kind: Kind; readonly name: string; inject(): Promise<unknown> };

export function clusterFaults(
  cluster: DatabaseCluster,
  product: BuiltProduct,
  servers: Running[],
): readonly ClusterFault[] {
  const freeze = async (pids: readonly number[]) => {
    signalAll(pids, 'SIGSTOP');
    await sleep(FROZEN_MS);
    signalAll(pids, 'SIGCONT');
  };
  const killServer = async () => {
    const [postmaster] = cluster.serverOf((await cluster.waitUntilHealthy()).leader);
    signalAll(postmaster ? [postmaster] : [], 'SIGKILL');
  };
  const killNode = async () => {
    const { leader } = await cluster.waitUntilHealthy();
    cluster.killNode(leader);
    await sleep(FROZEN_MS);
    cluster.startNode(leader);
  };
  const freezeServer = async () => freeze(cluster.serverOf((await cluster.waitUntilHealthy()).leader));
  const freezeNode = async () => freeze(cluster.processesOf((await cluster.waitUntilHealthy()).leader));
  const freezeStandby = async () => freeze(cluster.processesOf((await cluster.waitUntilHealthy()).synchronous));
  const restartStandby = async () => {
    const { other } = await cluster.waitUntilHealthy();
    await cluster.operate(/^patronictl restart /, other);
    const members = await cluster.operate(/^patronictl list$/, other);
    if (!members.includes('Sync Standby')) throw new Error(`No synchronous standby:\n${members}`);
  };
  return [
    { kind: 'leader lost', name: "the leader's server killed", inject: killServer },
    { kind: 'standby frozen', name: 'the synchronous standby frozen', inject: freezeStandby },
    { kind: 'leader lost', name: "the leader's node killed", inject: killNode },
    { kind: 'process', name: 'an API process killed', inject: () => restart(product, servers, 'api', 'SIGKILL') },
    { kind: 'leader lost', name: "the leader's node frozen", inject: freezeNode },
    {
      kind: 'switchover',
      name: 'switchover',
      inject: async () => cluster.operate(/^patronictl switchover /, (await cluster.waitUntilHealthy()).synchronous),
    },
    { kind: 'process', name: 'the other standby restarted', inject: restartStandby },
    { kind: 'leader lost', name: "the leader's server frozen", inject: freezeServer },
    { kind: 'process', name: 'a worker killed', inject: () => restart(product, servers, 'worker', 'SIGKILL') },
    { kind: 'standby frozen', name: 'the synchronous standby frozen again', inject: freezeStandby },
    {
      kind: 'etcd',
      name: 'etcd restarted, all members at once',
      inject: () => Promise.all(([1, 2, 3] as const).map((node) => cluster.restartEtcd(node, 'SIGKILL'))),
    },
    { kind: 'leader lost', name: "the leader's node killed again", inject: killNode },
  ];
}

/** Stops the first process of a role, and starts another one at its address. */
async function restart(
  product: BuiltProduct,
  servers: Running[],
  role: Running['role'],
  signal: 'SIGTERM' | 'SIGKILL',
): Promise<void> {
  const [old] = servers.splice(
    servers.findIndex((server) => server.role === role),
    1,
  ) as [Running];
  await end(old.child, signal);
  servers.push(await product.start(role, old.origin));
}

/** Restarts every process of the product and every member of etcd, one after the other. Calls `note` before each. */
export async function rollEverything(
  cluster: DatabaseCluster,
  product: BuiltProduct,
  servers: Running[],
  note: (step: string) => void,
): Promise<void> {
  for (const role of servers.map((server) => server.role)) {
    note(`${role} restarted`);
    await restart(product, servers, role, 'SIGTERM');
  }
  for (const node of [1, 2, 3] as const) {
    note(`etcd${node} restarted`);
    await cluster.restartEtcd(node, 'SIGTERM');
  }
}
