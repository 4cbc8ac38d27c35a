import { countMessagesInReview } from './messages/operations.ts';
import { countWithheldCompletions } from './partners/store.ts';
import type { Queries } from './platform/database/database.ts';
import { arePayoutsFrozen } from './rewards/payout-freezes.ts';
import { countWithdrawalsInReview } from './rewards/review.ts';

/** The operators' review queue. Until it is empty, panelists wait for money. */
export async function pendingReview(db: Queries) {
  const [payouts, messages, rewards, frozen] = await Promise.all([
    countWithdrawalsInReview(db),
    countMessagesInReview(db),
    countWithheldCompletions(db),
    arePayoutsFrozen(db),
  ]);
  return { ok: payouts + messages + rewards === 0 && !frozen, payouts, messages, rewards, frozen };
}
