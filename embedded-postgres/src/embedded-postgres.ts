import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, prepareCluster, prepareDataDir } from './cluster.ts';
import type { ServerContext } from './context.ts';
import { createDatabase } from './database.ts';
import { FolderInUseError, resolveOptions, type ServerOptions } from './options.ts';
import { findPostmaster, launchPostmaster, type Server, shutDown } from './postmaster.ts';

export { FolderInUseError, type ServerOptions, type Settings, UnsupportedMachineError } from './options.ts';

export type EmbeddedPostgres = {
  readonly url: string;
  /** Shuts the server down, unless it belongs to another process. */
  stop(): Promise<void>;
};

/** How long another server may still hold the cluster or the port. One whose owner has ended is gone by then. */
const CONTENTION_MS = 10_000;
/** How long a server may take to start, recover or shut down. */
const TRANSITION_MS = 300_000;
const POLL_MS = 25;
const RELAUNCH_MS = 1000;
const RETRY_MS = 200;

/** Log lines after which a launch is retried: a server, or the backends of a killed one, still use the cluster; or the port was taken. */
const TRANSIENT = [
  /lock file "postmaster\.pid" (already exists|is empty)/,
  /pre-existing shared memory block/,
  /could not create any TCP\/IP sockets/,
];

/** Launches a server on the data folder, which ends with this process at the latest. */
export async function startEmbeddedPostgres(given: ServerOptions): Promise<EmbeddedPostgres> {
  const options = resolveOptions(given);
  const account = await serverAccount();
  const dataDir = await prepareDataDir(options.dataDir, account);
  const binaries = await findBinaries(account, dataDir, options);
  const context = { account, binaries, options };
  const cluster = await prepareCluster(dataDir, context);
  const { port, server } = await open(cluster, context);
  const url = `postgres://${options.name}:${cluster.password}@127.0.0.1:${port}/${options.name}`;
  try {
    await createDatabase(url);
  } catch (error) {
    if (server) await shutDown(server, options.now);
    throw error;
  }
  if (!server) return { url, stop: async () => {} };
  const kept = options.relaunch ? keepRunning(server, cluster, context) : undefined;
  let stopped: Promise<void> | undefined;
  return {
    url,
    stop() {
      stopped ??= (async () => shutDown((await kept?.end()) ?? server, options.now))();
      return stopped;
    },
  };
}

/** Relaunches the server whenever it ends, until `end`, which returns the last one. */
function keepRunning(first: Server, cluster: Cluster, context: ServerContext): { end(): Promise<Server> } {
  let current = first;
  let isEnding = false;
  let relaunching: Promise<void> | undefined;

  async function relaunch(): Promise<void> {
    while (!isEnding && !current.isRunning()) {
      const opened = await open(cluster, context, current.port).catch(() => undefined);
      if (opened?.server) current = opened.server;
      else await sleep(RELAUNCH_MS, undefined, { ref: false });
    }
    watch();
  }
  function watch(): void {
    void current.ended.then(() => {
      if (!isEnding) relaunching = relaunch();
    });
  }
  watch();
  return {
    async end() {
      isEnding = true;
      await relaunching;
      return current;
    },
  };
}

/** `server` is undefined if it belongs to another process. `preferredPort`: where clients will try to reconnect. */
async function open(cluster: Cluster, context: ServerContext, preferredPort?: number) {
  const { now, join } = context.options;
  const began = now();
  for (;;) {
    const other = await findPostmaster(cluster.folder);
    if (join && other?.status === 'ready') return { port: other.port, server: undefined };
    // Only PostgreSQL itself can tell reliably whether the cluster is free.
    const server = await launchPostmaster(cluster, context, preferredPort);
    if (await becomesReady(server, cluster, now)) return { port: server.port, server };
    if (server.isRunning()) {
      server.shutDown();
      throw await launchError(cluster, server, 'it was not ready within five minutes');
    }
    const log = await server.log();
    if (!TRANSIENT.some((line) => line.test(log))) throw await launchError(cluster, server, 'it ended at once');
    if (now() - began > (other && other.status !== 'ready' ? TRANSITION_MS : CONTENTION_MS)) {
      if (!other) throw await launchError(cluster, server, 'something else holds the cluster or the port');
      throw new FolderInUseError(
        `Another process runs PostgreSQL (pid ${other.pid}) on ${cluster.folder}: stop that process first, or choose another data folder.`,
      );
    }
    await sleep(RETRY_MS);
  }
}

async function becomesReady(server: Server, { folder }: Cluster, now: () => number): Promise<boolean> {
  const deadline = now() + TRANSITION_MS;
  while (server.isRunning() && now() <= deadline) {
    const found = await findPostmaster(folder);
    if (found?.pid === server.pid && found?.status === 'ready') return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function launchError(cluster: Cluster, server: Server, reason: string): Promise<Error> {
  const log = await server.log();
  return new Error(`PostgreSQL did not start on ${cluster.folder}: ${reason}. Its log, ${cluster.log}, ends:\n${log}`);
}
