import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import { Counter } from 'prom-client';
import { eraseClosedCards } from '../console/cards.ts';
import { eraseExpiredSecrets } from '../console/proposal-secrets.ts';
import { proposalAnnouncer } from '../console/proposal-webhook.ts';
import { eraseOldSessions } from '../console/sessions.ts';
import type { AppDependencies } from '../dependencies.ts';
import { answerConfirmedDisputes } from '../disputes/store.ts';
import { destroyKeys } from '../identity/keys.ts';
import { composeInvitation, inviteToDueSurveys } from '../invitations/due-surveys.ts';
import { queueTaskMessages } from '../invitations/task-queue.ts';
import { composeTask } from '../invitations/tasks.ts';
import { type Composers, messageRunner } from '../messages/outbox.ts';
import { attentionWatcher, checkBooks } from '../monitoring/alarms.ts';
import { composeDataCode } from '../panelists/data-lock.ts';
import { composeProfileDeleted } from '../panelists/delete.ts';
import { composeInactivityNotice } from '../panelists/inactivity.ts';
import { sweepSessions } from '../partners/sessions.ts';
import { applyStatements } from '../partners/statements.ts';
import { countSurveys } from '../partners/survey-counts.ts';
import { clockSkewMs, MAX_CLOCK_SKEW_MS } from '../platform/clock.ts';
import { type Database, DatabaseUnavailable } from '../platform/database/database.ts';
import { doEach, failuresIn } from '../platform/failed-items.ts';
import type { Metrics, Reading } from '../platform/monitoring/metrics.ts';
import { tracer } from '../platform/monitoring/tracer.ts';
import { type Breakers, breaker } from '../platform/parties/breaker.ts';
import { qualityScorer } from '../quality/score-panel.ts';
import { recordTimeline } from '../rewards/payout-freezes.ts';
import { payoutRunner } from '../rewards/payouts.ts';
import { releaseDueRewards } from '../rewards/release.ts';
import { eraseDeliveredPins } from '../rewards/sealed-data.ts';
import { composeVoucher, composeWithdrawalRequested, composeWithdrawalReturned } from '../rewards/withdrawals.ts';
import { countNight } from './nightly.ts';
import { applyRetention } from './retention.ts';

/** Every kind of chat message, and the feature that composes its text. */
export const composersOf = (deps: AppDependencies): Composers => ({
  voucher: composeVoucher(deps),
  'withdrawal-requested': composeWithdrawalRequested(deps),
  'withdrawal-returned': composeWithdrawalReturned(deps),
  'profile-deleted': composeProfileDeleted(deps),
  inactivity: composeInactivityNotice(deps),
  invitation: composeInvitation(deps),
  task: composeTask(deps, 'task'),
  'task-reminder': composeTask(deps, 'task-reminder'),
  'data-code': composeDataCode(deps),
});

/** Erases expired sign-ins, cards and proposals of the console. Returns the number of rows. */
export const eraseConsoleLeftovers = (database: Database, at: Date): Promise<number> =>
  doEach([
    () => eraseOldSessions(database, at),
    () => eraseClosedCards(database, at),
    () => eraseExpiredSecrets(database, at),
  ]);

/**
 * Runs a job only while this machine's clock agrees with the database's. A clock that jumped would release rewards early, or request a
 * voucher again after the issuer has forgotten the first request.
 */
function clockGuard({ database }: AppDependencies, log: FastifyBaseLogger) {
  let isWrong = false;
  return (run: () => Promise<number>) => async (): Promise<number> => {
    const skewMs = await clockSkewMs(database);
    const wasWrong = isWrong;
    isWrong = Math.abs(skewMs) > MAX_CLOCK_SKEW_MS;
    if (isWrong && !wasWrong)
      log.error({ skewMs }, 'money waits: the clocks of this machine and of the database differ');
    if (wasWrong && !isWrong) log.info({ skewMs }, 'the clocks agree again');
    return isWrong ? 0 : run();
  };
}

/** Before each round of payouts: if the database was replaced since the last round, freezes them if that is configured. */
const withFailoverCheck =
  ({ config, database, clock }: AppDependencies, log: FastifyBaseLogger, run: () => Promise<number>) =>
  async (): Promise<number> => {
    const { freezesAfterFailover } = config.worker;
    if (await recordTimeline(database, freezesAfterFailover, clock.now()))
      log.error({ payoutsFrozen: freezesAfterFailover }, 'the database was replaced by a standby or a copy');
    return run();
  };

export type Worker = ReturnType<typeof startWorker>;
/** `run` returns the number of items processed. Items that fail are set aside, and don't keep the others. */
type Job = {
  readonly name: string;
  readonly everyMs: number;
  /** Whether the next round may begin while one is running: the job limits its own concurrency. */
  readonly overlaps?: boolean;
  run(): Promise<number>;
};

const EVERY_MS = 1000;
/** For jobs that read more rows than are due. */
const SELDOM_MS = 60_000;

