/** What two people, or a partner's statement, decide about a session's reward. */
import { randomUUID } from 'node:crypto';
import { WITHHELD } from '@panel/domain/rewards/withheld';
import { combineCtes, type Parts, type Tx } from '../platform/database.ts';
import { NO_REVIEW } from '../rewards/review-rules.ts';
import { type Pricing, type RewardChange, type RewardUpdate, rewardUpdate } from '../rewards/rewards.ts';
import { writeRewards } from '../rewards/write-rewards.ts';
import { contentDigest, sessionEvent } from './callbacks.ts';
import { type LockedSession, lockSession } from './locked-session.ts';
import type { PartnerEvent } from './partner.ts';
import { currentOutcome, reportOf } from './session-report.ts';
import { type EventRow, insertEvents, sessionOfEvent, setEffect, setEffectOfWithheld, setOutcomes } from './store.ts';

/**
 * Records what two people decided about the session of an event: its reward is to be credited, or reversed. Rules for review are not
 * applied to what they credit, which they have judged. The event leaves the review queue, whatever there was to change.
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
  const isWithheld = WITHHELD.some((reason) => reason === session.effect);
  const isDecided = isWithheld || update.change !== 'unchanged' || update.changed !== undefined;
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
  const { update, parts } = decide(pricing, locked, 'credited', at, {
    ...BY_OPERATORS,
    ...(usdMicros !== null && { usdMicros }),
  });
  await tx.many(combineCtes({ ...parts, decided: setEffectOfWithheld(locked.session.id, update.change) }));
  return update.change;
}

/** The same for a completion that the partner's own statement has as reversed, or has not at all. */
export async function reverseByStatement(
  tx: Tx,
  pricing: Pricing,
  { statementId, sessionId }: { readonly statementId: string; readonly sessionId: string },
  at: Date,
): Promise<void> {
  const locked = await lockSession(tx, sessionId, at);
  if (!locked?.reward || locked.reward.state === 'reversed') return;
  const keyOf = (n: number) => `statement:${statementId}:${sessionId}:${n}`;
  await tx.many(combineCtes(decide(pricing, locked, 'reversed', at, { rawCode: 'statement', keyOf }).parts));
}

/** What the events that stand in for the partner's say about where they come from. */
type StandIn = Pick<PartnerEvent, 'rawCode' | 'usdMicros'> & { readonly keyOf: (n: number) => string };
const BY_OPERATORS: StandIn = { rawCode: 'operator', keyOf: () => `operator:${randomUUID()}` };

/**
 * Adds as many events as bring the session to what was decided: a partner that reports a completion under two keys reports two
 * credits, which one reversal does not undo.
 */
function decide(
  pricing: Pricing,
  locked: LockedSession,
  decision: 'credited' | 'reversed',
  at: Date,
  { keyOf, ...standIn }: StandIn = BY_OPERATORS,
): { readonly update: RewardUpdate; readonly parts: Parts } {
  const { session, events: before } = locked;
  const { id: sessionId, partner } = session;
  const isCredit = decision === 'credited';
  const events = [...before];
  const added: EventRow[] = [];
  for (let n = 1; (currentOutcome(events) === 'complete') !== isCredit; n += 1) {
    const dedupeKey = keyOf(n);
    const event: PartnerEvent = { ...standIn, sessionId, outcome: isCredit ? 'reinstated' : 'reversed', dedupeKey };
    const digest = contentDigest(event);
    added.push({ partner, dedupeKey, sessionId, trust: 'verified', event, digest, effect: 'corrected' });
    events.push(sessionEvent(event));
  }
  // What is credited has been judged; what is taken back is not raised to a price that a rule withholds, nor put into the queue.
  const rules = isCredit ? { ...pricing, ...NO_REVIEW } : pricing;
  const update = rewardUpdate(rules, { ...locked, isWithheld: !isCredit }, reportOf(session, events), at);
  const outcome = { sessionId, outcome: currentOutcome(events) };
  const written = added.length > 0 && { event: insertEvents(added, at), session: setOutcomes([outcome], at) };
  return { update, parts: { ...written, ...writeRewards(pricing, [update], at) } };
}
