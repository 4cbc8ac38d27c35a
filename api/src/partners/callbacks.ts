/** Records what partners report about sessions, each event once, and updates the reward in the same transaction. */
import { createHash } from 'node:crypto';
import { addMonths } from '@panel/domain/calendar';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { combineCtes, type Database, sql, type Tx } from '../platform/database.ts';
import { isSessionId } from '../platform/shards.ts';
import { type Pricing, type RewardChange, rewardUpdate } from '../rewards/rewards.ts';
import { type LockedSession, lockSession, type SessionEvent } from './locked-session.ts';
import type { Inbound, PartnerEvent } from './partner.ts';
import { currentOutcome, reportOf } from './session-report.ts';
import { EVENTS_KEPT_MONTHS, insertEvent, setOutcome, setReturnedAt } from './store.ts';

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

export function recordEvent(
  database: Database,
  pricing: Pricing,
  partner: Partner,
  event: PartnerEvent,
  channel: Inbound['channel'],
  at: Date,
): Promise<Recorded> {
  return database.transaction(async (tx) => {
    const keys = { dedupeKey: storableKey(event.dedupeKey), surveyId: event.surveyId };
    const locked = isSessionId(event.sessionId) ? await lockSession(tx, event.sessionId, at, keys) : undefined;
    const stray = strayReason(partner, event, locked, at);
    if (stray || !locked) return recordWithoutEffect(tx, partner, event, stray ?? 'unknown-session', at);

    const { session, events: before, earlier } = locked;
    const digest = contentDigest(event);
    if (earlier) {
      if (channel === 'return') await setReturnedAt(tx, session.id, at);
      if (!earlier.digest.equals(digest)) return recordWithoutEffect(tx, partner, event, 'quarantined', at);
      return { effect: isUndone(event, before) ? 'repeat-of-undone' : 'duplicate', eventId: earlier.id };
    }
    // A session is completed once: another completion that isn't the first one repeated reinstates it.
    const isCompleted = before.some(({ outcome }) => outcome === 'complete');
    const outcome = event.outcome === 'complete' && isCompleted ? 'reinstated' : event.outcome;
    const events = [...before, sessionEvent({ ...event, outcome })];
    const update = MONEY_OUTCOMES.includes(outcome)
      ? rewardUpdate(pricing, locked, reportOf(session, events), at)
      : { change: 'noted' as const, parts: {} };
    const row = {
      partner,
      dedupeKey: keys.dedupeKey,
      sessionId: session.id,
      trust: 'verified',
      event: { ...event, outcome },
      digest,
      effect: update.change,
    } as const;
    const statement = combineCtes(
      {
        event: insertEvent(row, at),
        session: setOutcome(session.id, currentOutcome(events), at, {
          returnedAt: channel === 'return' ? at : null,
          event: row.event,
        }),
        ...update.parts,
      },
      // Another event of the same key, but of another wallet's session, may be recorded at the same time.
      sql`select coalesce((select id from event), retry_transaction()) as id`,
    );
    const [recorded] = await tx.commitWith<{ id: string }>(statement);
    return { effect: update.change, eventId: recorded?.id ?? null };
  });
}

export const sessionEvent = ({ outcome, surveyId, usdMicros, rawCode }: PartnerEvent): SessionEvent => ({
  outcome,
  surveyId: surveyId ?? null,
  usdMicros: usdMicros ?? null,
  isByHand: rawCode === 'operator' || rawCode === 'statement',
});

function strayReason(partner: Partner, event: PartnerEvent, locked: LockedSession | undefined, at: Date): Stray | null {
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
  const inserted = await tx.one<{ id: string }>(insertEvent(row, at));
  return inserted ? { effect, eventId: inserted.id } : { effect: 'duplicate', eventId: null };
}

const MONEY_OUTCOMES: readonly Outcome[] = ['complete', 'reversed', 'reinstated'];

export const contentDigest = ({ outcome, sessionId, pid, surveyId, usdMicros }: PartnerEvent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([outcome, sessionId, pid ?? null, surveyId ?? null, String(usdMicros ?? '')]))
    .digest();

/** Printable and short, whatever a partner made its key of. */
const storableKey = (key: string): string =>
  /^[!-~]{1,200}$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;

function isUndone(event: PartnerEvent, before: readonly SessionEvent[]): boolean {
  const current = currentOutcome(before);
  const isCredit = event.outcome === 'complete' || event.outcome === 'reinstated';
  return (event.outcome === 'reversed' && current === 'complete') || (isCredit && current === 'reversed');
}

const MAX_FAILURES_PER_MINUTE = 10;

type FailureRecorder = (partner: Partner, inbound: Inbound, at: Date) => Promise<'recorded' | 'not-recorded'>;

/** Records rejected callbacks, but only a few a minute: a flood of them must not fill the database. */
export function failureRecorder(database: Database): FailureRecorder {
  const recent = new Map<Partner, { minute: number; count: number }>();
  return async (partner, { method, publicUrl, body }, at) => {
    const minute = Math.floor(at.getTime() / 60_000);
    const last = recent.get(partner);
    const count = last?.minute === minute ? last.count + 1 : 1;
    recent.set(partner, { minute, count });
    if (count > MAX_FAILURES_PER_MINUTE) return 'not-recorded';
    const digest = createHash('sha256').update(`${method} ${publicUrl}\n`).update(body).digest();
    const dedupeKey = `failed:${digest.toString('hex')}`;
    const row = {
      partner,
      dedupeKey,
      sessionId: null,
      event: null,
      digest,
      trust: 'failed',
      effect: 'refused',
    } as const;
    // The callback is refused even where that can't be recorded.
    return database.write(insertEvent(row, at)).then(
      () => 'recorded',
      () => 'not-recorded',
    );
  };
}
