import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { AppDependencies } from './dependencies.ts';
import { composeInvitation, inviteToDueSurveys } from './invitations/due-surveys.ts';
import { composeTask } from './invitations/tasks.ts';
import { type Composers, deliverMessages } from './messages/delivery.ts';
import { pendingReview } from './operator/pending-review.ts';
import { sweepSessions } from './partners/sessions.ts';
import { composeVoucher, composeWithdrawalReturned } from './rewards/chat-messages.ts';
import { runPayouts } from './rewards/payouts.ts';
import { releaseDueRewards } from './rewards/rewards.ts';
import { eraseDeliveredPins } from './rewards/withdrawals.ts';

/** Every kind of chat message, and the feature that writes its text. */
export const composersOf = (deps: AppDependencies): Composers => ({
  voucher: composeVoucher(deps),
  'withdrawal-returned': composeWithdrawalReturned(deps),
  invitation: composeInvitation(deps),
  task: composeTask(deps),
});

/** Logs the review queue as an error, once for each change of it, while it isn't empty. */
function reviewLogger({ database }: AppDependencies, log: FastifyBaseLogger): () => Promise<number> {
  let logged = '';
  return async () => {
    const pending = await pendingReview(database);
    const current = JSON.stringify(pending);
    if (current !== logged && !pending.ok) log.error(pending, 'somebody’s money waits for a person');
    logged = current;
    return 0;
  };
}

export type Worker = { stop(): Promise<void> };
/** `run` returns the number of items processed. */
type Task = { readonly name: string; readonly everyMs: number; run(): Promise<number> };

const EVERY_MS = 1000;
/** For tasks that look at more rows than they find due. */
const SELDOM_MS = 60_000;

/**
 * Does what has to be done without anyone asking. The rows are the queue: each says when it is due, and any number of
 * workers may process them side by side. A task that fails doesn't hold up the others.
 */
export function startWorker(deps: AppDependencies, log: FastifyBaseLogger): Worker {
  const { database, clock } = deps;
  const composers = composersOf(deps);
  // In the sandbox a person moves the clock and waits for what follows.
  const seldom = deps.config.partners === 'sandbox' ? EVERY_MS : SELDOM_MS;
  const tasks: readonly Task[] = [
    { name: 'release', everyMs: EVERY_MS, run: () => releaseDueRewards(database, clock.now()) },
    { name: 'payouts', everyMs: EVERY_MS, run: () => runPayouts(deps) },
    { name: 'messages', everyMs: EVERY_MS, run: () => deliverMessages(deps, composers) },
    { name: 'invitations', everyMs: seldom, run: () => inviteToDueSurveys(deps) },
    { name: 'sessions', everyMs: seldom, run: () => sweepSessions(database, clock.now()) },
    { name: 'attention', everyMs: seldom, run: reviewLogger(deps, log) },
    { name: 'pins', everyMs: seldom, run: () => database.transaction((tx) => eraseDeliveredPins(tx, clock.now())) },
  ];
  const lastRun = new Map<string, number>();
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      for (const { name, everyMs, run } of tasks) {
        const now = performance.now();
        if (stopping.signal.aborted || now - (lastRun.get(name) ?? -Infinity) < everyMs) continue;
        lastRun.set(name, now);
        await run().then(
          (done) => {
            if (done > 0) log.info({ task: name, done }, 'worked');
          },
          (error: unknown) => log.error({ err: error, task: name }, 'task failed'),
        );
      }
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  })();
  return {
    stop: () => {
      stopping.abort();
      return running;
    },
  };
}
