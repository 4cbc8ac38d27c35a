/** What two people decide about a session's reward by hand. */
import { randomUUID } from 'node:crypto';
import { combineCtes, type Parts, type Tx } from '../platform/database.ts';
import { NO_REVIEW } from '../rewards/review-rules.ts';
import { type Pricing, type RewardChange, type RewardUpdate, rewardUpdate } from '../rewards/rewards.ts';
import { contentDigest, sessionEvent } from './callbacks.ts';
import { type LockedSession, lockSession } from './locked-session.ts';
import { currentOutcome, reportOf } from './session-report.ts';
import { insertEvent, sessionOfEvent, setEffect, setEffectOfWithheld, setOutcome } from './store.ts';

/**
 * Records what two people decided about the session of an event: its reward is to be credited, or reversed. They have
 * judged what the rules for review can't, so these are not applied.
 */
export async function recordDecision(
  tx: Tx,
  pricing: Pricing,
  eventId: string,
  decision: 'credited' | 'reversed',
  at: Date,
): Promise<RewardChange | 'no-session'> {
  const session = await sessionOfEvent(tx, eventId);
  const locked = session && (await lockSession(tx, session.id, at));
  if (!locked) return 'no-session';
  const { update, parts } = decide(pricing, locked, decision, at);
  const isDecided = update.change !== 'unchanged' || Object.keys(update.parts).length > 0;
  await tx.many(combineCtes({ ...parts, ...(isDecided && { decided: setEffect(eventId, update.change) }) }));
  return update.change;
}

/** The same for a credit of a session that may have no event: then its price is what the two people decided. */
export async function creditSession(
  tx: Tx,
  pricing: Pricing,
  locked: LockedSession,
  usdMicros: bigint | null,
  at: Date,
): Promise<RewardChange> {
  const { update, parts } = decide(pricing, locked, 'credited', at, usdMicros);
  await tx.many(combineCtes({ ...parts, decided: setEffectOfWithheld(locked.session.id, update.change) }));
  return update.change;
}

function decide(
  pricing: Pricing,
  locked: LockedSession,
  decision: 'credited' | 'reversed',
  at: Date,
  usdMicros: bigint | null = null,
): { readonly update: RewardUpdate; readonly parts: Parts } {
  const { session, events: before } = locked;
  const sessionId = session.id;
  const isCredited = currentOutcome(before) === 'complete';
  const event = {
    sessionId,
    outcome: decision === 'credited' ? 'reinstated' : 'reversed',
    rawCode: 'operator',
    dedupeKey: `operator:${randomUUID()}`,
    ...(usdMicros !== null && { usdMicros }),
  } as const;
  const events = isCredited === (decision === 'credited') ? before : [...before, sessionEvent(event)];
  const standing = { ...locked, isWithheld: false };
  const update = rewardUpdate({ ...pricing, ...NO_REVIEW }, standing, reportOf(session, events), at);
  const row = { partner: session.partner, dedupeKey: event.dedupeKey, sessionId, trust: 'verified' } as const;
  return {
    update,
    parts: {
      ...(events !== before && {
        event: insertEvent({ ...row, event, digest: contentDigest(event), effect: 'corrected' }, at),
        session: setOutcome(sessionId, currentOutcome(events), at),
      }),
      ...update.parts,
    },
  };
}
