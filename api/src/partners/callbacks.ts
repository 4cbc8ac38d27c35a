/** Records partners' events about sessions, each event once, and updates the reward in the same transaction. */

import { createHash, randomUUID } from 'node:crypto';
import { addMonths } from '@panel/domain/calendar';
import { EVENTS_KEPT_MONTHS, type Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import {
  currentOutcome,
  type RewardChange,
  type RewardUpdate,
  rewardUpdate,
  type SessionEvent,
} from '@panel/domain/partners/session-reward';
import { isFastSurvey, type Pricing, surveySeconds } from '@panel/domain/rewards/pricing';
import { type Database, isUniqueViolation, sql, type Tx } from '../platform/database/database.ts';
import { forgetItems } from '../platform/failed-items.ts';
import { outsideText } from '../platform/security/outside-text.ts';
import { thankYouStatements } from '../rewards/thank-yous.ts';
import { writeRewardStatements } from '../rewards/write-reward.ts';
import { withMappedCode } from './code-mappings.ts';
import {
  countQuarantined,
  type EventRow,
  insertEventsStatement,
  insertStrayEventStatement,
  type LockedSession,
  lockSession,
  numberSurveysStatement,
  type SessionOutcome,
  setOutcomeStatement,
} from './locked-session.ts';
import type { Inbound, PartnerEvent } from './partner.ts';
import { isSessionId } from './reading.ts';

export type Effect =
  | RewardChange
  /** The event says how a session ended but moves no money. */
  | 'noted'
  | 'duplicate'
  /** A repeat of a change that was undone: the partner may have made it again. */
  | 'repeat-of-undone'
  /** The same event as an earlier one, with different content. */
  | 'quarantined'
  | Stray;
/** Why an event does not count for a session. */
type Stray = 'unknown-session' | 'other-panelist' | 'deleted-panelist';

type Recorded = {
  readonly effect: Effect;
  readonly eventId: string | null;
  /** As it was read: with the outcome that its code is mapped to. */
  readonly event: PartnerEvent;
};

/** An event as received. */
export type IncomingEvent = {
  readonly partner: Partner;
  readonly event: PartnerEvent;
  readonly channel: Inbound['channel'];
  readonly at: Date;
};

/** What operators know an event by that couldn't be recorded. */
export const itemOf = (partner: Partner, { dedupeKey }: PartnerEvent): string => `${partner} ${storableKey(dedupeKey)}`;

/** Records an event. If another event with the same key is recorded at the same moment, this one is decided again. */
export const recordEvent = (database: Database, pricing: Pricing, incoming: IncomingEvent): Promise<Recorded> => {
  const record = () => database.transaction((tx) => recordInTransaction(tx, pricing, incoming));
  return record().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return record();
  });
};

async function recordInTransaction(tx: Tx, pricing: Pricing, incoming: IncomingEvent): Promise<Recorded> {
  const { partner, event, at } = incoming;
  const { sessionId, surveyId } = event;
  const known = event.alert === 'unknown-code' ? await withMappedCode(tx, partner, event) : event;
  const withoutEffect = (received: PartnerEvent, effect: Effect) =>
    recordWithoutEffect(tx, partner, received, effect, at).then((recorded) => ({ ...recorded, event: known }));
  const [locked] = await Promise.all([
    isSessionId(sessionId)
      ? lockSession(tx, sessionId, at, { dedupeKey: storableKey(event.dedupeKey), surveyId })
      : undefined,
    forgetItems(tx, 'callbacks', [itemOf(partner, event)]),
  ]);
  const stray = strayReason(incoming, locked);
  if (stray === 'deleted-panelist') return withoutEffect(withoutSurvey(event), stray);
  if (stray || !locked) return withoutEffect(event, stray ?? 'unknown-session');
  const { session, earlier } = locked;
  if (earlier) {
    if (!earlier.digest.equals(FORGOTTEN) && !earlier.digest.equals(contentDigest(event))) {
      const { effect } = await withoutEffect(event, 'quarantined');
      if (effect === 'quarantined') await countQuarantined(tx, session.id);
      // Operators decide about the session, which the first event names.
      return { effect, eventId: earlier.id, event: known };
    }
    const effect = isUndone(event, locked.events) ? 'repeat-of-undone' : 'duplicate';
    return { effect, eventId: earlier.id, event: known };
  }
  // The digest is of the event as received: a repeat has the same one after its code is mapped.
  const { row, outcome, update } = decide(pricing, { ...incoming, event: known }, locked, contentDigest(event));
  const ended = {
    sessionId: session.id,
    wallet: locked.wallet,
    openedAt: locked.openedAt,
    outcome: outcome.outcome,
  };
  // By the event as received: a mapped code pays no thank-you.
  const thankYou = event.outcome === 'screenout' ? await thankYouStatements(tx, pricing.thankYou, ended, at) : [];
  const [[recorded]] = await Promise.all([
    tx.returning<{ id: string }>(sql`${insertEventsStatement([row], at)} returning id`),
    tx.commitWith(
      setOutcomeStatement(outcome, at),
      ...(row.event?.surveyId ? [numberSurveysStatement(partner, [row.event.surveyId])] : []),
      ...(update ? writeRewardStatements(pricing, locked, update, at) : thankYou),
    ),
  ]);
  return { effect: row.effect, eventId: recorded?.id ?? null, event: known };
}

