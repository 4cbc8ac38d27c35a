/** From reserved money to a voucher, or back: exactly one of the two, whatever fails on the way. */

import { setTimeout as sleep } from 'node:timers/promises';
import { addMs } from '@panel/domain/durations';
import type { WithdrawalState } from '@panel/domain/rewards/withdrawal';
import type { FastifyBaseLogger } from 'fastify';
import { type Chat, isOutage } from '../messages/chat.ts';
import { DatabaseUnavailable } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { setAside } from '../platform/failed-items.ts';
import { type Breaker, type Breakers, claimIfAllowed } from '../platform/parties/breaker.ts';
import { processSeveral, type Slots } from '../platform/queue.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import type { Issued, IssueResult, Issuer } from './issuer.ts';
import { isOnNewTimeline } from './payout-freezes.ts';
import { type DeviceLookup, resendableSince, stepAfterAnswer, stepAtClaim } from './payout-steps.ts';
import {
  findDueWithdrawal,
  lockDueWithdrawal,
  lockWithdrawal,
  payWithdrawal,
  returnWithdrawal,
  setNeedsReview,
  setReserved,
  setSending,
  setUnknown,
  setUnreachable,
  type Withdrawal,
} from './withdrawals.ts';

/** Longer than an attempt can take (twice a token and a purchase), so that a running one is rarely taken for dead. */
const LEASE_MS = 100_000;
/** A claim older than this is not sent: the process was suspended, and another may soon take over its lease. */
const STALE_CLAIM_MS = 30_000;
/** The pause between attempts to store a voucher while the database is down. */
const STORE_AGAIN_MS = 500;

export type PayoutDependencies = Dependencies & { readonly chat: Chat; readonly issuer: Issuer };

type PayoutLog = Pick<FastifyBaseLogger, 'error'>;

type Claimed = { readonly withdrawal: Withdrawal; readonly sentAt: Date };

/** State that the runs of one process share. */
export type PayoutContext = {
  readonly issuerBreaker: Breaker;
  readonly chatBreaker: Breaker;
  /** The withdrawals that this process is working on, so that two of its slots never take the same one. */
  readonly underWay: Set<string>;
  /** Aborted when the process stops: running requests end, and no new one starts. */
  readonly signal: AbortSignal;
  readonly log: PayoutLog;
};

/** Returns a function to call repeatedly; all its runs share `atOnce` slots, so a run that hangs does not block the next. */
export function payoutRunner(
  deps: PayoutDependencies,
  atOnce: number,
  breakers: Breakers,
  signal: AbortSignal,
  log: PayoutLog,
) {
  const slots: Slots = { free: atOnce };
  const shared = { issuerBreaker: breakers.issuer, chatBreaker: breakers.chat };
  const context: PayoutContext = { ...shared, underWay: new Set(), signal, log };
  return (): Promise<number> =>
    processSeveral({
      slots,
      signal,
      claim: () => claimIfAllowed(breakers.issuer, () => findPayout(deps, context)),
      process: async (found) => {
        try {
          await sendPayout(deps, context, await claimPayout(deps, context, found));
        } finally {
          // A payout that is returned or waits for its device doesn't call the issuer.
          breakers.issuer.release();
          context.underWay.delete(found.id);
        }
      },
      setAside: ({ id }, error) => setAside(deps.database, { job: 'payouts', item: id, error }, deps.clock.now()),
    });
}

/** The next due payout, now `underWay`. Undefined if nothing is due. */
export async function findPayout(deps: PayoutDependencies, context: PayoutContext): Promise<Withdrawal | undefined> {
  const { underWay } = context;
  const at = deps.clock.now();
  const [isReplaced, next] = await Promise.all([
    isOnNewTimeline(deps.database),
    findDueWithdrawal(deps.database, at, resendableSince(at), [...underWay]),
  ]);
  if (isReplaced || !next) return undefined;
  // Another slot found it at the same moment.
  if (underWay.has(next.id)) return findPayout(deps, context);
  underWay.add(next.id);
  return next;
}

/**
 * Claims a payout for sending. That it is being sent, and when it was first sent, is on disk before the first byte is sent. If the worker
 * dies, it can be claimed again after its lease.
 */
export const claimPayout = async (deps: PayoutDependencies, context: PayoutContext, found: Withdrawal) =>
  claimWithdrawal(deps, found, await lookUpDevice(deps, context, found));

