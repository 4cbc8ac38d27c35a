/** Records what partners report about sessions, each event once, and updates the reward in the same transaction. */
import { createHash } from 'node:crypto';
import { addMonths } from '@panel/domain/calendar';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { batchWrites } from '../platform/batches.ts';
import { combineCtes, type Database, sql, type Tx } from '../platform/database.ts';
import { outsideText } from '../platform/outside-text.ts';
import { isSessionId } from '../platform/shards.ts';
import { type Pricing, type RewardChange, type RewardUpdate, rewardUpdate } from '../rewards/rewards.ts';
import { writeRewards } from '../rewards/write-rewards.ts';
import { type LockedSession, lockSession, lockSessions, type SessionEvent } from './locked-session.ts';
import type { Inbound, PartnerEvent } from './partner.ts';
import { currentOutcome, reportOf } from './session-report.ts';
import {
  EVENTS_KEPT_MONTHS,
  type EventRow,
  insertEvents,
  type SessionOutcome,
  setOutcomes,
  setReturnedAt,
} from './store.ts';

export type Effect =
  | RewardChange
  /** It says how a session ended and moves no money. */
  | 'noted'
  | 'duplicate'
  /** A repeat of a change that another one undid: the partner may have made it once more. */
  | 'repeat-of-undone'
  /** The same event as an earlier one, with other content. */
  | 'quarantined'
  | Stray;
/** Why an event counts for no session. */
type Stray = 'unknown-session' | 'other-panelist' | 'deleted-panelist';

type Recorded = { readonly effect: Effect; readonly eventId: string | null };

/** An event as it came in. */
export type IncomingEvent = {
  readonly partner: Partner;
  readonly event: PartnerEvent;
  readonly channel: Inbound['channel'];
  readonly at: Date;
};

/** Events of different panelists that come at the same time are recorded in one transaction. */
export function openEventRecorder(
  database: Database,
  pricing: Pricing,
): (incoming: IncomingEvent) => Promise<Recorded> {
  const record = batchWrites<IncomingEvent, Recorded>({
    keysOf: ({ partner, event }) => [event.sessionId, `${partner} ${event.dedupeKey}`],
    writeAll: (all, { wait }) =>
      wait
        ? Promise.all(all.map((incoming) => recordEvent(database, pricing, incoming)))
        : recordTogether(database, pricing, all),
  });
  return async (incoming) => (await record(incoming)) as Recorded;
}

const wantedSession = ({ event }: IncomingEvent) => ({
  sessionId: event.sessionId,
  dedupeKey: storableKey(event.dedupeKey),
  surveyId: event.surveyId,
});

export function recordEvent(database: Database, pricing: Pricing, incoming: IncomingEvent): Promise<Recorded> {
  const { partner, event, channel, at } = incoming;
  return database.transaction(async (tx) => {
    const locked = isSessionId(event.sessionId)
      ? await lockSession(tx, event.sessionId, at, wantedSession(incoming))
      : undefined;
    const stray = strayReason(incoming, locked);
    if (stray === 'deleted-panelist') return recordWithoutEffect(tx, partner, withoutSurvey(event), stray, at);
    if (stray || !locked) return recordWithoutEffect(tx, partner, event, stray ?? 'unknown-session', at);
    const { session, earlier } = locked;
    if (earlier) {
      if (channel === 'return') await setReturnedAt(tx, session.id, at);
      if (!earlier.digest.equals(FORGOTTEN) && !earlier.digest.equals(contentDigest(event))) {
        const { effect } = await recordWithoutEffect(tx, partner, event, 'quarantined', at);
        // What an operator decides about is the session, which the first event names.
        return { effect, eventId: earlier.id };
      }
      return { effect: isUndone(event, locked.events) ? 'repeat-of-undone' : 'duplicate', eventId: earlier.id };
    }
    const [recorded] = await writeEvents(tx, pricing, [decide(pricing, incoming, locked)], at);
    return recorded as Recorded;
  });
}

/** Undefined in the place of an event that has to be recorded alone: one that came before, or has no effect, is rare. */
function recordTogether(
  database: Database,
  pricing: Pricing,
  all: readonly IncomingEvent[],
): Promise<(Recorded | undefined)[]> {
  const at = new Date(Math.max(...all.map((incoming) => incoming.at.getTime())));
  return database.transaction(async (tx) => {
    const locked = await lockSessions(tx, all.map(wantedSession), at, { wait: false });
    const decided = all.map((incoming, index) => {
      const session = locked[index];
      if (!session || session.earlier || strayReason(incoming, session)) return undefined;
      return decide(pricing, incoming, session);
    });
    const recorded = await writeEvents(
      tx,
      pricing,
      decided.flatMap((event) => event ?? []),
      at,
    );
    let next = 0;
    return decided.map((event) => event && recorded[next++]);
  });
}

type DecidedEvent = {
  readonly row: EventRow & { readonly effect: Effect };
  readonly outcome: SessionOutcome;
  /** Null where the event moves no money. */
  readonly update: RewardUpdate | null;
};

const withoutSurvey = ({ surveyId: _, ...event }: PartnerEvent): PartnerEvent => event;

