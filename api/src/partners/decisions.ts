/** Decisions about a session's reward by two people or a partner's statement. */
import { randomUUID } from 'node:crypto';
import type { Outcome } from '@panel/domain/partners/outcomes';
import {
  currentOutcome,
  type RewardChange,
  type RewardUpdate,
  rewardUpdate,
} from '@panel/domain/partners/session-reward';
import { NO_REVIEW, type Pricing } from '@panel/domain/rewards/pricing';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { writeRewardStatements } from '../rewards/write-reward.ts';
import { contentDigest, sessionEvent } from './callbacks.ts';
import {
  type EventRow,
  insertEventsStatement,
  type LockedSession,
  lockSession,
  setOutcomeStatement,
} from './locked-session.ts';
import type { PartnerEvent } from './partner.ts';
import { sessionOfEvent } from './store.ts';

/**
 * Records what two people decided about the session of an event: credit or reverse its reward. Review rules don't apply to their credit.
 * The session leaves the review queue even if nothing changes.
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
  const { update, statements } = decide(pricing, locked, decision, at);
  await tx.run(...statements, decidedStatement(session.id, update.change));
  return update.change;
}

/** A withheld completion is decided, whichever event of its session was named. */
const decidedStatement = (sessionId: string, change: RewardChange) =>
  sql`update partner_events set effect = ${change}, is_withheld = false where session_id = ${sessionId} and is_withheld`;

/** The same for a credit of a session that may have no event: then the two people set the price. */
export async function creditSession(
  tx: Tx,
  pricing: Pricing,
  locked: LockedSession,
  usdMicros: bigint | null,
  at: Date,
): Promise<RewardChange> {
  const { update, statements } = decide(pricing, locked, 'credited', at, {
    ...BY_OPERATORS,
    ...(usdMicros !== null && { usdMicros }),
  });
  await tx.run(...statements, decidedStatement(locked.session.id, update.change));
  return update.change;
}

/** The same for a completion that the partner's statement lists as reversed, or doesn't list. Returns the cents taken back. */
export async function reverseByStatement(
  tx: Tx,
  pricing: Pricing,
  { statementId, sessionId }: { readonly statementId: string; readonly sessionId: string },
  at: Date,
): Promise<bigint> {
  const locked = await lockSession(tx, sessionId, at);
  if (!locked?.reward || locked.reward.state === 'reversed') return 0n;
  // Two people may have credited it after the statement was read.
  if ((await creditedByHand(tx, [sessionId])).has(sessionId)) return 0n;
  const keyOf = (n: number) => `statement:${statementId}:${sessionId}:${n}`;
  await tx.run(...decide(pricing, locked, 'reversed', at, { rawCode: 'statement', keyOf }).statements);
  return locked.reward.amount;
}

/** The sessions that two people credited and that the partner's own events and statements don't credit. A statement changes nothing for them. */
export async function creditedByHand(db: Queries, sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many<{ id: string; saidByPartner: { outcome: Outcome; isByHand: boolean }[] }>(sql`
    select c.session_id as id,
      (select coalesce(jsonb_agg(jsonb_build_object('outcome', e.outcome, 'isByHand', e.trust = 'by-hand') order by e.id), '[]')
        from partner_events e
        where e.session_id = c.session_id and not (e.trust = 'by-hand' and e.raw_code = 'operator')) as "saidByPartner"
    from partner_events c
    where c.session_id = any(${sessionIds}::text[]) and c.trust = 'by-hand' and c.raw_code = 'operator' and c.outcome = 'reinstated'`);
  const byHand = rows.filter(({ saidByPartner }) => currentOutcome(saidByPartner) !== 'complete');
  return new Set(byHand.map(({ id }) => id));
}

/** The origin recorded with events that replace the partner's. */
type StandIn = Pick<PartnerEvent, 'rawCode' | 'usdMicros'> & { readonly keyOf: (n: number) => string };
const BY_OPERATORS: StandIn = { rawCode: 'operator', keyOf: () => `operator:${randomUUID()}` };

/**
 * Adds enough events to bring the session to what was decided. A partner that reports a completion under two keys has reported two credits,
 * which one reversal doesn't undo.
 */
function decide(
  pricing: Pricing,
  locked: LockedSession,
  decision: 'credited' | 'reversed',
  at: Date,
  { keyOf, ...standIn }: StandIn = BY_OPERATORS,
): { readonly update: RewardUpdate; readonly statements: readonly Statement[] } {
  const { session, events: before } = locked;
  const { id: sessionId, partner } = session;
  const isCredit = decision === 'credited';
  const events = [...before];
  const added: EventRow[] = [];
  for (let n = 1; (currentOutcome(events) === 'complete') !== isCredit; n += 1) {
    const dedupeKey = keyOf(n);
    const event: PartnerEvent = { ...standIn, sessionId, outcome: isCredit ? 'reinstated' : 'reversed', dedupeKey };
    const digest = contentDigest(event);
    added.push({ partner, dedupeKey, sessionId, trust: 'by-hand', event, digest, effect: 'corrected' });
    events.push(sessionEvent(event, true));
  }
  // Credits were already reviewed. Reversals neither apply a withheld price nor enter the queue.
  const rules = isCredit ? { ...pricing, ...NO_REVIEW } : pricing;
  const update = rewardUpdate(rules, { ...locked, isFast: null, isWithheld: !isCredit }, events, randomUUID());
  const outcome = { sessionId, outcome: currentOutcome(events) };
  const recorded = added.length > 0 ? [insertEventsStatement(added, at), setOutcomeStatement(outcome, at)] : [];
  return { update, statements: [...recorded, ...writeRewardStatements(pricing, locked, update, at)] };
}
