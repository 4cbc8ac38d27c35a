/** What partners say about sessions: each thing recorded once, and the reward brought to it in the same transaction. */
import { createHash, randomUUID } from 'node:crypto';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { isCredited } from '@panel/domain/rewards/rules';
import type { Database, Tx } from '../platform/database.ts';
import { type Pricing, type Settlement, settleSession } from '../rewards/rewards.ts';
import type { Inbound, PartnerEvent } from './partner.ts';
import { isSessionId } from './sessions.ts';
import {
  findEvent,
  insertEvent,
  lockSession,
  outcomesOf,
  type Session,
  sessionOfEvent,
  setEffect,
  setOutcome,
  setReturned,
} from './store.ts';

export type Effect =
  | Settlement
  /** It says how a visit ended and moves no money. */
  | 'noted'
  | 'duplicate'
  /** A repeat of a change that another one undid: perhaps it was made once more. */
  | 'repeat-of-undone'
  /** The same event as one before, with another content. */
  | 'quarantined'
  | Stray;
type Stray = 'unknown-session' | 'other-panelist' | 'deleted-panelist';

export type Recorded = { readonly effect: Effect; readonly eventId: string | null };

export function recordEvent(
  database: Database,
  pricing: Pricing,
  partner: Partner,
  event: PartnerEvent,
  channel: Inbound['channel'],
  at: Date,
): Promise<Recorded> {
  return database.transaction(async (tx) => {
    const session = isSessionId(event.sessionId) ? await lockSession(tx, event.sessionId) : undefined;
    const stray = strayOf(partner, event, session);
    if (stray) return setAside(tx, partner, event, stray, at);

    if (channel === 'return') await setReturned(tx, event.sessionId, at);
    const before = await outcomesOf(tx, event.sessionId);
    // A session is completed once. Another completion, which isn't the first one repeated, gives it again.
    const outcome = event.outcome === 'complete' && before.includes('complete') ? 'reinstated' : event.outcome;
    const row = {
      partner,
      dedupeKey: keyText(event.dedupeKey),
      sessionId: event.sessionId,
      trust: 'verified',
      event: { ...event, outcome },
      digest: contentOf(event),
      effect: 'noted',
    } as const;
    const inserted = await insertEvent(tx, row, at);
    if (!inserted) {
      const earlier = await findEvent(tx, partner, row.dedupeKey);
      if (!earlier?.digest.equals(row.digest)) return setAside(tx, partner, event, 'quarantined', at);
      return { effect: isUndone(event, session) ? 'repeat-of-undone' : 'duplicate', eventId: earlier.id };
    }
    await setOutcome(tx, event.sessionId, outcomeOfSession([...before, outcome]), at);
    if (!MONEY.includes(event.outcome)) return { effect: 'noted', eventId: inserted.id };
    const effect = await settleSession(tx, pricing, event.sessionId, at);
    await setEffect(tx, inserted.id, effect);
    return { effect, eventId: inserted.id };
  });
}

/**
 * What people decided about the session of an event that needed them: its reward is to be there, or not to be. They have
 * seen what the machine can't judge, so the daily cap is not asked.
 */
export async function correctSession(
  tx: Tx,
  pricing: Pricing,
  eventId: string,
  toBe: 'credited' | 'reversed',
  at: Date,
): Promise<Settlement | 'no-session'> {
  const sessionId = await sessionOfEvent(tx, eventId);
  const session = sessionId && (await lockSession(tx, sessionId));
  if (!session) return 'no-session';
  const before = await outcomesOf(tx, sessionId);
  const standsCredited = outcomeOfSession(before) === 'complete';
  if (standsCredited !== (toBe === 'credited')) {
    const outcome = toBe === 'credited' ? 'reinstated' : 'reversed';
    const event = { sessionId, outcome, rawCode: 'operator', dedupeKey: `operator:${randomUUID()}` } as const;
    const row = { partner: session.partner, dedupeKey: event.dedupeKey, sessionId, trust: 'verified' } as const;
    await insertEvent(tx, { ...row, event, digest: contentOf(event), effect: 'corrected' }, at);
    await setOutcome(tx, sessionId, outcomeOfSession([...before, outcome]), at);
  }
  const effect = await settleSession(tx, { ...pricing, dailyCapCents: NO_CAP }, sessionId, at);
  if (effect !== 'unchanged') await setEffect(tx, eventId, effect);
  return effect;
}
const NO_CAP = 2n ** 62n;