/** What an event that came for the first time changes. */
function decide(pricing: Pricing, { partner, event, channel, at }: IncomingEvent, locked: LockedSession): DecidedEvent {
  const { session, events: before } = locked;
  // A session is completed once: another completion that isn't the first one repeated reinstates it.
  const isCompleted = before.some(({ outcome }) => outcome === 'complete');
  const outcome = event.outcome === 'complete' && isCompleted ? 'reinstated' : event.outcome;
  const effective = { ...event, outcome };
  const events = [...before, sessionEvent(effective)];
  const isKept = locked.wallet.panelistId !== null;
  const update = MONEY_OUTCOMES.includes(outcome) ? rewardUpdate(pricing, locked, reportOf(session, events), at) : null;
  return {
    row: {
      partner,
      dedupeKey: storableKey(event.dedupeKey),
      sessionId: session.id,
      trust: 'verified',
      // What is kept of somebody who has left names no survey.
      event: isKept ? effective : withoutSurvey(effective),
      digest: isKept ? contentDigest(event) : FORGOTTEN,
      effect: update?.change ?? 'noted',
    },
    outcome: {
      sessionId: session.id,
      outcome: currentOutcome(events),
      returnedAt: channel === 'return' ? at : null,
      event: effective,
    },
    update,
  };
}

async function writeEvents(tx: Tx, pricing: Pricing, decided: readonly DecidedEvent[], at: Date): Promise<Recorded[]> {
  if (decided.length === 0) return [];
  const rows = decided.map(({ row }) => row);
  const statement = combineCtes(
    {
      event: insertEvents(rows, at),
      session: setOutcomes(
        decided.map(({ outcome }) => outcome),
        at,
      ),
      ...writeRewards(
        pricing,
        decided.flatMap(({ update }) => update ?? []),
        at,
      ),
    },
    // Another event of the same key, but of another wallet's session, may be recorded at the same time.
    sql`
      select coalesce(e.id, retry_transaction()) as id
      from unnest(${rows.map(({ sessionId }) => sessionId)}::text[]) with ordinality as s (id, place)
      left join event e on e.session_id = s.id order by s.place`,
  );
  const recorded = await tx.commitWith<{ id: string }>(statement);
  return decided.map(({ row }, index) => ({ effect: row.effect, eventId: recorded[index]?.id ?? null }));
}

export const sessionEvent = ({ outcome, surveyId, usdMicros, rawCode }: PartnerEvent): SessionEvent => ({
  outcome,
  surveyId: surveyId ?? null,
  usdMicros: usdMicros ?? null,
  isByHand: rawCode === 'operator' || rawCode === 'statement',
});

function strayReason({ partner, event, at }: IncomingEvent, locked: LockedSession | undefined): Stray | null {
  if (locked?.session.partner !== partner) return 'unknown-session';
  if (event.pid !== undefined && event.pid !== locked.session.pid) return 'other-panelist';
  // With the session's erased events it is forgotten that this one came before, or was undone. Money is only taken back then.
  if (event.outcome !== 'reversed' && addMonths(locked.openedAt, EVENTS_KEPT_MONTHS) < at) return 'unknown-session';
  // The reward that a deleted profile was paid can still be taken back; it can't earn another.
  return locked.wallet.panelistId === null && !locked.reward ? 'deleted-panelist' : null;
}

/** Records an event that may have no effect under a key of its own, so that it can't take the place of the one it resembles. */
async function recordWithoutEffect(
  tx: Tx,
  partner: Partner,
  event: PartnerEvent,
  effect: Effect,
  at: Date,
): Promise<Recorded> {
  const digest = contentDigest(event);
  const dedupeKey = `${effect}:${createHash('sha256').update(event.dedupeKey).update(digest).digest('hex')}`;
  const row = { partner, dedupeKey, sessionId: null, trust: 'verified', event, digest, effect } as const;
  const inserted = await tx.one<{ id: string }>(insertEvents([row], at));
  return inserted ? { effect, eventId: inserted.id } : { effect: 'duplicate', eventId: null };
}

/** In the place of the digest of somebody who has left: the survey could be found by trying every one. `forgetSurveys` writes it too. */
const FORGOTTEN = Buffer.alloc(0);

const MONEY_OUTCOMES: readonly Outcome[] = ['complete', 'reversed', 'reinstated'];

type EventContent = Pick<PartnerEvent, 'outcome' | 'sessionId' | 'pid' | 'surveyId' | 'usdMicros'>;

export const contentDigest = ({ outcome, sessionId, pid, surveyId, usdMicros }: EventContent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([outcome, sessionId, pid ?? null, surveyId ?? null, String(usdMicros ?? '')]))
    .digest();

/** Printable and short, whatever a partner made its key of. */
const storableKey = (key: string): string =>
  outsideText(key) === key && /^[!-~]+$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;

function isUndone(event: PartnerEvent, before: readonly SessionEvent[]): boolean {
  const current = currentOutcome(before);
  const isCredit = event.outcome === 'complete' || event.outcome === 'reinstated';
  return (event.outcome === 'reversed' && current === 'complete') || (isCredit && current === 'reversed');
}
