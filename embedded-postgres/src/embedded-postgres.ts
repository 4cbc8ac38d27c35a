import { setTimeout as sleep } from 'node:timers/promises';
import { serverAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { type Cluster, prepareCluster, prepareDataDir } from './cluster.ts';
import type { ServerContext } from './context.ts';
import { resolveOptions, type ServerOptions } from './options.ts';
import { type LaunchAttempt, launchPostmaster, signal } from './postmaster.ts';
import { closeSession, connectSession, createDatabase, type ServerSession } from './session.ts';

export { type ServerOptions, type Settings, UnsupportedMachineError } from './options.ts';

export type EmbeddedPostgres = {
  readonly url: string;
  /** True if the server was already running, launched by another process or by one that was killed. */
  readonly adopted: boolean;
  /** Disconnects this process. The last process to stop shuts the server down. */
  stop(): Promise<void>;
};

/** Time limit for retrying while something else holds the cluster or the port. */
const CONTENTION_MS = 15_000;
/** Time limit for the first answer of a server that this process launched. */
const ANSWER_MS = 60_000;
/** Time limit for a server that reports that it is starting up, recovering or shutting down. */
const RECOVERY_MS = 300_000;
const POLL_MS = 25;
const RELAUNCH_MS = 1000;
/** Backends whose postmaster was killed need a moment to notice it and exit. */
const RETRY_MS = 200;

/**
 * Log lines after which a launch is retried: another server, or the backends of a killed one, still use the cluster; the port
 * was taken in the meantime; or another process joined the new server and, as the last to stop, shut it down.
 */
const TRANSIENT = [
  /lock file "postmaster\.pid" (already exists|is empty)/,
  /pre-existing shared memory block/,
  /could not create any TCP\/IP sockets/,
  /received fast shutdown request/,
];

/** Connects to the server of the data folder, or launches it if it isn't running. */
export async function startEmbeddedPostgres(given: ServerOptions): Promise<EmbeddedPostgres> {
  const options = resolveOptions(given);
  const account = await serverAccount();
  const dataDir = await prepareDataDir(options.dataDir, account);
  const binaries = await findBinaries(account, dataDir, options);
  const context = { account, binaries, options };
  const cluster = await prepareCluster(dataDir, context);
  const { session, adopted } = await joinOrLaunch(cluster, context);
  try {
    await createDatabase(session.client, options.name);
  } catch (error) {
    await closeSession(cluster, session, options);
    throw error;
  }
  const watch = options.relaunch ? keepRunning(session, cluster, context) : undefined;
  let stopped: Promise<void> | undefined;
  return {
    url: `postgres://${options.name}:${cluster.password}@127.0.0.1:${session.postmaster.port}/${options.name}`,
    adopted,
    stop() {
      stopped ??= (async () => closeSession(cluster, (await watch?.end()) ?? session, options))();
      return stopped;
    },
  };
}

/** Relaunches the server whenever its session is lost, until `end`, which returns the last session. */
function keepRunning(
  first: ServerSession,
  cluster: Cluster,
  context: ServerContext,
): { end(): Promise<ServerSession> } {
  let current = first;
  let isEnding = false;
  let relaunching: Promise<void> | undefined;

  async function relaunch(): Promise<void> {
    while (!isEnding && current.isLost()) {
      const joined = await joinOrLaunch(cluster, context, current.postmaster.port).catch(() => undefined);
      if (joined) current = joined.session;
      else await sleep(RELAUNCH_MS, undefined, { ref: false });
    }
    watch();
  }
  function watch(): void {
    current.client.once('end', () => {
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

/** `port`: where clients will try to reconnect. */
async function joinOrLaunch(
  cluster: Cluster,
  context: ServerContext,
  port?: number,
): Promise<{ session: ServerSession; adopted: boolean }> {
  const { now } = context.options;
  const recoveryDeadline = now() + RECOVERY_MS;
  let contentionDeadline = now() + CONTENTION_MS;
  let answerDeadline = 0;
  let attempt: LaunchAttempt | undefined;
  for (;;) {
    const result = await connectSession(cluster, context.options);
    if (result.state === 'open') {
      return { session: result.session, adopted: result.session.postmaster.pid !== attempt?.pid };
    }
    if (result.state === 'busy') {
      if (now() > recoveryDeadline) {
        throw new Error(`PostgreSQL is still recovering ${cluster.folder} (see ${cluster.log}): try again later.`);
      }
      contentionDeadline = now() + CONTENTION_MS;
      answerDeadline = now() + ANSWER_MS;
    } else if (!attempt) {
      // Only PostgreSQL itself can tell reliably whether the cluster is free.
      attempt = await launchPostmaster(cluster, context, port);
      answerDeadline = now() + ANSWER_MS;
    } else if (attempt.ended()) {
      const log = await attempt.log();
      if (!TRANSIENT.some((line) => line.test(log))) throw await launchError(cluster, attempt, 'it ended at once');
      if (now() > contentionDeadline) throw await launchError(cluster, attempt, result.reason);
      await sleep(RETRY_MS);
      attempt = undefined;
    } else if (now() > answerDeadline || (result.state === 'foreign' && result.postmaster.pid === attempt.pid)) {
      throw await launchError(cluster, attempt, result.reason);
    }
    await sleep(POLL_MS);
  }
}

async function launchError(cluster: Cluster, attempt: LaunchAttempt, reason: string): Promise<Error> {
  if (attempt.pid && !attempt.ended()) signal(attempt.pid, 'SIGINT');
  const log = await attempt.log();
  return new Error(`PostgreSQL did not start on ${cluster.folder}: ${reason}. Its log, ${cluster.log}, ends:\n${log}`);
}