export async function sendPayout(
  deps: PayoutDependencies,
  context: PayoutContext,
  claimed: Claimed | 'no-attempt',
): Promise<void> {
  const { issuerBreaker, signal } = context;
  if (claimed === 'no-attempt' || deps.clock.now() >= addMs(claimed.sentAt, STALE_CLAIM_MS)) return;
  const { reference, amount } = claimed.withdrawal;
  const result: IssueResult = signal.aborted
    ? { kind: 'not-started', code: 'stopped' }
    : await deps.issuer.issue({ reference, amountCents: BigInt(amount), signal });
  if (result.kind === 'issued' || result.kind === 'refused') issuerBreaker.succeeded();
  else if (!signal.aborted) issuerBreaker.failed();
  await (result.kind === 'issued'
    ? recordVoucher(deps, context, claimed, result)
    : recordOutcome(deps, claimed, result));
}

/** Before the first attempt, while nothing has been requested: checks that there is still a device to send it to. */
async function lookUpDevice(
  { vault, chat }: PayoutDependencies,
  { chatBreaker, log }: PayoutContext,
  { id, state, didSealed }: Withdrawal,
): Promise<DeviceLookup | null> {
  if (state !== 'reserved') return null;
  let did: string;
  try {
    did = vault.open(vaultLabel.withdrawalDid(id), didSealed);
  } catch (error) {
    // Otherwise it would stay the most overdue one, and come first in every run.
    log.error({ err: error, withdrawal: id }, 'the device of a withdrawal can’t be decrypted');
    return { kind: 'unreachable', reason: 'not decrypted', fault: 'key' };
  }
  if (!chatBreaker.allows()) return { kind: 'unreachable', reason: 'breaker', fault: 'service' };
  const lookup = await chat.lookUp(did);
  if (isOutage(lookup)) chatBreaker.failed();
  else chatBreaker.succeeded();
  return lookup;
}

function claimWithdrawal(
  { database, clock }: PayoutDependencies,
  next: Withdrawal,
  lookup: DeviceLookup | null,
): Promise<Claimed | 'no-attempt'> {
  return database.transaction(async (tx) => {
    const at = clock.now();
    const [isReplaced, withdrawal] = await Promise.all([
      isOnNewTimeline(tx),
      lockDueWithdrawal(tx, next, at, resendableSince(at)),
    ]);
    // If it isn't there, another worker was faster.
    if (isReplaced || !withdrawal) return 'no-attempt';
    const step = stepAtClaim(withdrawal, lookup, at);
    if (step.to === 'sending') {
      await setSending(tx, withdrawal.id, at, addMs(at, LEASE_MS));
      return { withdrawal, sentAt: at };
    }
    if (step.to === 'returned') await returnWithdrawal(tx, withdrawal, step.code, at);
    else if (step.to === 'needs-review') await setNeedsReview(tx, withdrawal.id);
    else await setUnreachable(tx, withdrawal.id, step);
    return 'no-attempt';
  });
}

/** The PIN exists only in this process until it is stored, so it retries for as long as the process runs: a failover takes some time. */
async function recordVoucher(
  deps: PayoutDependencies,
  { signal, log }: PayoutContext,
  { withdrawal }: Claimed,
  voucher: Issued,
): Promise<void> {
  const { id, reference } = withdrawal;
  for (;;) {
    try {
      return await deps.database.transaction(async (tx) => {
        const state = (await lockWithdrawal(tx, id))?.state;
        if (state === undefined || state === 'returned')
          return log.error({ reference, state }, 'a voucher was issued for a withdrawal that no longer exists');
        // A failover has lost the record that it was sent.
        if (state === 'reserved') await setNeedsReview(tx, id);
        if (state !== 'paid') await payWithdrawal(tx, deps.vault, withdrawal, voucher, deps.clock.now());
      });
    } catch (error) {
      if (signal.aborted || !(error instanceof DatabaseUnavailable)) throw error;
      // A stop ends the pause, and storing the voucher is tried once more.
      await sleep(STORE_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Records an answer without a voucher. A withdrawal that has ended in the meantime is left unchanged. */
const recordOutcome = (
  deps: PayoutDependencies,
  { withdrawal, sentAt }: Claimed,
  result: Exclude<IssueResult, Issued>,
): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const current = await lockWithdrawal(tx, withdrawal.id);
    // If the attempts differ, another worker took this one for dead and is sending again, so it records the rest.
    if (!current || !SENT.includes(current.state) || current.attempts !== withdrawal.attempts + 1) return;
    const step = stepAfterAnswer(withdrawal, sentAt, result, at);
    if (step.to === 'returned') await returnWithdrawal(tx, withdrawal, step.code, at);
    else if (step.to === 'unknown') await setUnknown(tx, withdrawal.id, step);
    else await setReserved(tx, withdrawal.id, step);
  });
const SENT: readonly WithdrawalState[] = ['sending', 'unknown', 'needs-review'];
