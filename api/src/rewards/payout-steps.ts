/**
 * The next step of a withdrawal, as a pure state machine.
 *
 *   reserved ──► sending ──► paid              the issuer's voucher
 *       ▲           ├──────► returned          a refusal, when no earlier attempt can still arrive
 *       └───────────┤                          not started: nothing has reached the issuer
 *                   └──► unknown ──► sending   the same reference again, while the issuer remembers it
 *                           └──────► needs-review ──► paid | returned (two people)
 *   reserved ──► returned                      no device to send it to, or look-ups failed for a day
 *   reserved ──► needs-review                  the issuer's file has its voucher, or it came late: a failover has lost the request
 *   reserved | sending | unknown ──► needs-review   two people, while payouts are frozen
 */
import { addMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { Lookup } from '../messages/chat.ts';
import { backoffMs } from '../platform/queue.ts';
import type { Issued, IssueResult } from './issuer.ts';
import { DEVICE_UNREACHABLE, type Withdrawal } from './withdrawals.ts';

/** Assumption: issuer-memory. The issuer remembers a reference for 30 minutes; a request may take 5 to arrive. After that, never again. */
const RESEND_WINDOW_MS = 25 * MINUTE_MS;
/** A payout first sent after this can be sent again. */
export const resendableSince = (at: Date): Date => addMs(at, -RESEND_WINDOW_MS);
/** How long a request may still be on its way to the issuer. */
const REQUEST_LIFE_MS = 5 * MINUTE_MS;
const MAX_ATTEMPTS = 5;
/** The issuer requires at least 40 seconds between two attempts. */
const RETRY_MS = 40_000;
const RETRY = { firstMs: RETRY_MS, maxMs: 16 * RETRY_MS };
/** How long device look-ups may fail. Nothing has been requested, so the money can be returned and withdrawn again. */
const UNREACHABLE_MS = DAY_MS;

/** `key`: the device can't be decrypted, so the super-app was not called. */
export type DeviceLookup = Lookup | { readonly kind: 'unreachable'; readonly reason: string; readonly fault: 'key' };
const WAITS_FOR = { device: DEVICE_UNREACHABLE, service: 'chat-unreachable', key: 'device-not-decrypted' } as const;

type ClaimStep =
  | { readonly to: 'sending' }
  | { readonly to: 'returned'; readonly code: string }
  | { readonly to: 'needs-review' }
  | { readonly to: 'same'; readonly code: string; readonly unreachableSince: Date; readonly retryAt: Date };

/** Before a request is sent. `lookup` is the owner of the device, requested only before the first attempt. */
export function stepAtClaim(withdrawal: Withdrawal, lookup: DeviceLookup | null, at: Date): ClaimStep {
  const { firstSentAt, attempts } = withdrawal;
  if (lookup?.kind === 'unreachable') {
    const unreachableSince = withdrawal.unreachableSince ?? at;
    return at >= addMs(unreachableSince, UNREACHABLE_MS)
      ? { to: 'returned', code: DEVICE_UNREACHABLE }
      : {
          to: 'same',
          code: WAITS_FOR[lookup.fault],
          unreachableSince,
          retryAt: addMs(at, MINUTE_MS),
        };
  }
  if (lookup?.kind === 'unknown') return { to: 'returned', code: 'unknown-device' };
  const isWindowOver = firstSentAt !== null && firstSentAt <= resendableSince(at);
  return isWindowOver || attempts >= MAX_ATTEMPTS ? { to: 'needs-review' } : { to: 'sending' };
}

type OutcomeStep =
  | { readonly to: 'returned'; readonly code: string }
  /** `unansweredAt`: the last attempt that may still arrive at the issuer. */
  | { readonly to: 'unknown'; readonly code: string; readonly unansweredAt: Date | null; readonly retryAt: Date }
  | { readonly to: 'reserved'; readonly code: string; readonly retryAt: Date };

/** After an issuer's answer without a voucher, or no answer. `claimed` is the withdrawal before this attempt, sent at `sentAt`. */
export function stepAfterAnswer(
  claimed: Withdrawal,
  sentAt: Date,
  result: Exclude<IssueResult, Issued>,
  at: Date,
): OutcomeStep {
  const { unansweredAt, attempts } = claimed;
  const retryAt = addMs(at, backoffMs(attempts + 1, RETRY));
  switch (result.kind) {
    case 'refused': {
      const mayArriveUntil = unansweredAt && addMs(unansweredAt, REQUEST_LIFE_MS);
      if (!mayArriveUntil || at >= mayArriveUntil) return { to: 'returned', code: result.code };
      // An earlier attempt may still arrive and be honoured, so send again once it can't.
      return { to: 'unknown', code: result.code, unansweredAt, retryAt: mayArriveUntil };
    }
    case 'not-started':
      // Without an earlier attempt nothing has reached the issuer, so it waits as if never sent, however long the issuer takes.
      return unansweredAt === null
        ? { to: 'reserved', code: result.code, retryAt: addMs(at, RETRY_MS) }
        : { to: 'unknown', code: result.code, unansweredAt, retryAt };
    case 'unknown':
      return { to: 'unknown', code: result.code, unansweredAt: sentAt, retryAt };
  }
}