/** The background jobs. The rows are the queue: each says when it is due, and any number of workers may process them concurrently. */
export function workerJobs(
  deps: AppDependencies,
  log: FastifyBaseLogger,
  breakers: Breakers,
  signal: AbortSignal,
): readonly Job[] {
  const { config, database, clock } = deps;
  const { payoutConcurrency, messageConcurrency } = config.worker;
  const payouts = payoutRunner(deps, payoutConcurrency, breakers, signal, log);
  const messages = messageRunner(deps, messageConcurrency, {
    composers: composersOf(deps),
    chatBreaker: breakers.chat,
    log,
    signal,
  });
  const whenClockIsRight = clockGuard(deps, log);
  // In the sandbox a person moves the clock and waits for the effects.
  const seldom = config.mode === 'sandbox' ? EVERY_MS : SELDOM_MS;
  return [
    { name: 'release', everyMs: EVERY_MS, run: whenClockIsRight(() => releaseDueRewards(database, clock.now())) },
    {
      name: 'payouts',
      everyMs: EVERY_MS,
      overlaps: true,
      run: whenClockIsRight(withFailoverCheck(deps, log, payouts)),
    },
    { name: 'messages', everyMs: EVERY_MS, overlaps: true, run: messages },
    { name: 'webhook', everyMs: EVERY_MS, run: proposalAnnouncer(deps, log, signal) },
    { name: 'invitations', everyMs: seldom, run: () => inviteToDueSurveys(deps) },
    { name: 'tasks', everyMs: EVERY_MS, run: () => queueTaskMessages(deps) },
    { name: 'sessions', everyMs: seldom, run: () => sweepSessions(database, clock.now()) },
    { name: 'statements', everyMs: seldom, run: () => applyStatements(database, config.pricing, clock.now()) },
    { name: 'attention', everyMs: seldom, run: attentionWatcher(deps, log) },
    { name: 'books', everyMs: HOUR_MS, run: () => checkBooks(deps, log) },
    { name: 'retention', everyMs: seldom, run: () => applyRetention(deps) },
    { name: 'survey-counts', everyMs: seldom, run: () => countSurveys(database, clock.now()) },
    { name: 'quality', everyMs: seldom, run: qualityScorer(deps) },
    { name: 'disputes', everyMs: seldom, run: () => answerConfirmedDisputes(database, clock.now()) },
    { name: 'keys', everyMs: EVERY_MS, run: () => destroyKeys(deps) },
    { name: 'rollups', everyMs: seldom, run: () => countNight(deps, clock.now()) },
    { name: 'console', everyMs: seldom, run: () => eraseConsoleLeftovers(database, clock.now()) },
    { name: 'pins', everyMs: seldom, run: () => eraseDeliveredPins(database, clock.now()) },
  ];
}

/**
 * Runs a round of a job. What fails is logged and counted, except while the database doesn't answer: that has its own alert. The next round
 * still runs.
 */
export function roundRunner(
  { database }: Pick<AppDependencies, 'database'>,
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  { registry }: Metrics,
): (job: Job) => Promise<void> {
  const failures = new Counter({
    name: 'panel_job_failures_total',
    help: 'Items that a job could not process, and rounds that failed.',
    labelNames: ['job'],
    registers: [registry],
  });
  // Initialised to zero, because Prometheus doesn't count a series' first value as an increase.
  for (const { name } of jobs) failures.inc({ job: name }, 0);
  return async ({ name, run }) => {
    try {
      const done = await tracer.run(`job ${name}`, run);
      if (done > 0) log.info({ job: name, done }, 'worked');
    } catch (error) {
      log.error({ err: error, job: name }, 'job failed');
      const isOfDatabase = failuresIn(error).some((failure) => failure instanceof DatabaseUnavailable);
      if (!isOfDatabase || (await database.isUp())) failures.inc({ job: name }, failuresIn(error).length);
    }
  };
}

/** Runs the background jobs. Each job has its own loop, so none waits for another. */
export function startWorker(deps: AppDependencies, log: FastifyBaseLogger, metrics: Metrics) {
  const stopping = new AbortController();
  const { signal } = stopping;
  // Every job and every running request listens to it.
  setMaxListeners(0, signal);
  const breakers: Breakers = { issuer: breaker(deps.clock), chat: breaker(deps.clock) };
  const jobs = workerJobs(deps, log, breakers, signal);
  const runRound = roundRunner(deps, jobs, log, metrics);
  const running = jobs.map((job) => repeat(job, runRound, signal));
  return {
    /** Starts nothing new, ends running requests to the issuer, and waits until everything is recorded. */
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
    /** Which breakers are open. */
    readings: (): readonly Reading[] => [
      [
        'panel_breaker_open',
        'Whether only probes call a party, because it failed repeatedly: 1 or 0.',
        { party: { issuer: Number(breakers.issuer.isOpen()), chat: Number(breakers.chat.isOpen()) } },
      ],
    ],
  };
}

/** Repeats a job until the signal. */
async function repeat(job: Job, runRound: (job: Job) => Promise<void>, signal: AbortSignal): Promise<void> {
  const underWay = new Set<Promise<void>>();
  while (!signal.aborted) {
    const round = runRound(job).finally(() => underWay.delete(round));
    underWay.add(round);
    if (!job.overlaps) await round;
    await sleep(job.everyMs, undefined, { signal }).catch(() => {});
  }
  await Promise.all(underWay);
}
