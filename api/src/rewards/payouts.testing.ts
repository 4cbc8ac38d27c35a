/** Payouts, one step at a time. Loads no test's kit, because a test runs it in a process of its own too. */
import { closedBreaker } from '../messages/messages.testing.ts';
import { claimPayout, findPayout, type PayoutContext, type PayoutDependencies, sendPayout } from './payouts.ts';

/** For tests that crash a worker at a step. */
export type Checkpoint = (step: 'claimed' | 'issued' | 'recorded') => void | Promise<void>;

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
  };
  const issuer: PayoutDependencies['issuer'] = {
    async issue(request) {
      const result = await deps.issuer.issue(request);
      await checkpoint('issued');
      return result;
    },
  };
  for (let processed = 0; processed < limit; processed += 1) {
    const found = await findPayout(deps, context);
    if (!found) return processed;
    const claimed = await claimPayout(deps, context, found);
    await checkpoint('claimed');
    await sendPayout({ ...deps, issuer }, context, claimed);
    context.underWay.delete(found.id);
    if (claimed !== 'no-attempt') await checkpoint('recorded');
  }
  return limit;
}