/** Why an event counts for nobody, if so. */
function strayOf(partner: Partner, event: PartnerEvent, session: Session | undefined): Stray | null {
  if (session?.partner !== partner) return 'unknown-session';
  if (event.pid !== undefined && event.pid !== session.pid) return 'other-panelist';
  return session.panelistId === null ? 'deleted-panelist' : null;
}

/** Keeps what may have no effect under a key of its own, so that it can't take the place of the event it resembles. */
async function setAside(tx: Tx, partner: Partner, event: PartnerEvent, effect: Effect, at: Date): Promise<Recorded> {
  const digest = contentOf(event);
  const dedupeKey = `${effect}:${createHash('sha256').update(event.dedupeKey).update(digest).digest('hex')}`;
  const inserted = await insertEvent(
    tx,
    { partner, dedupeKey, sessionId: null, trust: 'verified', event, digest, effect },
    at,
  );
  return inserted ? { effect, eventId: inserted.id } : { effect: 'duplicate', eventId: null };
}

const MONEY: readonly Outcome[] = ['complete', 'reversed', 'reinstated'];

const contentOf = ({ outcome, sessionId, pid, surveyId, usdMicros }: PartnerEvent): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([outcome, sessionId, pid ?? null, surveyId ?? null, String(usdMicros ?? '')]))
    .digest();

/** A key as the table takes it, whatever a partner made it of. */
const keyText = (key: string): string =>
  /^[!-~]{1,200}$/.test(key) ? key : `sha256:${createHash('sha256').update(key).digest('hex')}`;

const isUndone = (event: PartnerEvent, session: Session | undefined): boolean =>
  (event.outcome === 'reversed' && session?.outcome === 'complete') ||
  (event.outcome === 'reinstated' && session?.outcome === 'reversed');

/** What says more about a visit comes first. */
const WEIGHT: readonly Outcome[] = [
  'blocked',
  'quality',
  'duplicate',
  'screenout',
  'overquota',
  'no_survey',
  'tentative',
  'technical',
  'drop',
];

/** How a session stands by everything that was said of it, in whatever order. */
export function outcomeOfSession(outcomes: readonly Outcome[]): Outcome {
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  const said = { completes: count('complete'), reversals: count('reversed'), reinstatements: count('reinstated') };
  if (isCredited(said)) return 'complete';
  if (said.reversals > 0) return 'reversed';
  return WEIGHT.find((outcome) => outcomes.includes(outcome)) ?? 'technical';
}

const FAILURES_PER_MINUTE = 10;

export type FailureRecorder = (partner: Partner, inbound: Inbound, at: Date) => Promise<'recorded' | 'not-recorded'>;

/** Keeps that somebody pretended to be a partner, but not all that a flood of them brings. */
export function failureRecorder(database: Database): FailureRecorder {
  const recent = new Map<Partner, { minute: number; count: number }>();
  return async (partner, { method, publicUrl, body }, at) => {
    const minute = Math.floor(at.getTime() / 60_000);
    const last = recent.get(partner);
    const count = last?.minute === minute ? last.count + 1 : 1;
    recent.set(partner, { minute, count });
    if (count > FAILURES_PER_MINUTE) return 'not-recorded';
    const digest = createHash('sha256').update(`${method} ${publicUrl}\n`).update(body).digest();
    const row = {
      partner,
      dedupeKey: `failed:${digest.toString('hex')}`,
      sessionId: null,
      event: null,
      digest,
    } as const;
    // It is refused all the same when it can't be kept.
    return database
      .transaction((tx) => insertEvent(tx, { ...row, trust: 'failed', effect: 'refused' }, at))
      .then(
        () => 'recorded',
        () => 'not-recorded',
      );
  };
}
