import { setTimeout as sleep } from 'node:timers/promises';
import { type ServerAccount, serverAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Cluster, openCluster, PANEL, prepareDataDir } from './cluster.ts';
import { type LaunchAttempt, launchPostmaster, type Settings, signal } from './postmaster.ts';
import { createDatabase, leave, openSession, type Session } from './session.ts';

export type EmbeddedPostgres = {
  readonly url: string;
  /** The server was running already: of another process, or of one that was killed. */
  readonly adopted: boolean;
  /** The last one out stops the server. */
  stop(): Promise<void>;
};

/** How long a server may take until it answers at all. */
const PATIENCE_MS = 15_000;
/** How long it may take while it says that it is recovering or shutting down. */
const RECOVERY_MS = 300_000;
const POLL_MS = 25;
/** Between two tries at starting: orphaned backends need a moment to notice and die. */
const RETRY_MS = 200;

/**
 * What ends a start without anything being wrong: another server, or what is left of a killed one, still holds the
 * cluster; the port was taken between our finding it free and the server's binding it; or another process joined the
 * server before us and has, as the last one out, stopped it.
 */
const TRANSIENT = [
  /lock file "postmaster\.pid" (already exists|is empty)/,
  /pre-existing shared memory block/,
  /could not create any TCP\/IP sockets/,
  /received fast shutdown request/,
];

/** A PostgreSQL of our own, for who hasn't set DATABASE_URL. Joins the one already running on the folder, if any. */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  settings?: Settings;
}): Promise<EmbeddedPostgres> {
  const account = await serverAccount();
  const dataDir = await prepareDataDir(options.dataDir, account);
  const binaries = await findBinaries(account, dataDir);
  const cluster = await openCluster(dataDir, account, binaries);
  const { session, adopted } = await joinOrLaunch(cluster, account, binaries, options.settings ?? {});
  try {
    await createDatabase(session.client);
  } catch (error) {
    await leave(cluster, session);
    throw error;
  }
  let stopped: Promise<void> | undefined;
  return {
    url: `postgres://${PANEL}:${cluster.password}@127.0.0.1:${session.postmaster.port}/${PANEL}`,
    adopted,
    stop() {
      stopped ??= leave(cluster, session);
      return stopped;
    },
  };
}

async function joinOrLaunch(
  cluster: Cluster,
  account: ServerAccount,
  binaries: Binaries,
  settings: Settings,
): Promise<{ session: Session; adopted: boolean }> {
  const started = Date.now();
  let deadline = started + PATIENCE_MS;
  let attempt: LaunchAttempt | undefined;
  let setback = '';
  for (;;) {
    const answer = await openSession(cluster);
    if (answer.state === 'open') {
      return { session: answer.session, adopted: answer.session.postmaster.pid !== attempt?.pid };
    }
    if (answer.state === 'busy') {
      if (Date.now() > started + RECOVERY_MS) {
        throw new Error(`PostgreSQL is still recovering ${cluster.folder} (see ${cluster.log}): try again later.`);
      }
      deadline = Date.now() + PATIENCE_MS;
    } else if (answer.state === 'foreign' && answer.postmaster.pid === attempt?.pid) {
      throw await failure(cluster, attempt, answer.reason);
    } else if (Date.now() > deadline) {
      throw await failure(cluster, attempt, answer.reason, setback);
    } else if (!attempt) {
      // PostgreSQL itself decides whether the cluster is free: it knows more than any check of ours.
      attempt = await launchPostmaster(cluster, account, binaries, settings);
    } else if (attempt.ended()) {
      setback = await attempt.log();
      if (!TRANSIENT.some((reason) => reason.test(setback))) throw await failure(cluster, attempt, 'it ended at once');
      await sleep(RETRY_MS);
      attempt = undefined;
    }
    await sleep(POLL_MS);
  }
}

/** `setback` is what ended the try before, for when this one has said nothing yet. */
async function failure(
  cluster: Cluster,
  attempt: LaunchAttempt | undefined,
  reason: string,
  setback = '',
): Promise<Error> {
  if (attempt?.pid && !attempt.ended()) signal(attempt.pid, 'SIGINT');
  const log = (await attempt?.log()) || setback;
  return new Error(`PostgreSQL did not start on ${cluster.folder}: ${reason}. Its log, ${cluster.log}, ends:\n${log}`);
}
