/** From reserved money to a voucher, or back: exactly one of the two, whatever fails on the way. */

import type { Chat } from '../messages/chat.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { later, processDue } from '../platform/queue.ts';
import { vaultLabel } from '../platform/vault.ts';
import type { IssueResult, Issuer } from './issuer.ts';
import { stepAfterAnswer, stepAtClaim } from './payout-steps.ts';
import {
  findDueWithdrawal,
  lockDueWithdrawal,
  lockSentWithdrawal,
  payWithdrawal,
  returnWithdrawal,
  setNeedsReview,
  setReserved,
  setRetryAt,
  setSending,
  setUnknown,
  type Withdrawal,
} from './withdrawals.ts';

/** Longer than an attempt can take (twice a token and a purchase), so that one under way is rarely taken for dead. */
const LEASE_MS = 100_000;
/** A claim older than this is not sent any more: the process was suspended, and its lease may soon be another's. */
const STALE_CLAIM_MS = 30_000;

type PayoutDependencies = Dependencies & { readonly chat: Chat; readonly issuer: Issuer };

type Claimed = { readonly withdrawal: Withdrawal; readonly sentAt: Date };

/** Where tests crash a worker; it does nothing else. */
export type Checkpoint = (step: 'claimed' | 'issued' | 'recorded') => void | Promise<void>;

/** Takes the payouts that are due one step further, one after the other. Returns the number of payouts processed. */
export const runPayouts = (deps: PayoutDependencies, checkpoint: Checkpoint = () => {}, limit = 50): Promise<number> =>
  processDue(
    limit,
    () => claimPayout(deps),
    async (claimed) => {
      await checkpoint('claimed');
      if (claimed === 'no-attempt' || deps.clock.now() >= later(claimed.sentAt, STALE_CLAIM_MS)) return;
      const { reference, amount } = claimed.withdrawal;
      const result = await deps.issuer.issue({ reference, amountCents: BigInt(amount) });
      await checkpoint('issued');
      await recordOutcome(deps, claimed, result);
      await checkpoint('recorded');
    },
  );

/**
 * Claims the next payout for sending. That it is being sent, and when it was first sent, is on disk before the first byte
 * leaves; a claim whose worker died is claimed again once its lease is over. Undefined where nothing is due.
 */
async function claimPayout({
  database,
  vault,
  chat,
  clock,
}: PayoutDependencies): Promise<Claimed | 'no-attempt' | undefined> {
  const next = await findDueWithdrawal(database, clock.now());
  if (!next) return undefined;
  // Before the first attempt, while nothing has been asked of the issuer: is there still a device to send it to?
  const lookup =
    next.state === 'reserved' ? await chat.lookUp(vault.open(vaultLabel.withdrawalDid(next.id), next.didSealed)) : null;

  return database.transaction(async (tx) => {
    const at = clock.now();
    const withdrawal = await lockDueWithdrawal(tx, next, at);
    // Another worker was faster.
    if (!withdrawal) return 'no-attempt';
    const step = stepAtClaim(withdrawal, lookup, at);
    switch (step.to) {
      case 'sending':
        await setSending(tx, withdrawal.id, at, later(at, LEASE_MS));
        return { withdrawal, sentAt: at };
      case 'returned':
        await returnWithdrawal(tx, withdrawal, step.code, at);
        return 'no-attempt';
      case 'needs-review':
        await setNeedsReview(tx, withdrawal.id);
        return 'no-attempt';
      case 'same':
        await setRetryAt(tx, withdrawal.id, step.retryAt);
        return 'no-attempt';
    }
  });
}

/** Records what the issuer's answer means. A withdrawal that has ended meanwhile stays as it is. */
const recordOutcome = (deps: PayoutDependencies, { withdrawal, sentAt }: Claimed, result: IssueResult): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const sent = await lockSentWithdrawal(tx, withdrawal.id);
    if (!sent) return;
    // Another worker took this attempt for dead and is sending again: a voucher counts from either, the rest is theirs to record.
    const isOurAttempt = sent.attempts === withdrawal.attempts + 1;
    if (!isOurAttempt && result.kind !== 'issued') return;
    const step = stepAfterAnswer(withdrawal, sentAt, result, at);
    switch (step.to) {
      case 'paid':
        return payWithdrawal(tx, deps.vault, withdrawal, step.voucher, at);
      case 'returned':
        return returnWithdrawal(tx, withdrawal, step.code, at);
      case 'unknown':
        return setUnknown(tx, withdrawal.id, step);
      case 'reserved':
        return setReserved(tx, withdrawal.id, step);
    }
  });
