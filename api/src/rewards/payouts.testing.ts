import { MINUTE_MS } from '@panel/domain/durations';
import { type Kit, NOW } from '../../test/kit.ts';
import { closedBreaker } from '../messages/messages.testing.ts';
import { type Checkpoint, claimPayout, type PayoutContext, type PayoutDependencies, sendPayout } from './payouts.ts';
import { withdrawalOf, withdrawing } from './rewards.testing.ts';

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

/** A payout that the issuer did not answer, so that two people have to decide. */
export async function payoutForReview(kit: Kit): Promise<{ did: string; id: string }> {
  const did = await withdrawing(kit);
  kit.issuer.answers({ kind: 'unknown', code: 'timeout' });
  await runPayouts(kit.deps);
  kit.clock.set(new Date(NOW.getTime() + 30 * MINUTE_MS));
  await runPayouts(kit.deps);
  kit.clock.set(NOW);
  return { did, id: (await withdrawalOf(kit, did)).id };
}