type DecidedEvent = {
  readonly row: EventRow & { readonly effect: Effect };
  readonly outcome: SessionOutcome;
  /** Null if the event moves no money. */
  readonly update: RewardUpdate | null;
};

const withoutSurvey = ({ surveyId: _, ...event }: PartnerEvent): PartnerEvent => event;

/** The changes made by an event that is received for the first time. */
function decide(
  pricing: Pricing,
  { partner, event, channel, at }: IncomingEvent,
  locked: LockedSession,
  digest: Buffer,
): DecidedEvent {
  const { session, events: before } = locked;
  // A session is completed once. A different later completion reinstates it.
  const isCompleted = before.some(({ outcome }) => outcome === 'complete');
  const outcome = event.outcome === 'complete' && isCompleted ? 'reinstated' : event.outcome;
  const effective = { ...event, outcome };
  const events = [...before, sessionEvent(effective)];
  const isKept = locked.wallet.panelistId !== null;
  const { openedAt } = locked;
  const returnedAt = locked.returnedAt ?? (channel === 'return' ? at : null);
  const seconds = surveySeconds({ openedAt, returnedAt, at, reportedSeconds: event.lengthSeconds ?? null });
  const isFast = isFastSurvey(seconds, locked.usualSeconds);
  const update = MONEY_OUTCOMES.includes(outcome)
    ? rewardUpdate(pricing, { ...locked, isFast }, events, randomUUID())
    : null;
  return {
    row: {
      partner,
      dedupeKey: storableKey(event.dedupeKey),
      sessionId: session.id,
      trust: 'verified',
      // Records kept after a panelist has left don't name the survey.
      event: isKept ? effective : withoutSurvey(effective),
      digest: isKept ? digest : FORGOTTEN,
      effect: update?.change ?? 'noted',
    },
    outcome: {
      sessionId: session.id,
      outcome: currentOutcome(events),
      usdMicros: event.usdMicros ?? null,
      completion: outcome === 'complete' ? { seconds, isFast } : null,
    },
    update,
  };
}

export const sessionEvent = ({ outcome, surveyId, usdMicros }: PartnerEvent, isByHand = false): SessionEvent => ({
  outcome,
  surveyId: surveyId ?? null,
  usdMicros: usdMicros ?? null,
  isByHand,
});

function strayReason({ partner, event, at }: IncomingEvent, locked: LockedSession | undefined): Stray | null {
  if (locked?.session.partner !== partner) return 'unknown-session';
  if (event.pid !== undefined && event.pid !== locked.session.pid) return 'other-panelist';
  // Once the session's events are erased, it is unknown whether this one is a repeat. So money is only taken back.
  if (event.outcome !== 'reversed' && addMonths(locked.openedAt, EVENTS_KEPT_MONTHS) < at) return 'unknown-session';
  // A reward paid to a deleted profile can still be taken back, but the profile can't earn another.
  return locked.wallet.panelistId === null && !locked.reward ? 'deleted-panelist' : null;
}

/** Records an event without effect under a separate key, so that it can't block the event it resembles. */
async function recordWithoutEffect(
  tx: Tx,
  partner: Partner,
  event: PartnerEvent,
  effect: Effect,
  at: Date,
): Promise<Omit<Recorded, 'event'>> {
  const digest = contentDigest(event);
  const dedupeKey = `${effect}:${createHash('sha256').update(event.dedupeKey).update(digest).digest('hex')}`;
  const row = { partner, dedupeKey, trust: 'verified', event, digest, effect } as const;
  const [inserted] = await tx.returning<{ id: string }>(insertStrayEventStatement(row, at));
  return inserted ? { effect, eventId: inserted.id } : { effect: 'duplicate', eventId: null };
}

/** Replaces the digest after a panelist has left, because the survey could be found by trying every one. `forgetSurveys` writes it too. */
const FORGOTTEN = Buffer.alloc(0);

const MONEY_OUTCOMES: readonly Outcome[] = ['complete', 'reversed', 'reinstated'];

type EventContent = Pick<PartnerEvent, 'outcome' | 'sessionId' | 'pid' | 'surveyId' | 'usdMicros'>;

export const contentDigest = ({ outcome, sessionId, pid, surveyId, usdMicros }: EventContent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([outcome, sessionId, pid ?? null, surveyId ?? null, String(usdMicros ?? '')]))
    .digest();

/** Printable and short, whatever a partner builds its key from. */
const storableKey = (key: string): string =>
  outsideText(key) === key && /^[!-~]+$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;

function isUndone(event: PartnerEvent, before: readonly SessionEvent[]): boolean {
  const current = currentOutcome(before);
  const isCredit = event.outcome === 'complete' || event.outcome === 'reinstated';
  return (event.outcome === 'reversed' && current === 'complete') || (isCredit && current === 'reversed');
}
