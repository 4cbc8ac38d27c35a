import { countMessagesInReview } from '../messages/operations.ts';
import { countWithheldCompletions } from '../partners/store.ts';
import type { Queries } from '../platform/database/database.ts';
import { countFailedItems } from '../platform/failed-items.ts';
import { arePayoutsFrozen } from '../rewards/payout-freezes.ts';
import { countWithdrawalsInReview } from '../rewards/review.ts';

/** What operators have to look at: the review queue, a freeze, and items that could not be processed. Panelists may wait for money. */
export async function pendingReview(db: Queries) {
  const [payouts, messages, rewards, failedItems, frozen] = await Promise.all([
    countWithdrawalsInReview(db),
    countMessagesInReview(db),
    countWithheldCompletions(db),
    countFailedItems(db),
    arePayoutsFrozen(db),
  ]);
  const ok = payouts + messages + rewards + failedItems === 0 && !frozen;
  return { ok, payouts, messages, rewards, failedItems, frozen };
}
