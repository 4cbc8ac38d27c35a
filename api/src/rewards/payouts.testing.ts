/** Payouts, one step at a time. Loads no test's kit, because a test runs it in a process of its own too. */
import { closedBreaker } from '../messages/messages.testing.ts';
import { type Checkpoint, claimPayout, type PayoutContext, type PayoutDependencies, sendPayout } from './payouts.ts';

/** Takes each due payout one step further, in turn. Returns the number of payouts processed. */
export async function runPayouts(
  deps: PayoutDependencies,
  checkpoint: Checkpoint = () => {},
  limit = 50,
  log: PayoutContext['log'] = { error: () => {} },
): Promise<number> {
  const context: PayoutContext = {
    issuerBreaker: closedBreaker,
    chatBreaker: closedBreaker,
    underWay: new Set(),
    signal: new AbortController().signal,
    log,
    checkpoint,
  };
  for (let processed = 0; processed < limit; processed += 1) {
    const claimed = await claimPayout(deps, context);
    if (claimed === undefined) return processed;
    await sendPayout(deps, context, claimed);
  }
  return limit;
}
