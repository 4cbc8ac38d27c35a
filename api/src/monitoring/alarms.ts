/** What an operator is alerted to, in the log. Metrics and health checks show the same. */
import type { FastifyBaseLogger } from 'fastify';
import type { AppDependencies } from '../dependencies.ts';
import { addUpTotals } from '../rewards/books.ts';
import { quickMoneyCheck } from '../rewards/money-check.ts';
import { openPayouts } from '../rewards/review.ts';
import { pendingReview } from './pending-review.ts';

/** Logs the review queue and the number of late withdrawals as errors, once per change, while there are any. */
export function attentionWatcher({ database, clock }: AppDependencies, log: FastifyBaseLogger): () => Promise<number> {
  let [loggedReview, loggedLate] = ['', 0];
  return async () => {
    const pending = await pendingReview(database);
    const review = JSON.stringify(pending);
    if (review !== loggedReview && !pending.ok) log.error(pending, 'money needs review');
    loggedReview = review;
    const { late, oldestMs } = await openPayouts(database, clock.now());
    if (late !== loggedLate && late > 0)
      log.error({ late, oldestSeconds: oldestMs / 1000 }, 'withdrawals are open for more than 15 minutes');
    loggedLate = late;
    return 0;
  };
}

export async function checkBooks({ database }: AppDependencies, log: FastifyBaseLogger): Promise<number> {
  await addUpTotals(database);
  const { ok, faults } = await quickMoneyCheck(database);
  if (!ok) log.error({ faults }, 'the books do not agree');
  return 0;
}
