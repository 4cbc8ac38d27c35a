import { closedBreaker } from '../messages/testing.ts';
import { type Checkpoint, claimPayout, type PayoutContext, type PayoutDependencies, sendPayout } from './payouts.ts';

/** Takes the payouts that are due one step further, one after the other. Returns the number of payouts processed. */
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
