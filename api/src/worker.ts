import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Dependencies } from './dependencies.ts';
import { deliverMessages } from './messages/delivery.ts';
import { inviteToDueSurveys } from './messages/invitations.ts';
import { needsPerson } from './operator/attention.ts';
import { sweepSessions } from './partners/sessions.ts';
import { eraseDeliveredPins, runPayouts } from './rewards/payouts.ts';
import { releaseDue } from './rewards/rewards.ts';

let told = '';
/** Says in the log, once for each change of it, that something waits for a person. */
async function tellWhatWaits({ database }: Dependencies, log: FastifyBaseLogger): Promise<number> {
  const waiting = await needsPerson(database);
  const now = JSON.stringify(waiting);
  if (now !== told && !waiting.ok) log.error(waiting, 'somebody’s money waits for a person');
  told = now;
  return 0;
}

export type Worker = { stop(): Promise<void> };
type Task = { readonly name: string; readonly everyMs: number; run(): Promise<number> };

/** How often the worker looks; a task that scans more than it finds is run less often. */
const EVERY_MS = 1000;
const SELDOM_MS = 60_000;

/**
 * What has to be done without anyone asking. The rows themselves are the queue: each says when it is due, each task
 * takes what is due now, and any number of workers may do so side by side. A task that fails doesn't hold up the others.
 */
export function startWorker(deps: Dependencies, log: FastifyBaseLogger): Worker {
  // In the sandbox a person moves the clock and waits for what follows.
  const seldom = deps.config.partners === 'sandbox' ? EVERY_MS : SELDOM_MS;
  const tasks: readonly Task[] = [
    { name: 'release', everyMs: EVERY_MS, run: () => releaseDue(deps.database, deps.clock.now()) },
    { name: 'payouts', everyMs: EVERY_MS, run: () => runPayouts(deps) },
    { name: 'messages', everyMs: EVERY_MS, run: () => deliverMessages(deps) },
    { name: 'invitations', everyMs: seldom, run: () => inviteToDueSurveys(deps) },
    { name: 'sessions', everyMs: seldom, run: () => sweepSessions(deps.database, deps.clock.now()) },
    { name: 'attention', everyMs: seldom, run: () => tellWhatWaits(deps, log) },
    { name: 'pins', everyMs: seldom, run: () => eraseDeliveredPins(deps) },
  ];
  const lastRun = new Map<string, number>();
  const leaving = new AbortController();
  const running = (async () => {
    while (!leaving.signal.aborted) {
      for (const { name, everyMs, run } of tasks) {
        const now = performance.now();
        if (leaving.signal.aborted || now - (lastRun.get(name) ?? -Infinity) < everyMs) continue;
        lastRun.set(name, now);
        await run().then(
          (done) => {
            if (done > 0) log.info({ task: name, done }, 'worked');
          },
          (error: unknown) => log.error({ err: error, task: name }, 'task failed'),
        );
      }
      await sleep(EVERY_MS, undefined, { signal: leaving.signal }).catch(() => {});
    }
  })();
  return {
    stop: () => {
      leaving.abort();
      return running;
    },
  };
}
