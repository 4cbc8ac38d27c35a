/** Survey sessions, and what the partners report about them. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { type Database, type Queries, sql, type Tx } from '../platform/database.ts';
import type { PartnerEvent } from './partner.ts';

export async function completedSurveys(db: Queries, panelistId: string, partner: Partner): Promise<Set<string>> {
  const rows = await db.many<{ id: string }>(sql`
    select distinct coalesce(e.survey_id, s.survey_id) as id
    from survey_sessions s join partner_events e on e.session_id = s.id
    where s.panelist_id = ${panelistId} and s.partner = ${partner} and e.outcome = 'complete'
      and coalesce(e.survey_id, s.survey_id) is not null`);
  return new Set(rows.map((row) => row.id));
}

export type NewSession = {
  readonly id: string;
  readonly partner: Partner;
  readonly walletId: string;
  readonly panelistId: string;
  readonly pid: string;
  readonly surveyId: string | null;
};

export const insertSession = (tx: Tx, session: NewSession, at: Date) =>
  tx.many(sql`
    insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, survey_id, created_at)
    values (${session.id}, ${session.partner}, ${session.walletId}, ${session.panelistId}, ${session.pid}, ${session.surveyId}, ${at})
    on conflict (id) do nothing`);

export type Session = {
  readonly id: string;
  readonly partner: Partner;
  readonly walletId: string;
  readonly pid: string;
  /** The survey that the partner named before it began, if it did. */
  readonly surveyId: string | null;
};

/** All but its outcome, which only the wallet's lock keeps from changing. */
export const findSession = (db: Queries, id: string) =>
  db.one<Session>(sql`
    select id, partner, wallet_id as "walletId", pid, survey_id as "surveyId" from survey_sessions where id = ${id}`);

export type EventRow = {
  readonly partner: Partner;
  readonly dedupeKey: string;
  readonly sessionId: string | null;
  readonly trust: 'verified' | 'failed';
  readonly event: PartnerEvent | null;
  readonly digest: Buffer;
  readonly effect: string;
};

/** Undefined where an event of this key was recorded before. */
export const insertEvent = (tx: Tx, { event, ...row }: EventRow, at: Date) =>
  tx.one<{ id: string }>(sql`
    insert into partner_events
      (partner, dedupe_key, session_id, outcome, trust, raw_code, survey_id, usd_micros, digest, effect, received_at)
    values
      (${row.partner}, ${row.dedupeKey}, ${row.sessionId}, ${event?.outcome ?? null}, ${row.trust},
       ${event?.rawCode ?? null}, ${event?.surveyId ?? null}, ${event?.usdMicros ?? null}, ${row.digest},
       ${row.effect}, ${at})
    on conflict (partner, dedupe_key) do nothing
    returning id`);

export const findEvent = (tx: Tx, partner: Partner, dedupeKey: string) =>
  tx.one<{ id: string; digest: Buffer }>(sql`
    select id, digest from partner_events where partner = ${partner} and dedupe_key = ${dedupeKey}`);

export type SessionEvent = {
  readonly outcome: Outcome;
  readonly surveyId: string | null;
  readonly usdMicros: bigint | null;
};

/** The verified events that count for a session, in the order they came. */
export async function eventsOfSession(tx: Tx, sessionId: string): Promise<SessionEvent[]> {
  type Row = Omit<SessionEvent, 'usdMicros'> & { usdMicros: string | null };
  const rows = await tx.many<Row>(sql`
    select outcome, survey_id as "surveyId", usd_micros as "usdMicros"
    from partner_events where session_id = ${sessionId} order by id`);
  return rows.map((row) => ({ ...row, usdMicros: row.usdMicros === null ? null : BigInt(row.usdMicros) }));
}

export const sessionIdOfEvent = async (tx: Tx, eventId: string): Promise<string | null> =>
  (await tx.one<{ id: string | null }>(sql`select session_id as id from partner_events where id::text = ${eventId}`))
    ?.id ?? null;

/** Completions that were not credited, because the panelist had earned more than the daily cap. */
export const withheldCompletions = (db: Queries) =>
  db.many<{ id: string; partner: Partner; usdMicros: string; receivedAt: Date }>(sql`
    select e.id, e.partner, e.usd_micros as "usdMicros", e.received_at as "receivedAt"
    from partner_events e join survey_sessions s on s.id = e.session_id
    where e.effect = 'over-daily-cap' and s.outcome = 'complete' order by e.id`);

export const setEffect = (tx: Tx, eventId: string, effect: string) =>
  tx.many(sql`update partner_events set effect = ${effect} where id = ${eventId}`);

export const setReturnedAt = (tx: Tx, sessionId: string, at: Date) =>
  tx.many(sql`update survey_sessions set returned_at = coalesce(returned_at, ${at}) where id = ${sessionId}`);

export const setOutcome = (tx: Tx, sessionId: string, outcome: Outcome, at: Date) =>
  tx.many(sql`
    update survey_sessions set
      outcome = ${outcome},
      ended_at = case when ${outcome} = 'tentative' then ended_at else coalesce(ended_at, ${at}) end
    where id = ${sessionId}`);

/** Ends the sessions that nobody returned from. Returns the number of sessions ended. */
export const endSessionsBefore = (database: Database, before: Date, at: Date, limit: number): Promise<number> =>
  database.transaction(
    async (tx) =>
      (
        await tx.many(sql`
          update survey_sessions set outcome = coalesce(outcome, 'drop'), ended_at = ${at}
          where id in (
            select id from survey_sessions where ended_at is null and created_at < ${before}
            order by created_at limit ${limit} for update skip locked)
          returning id`)
      ).length,
  );

export const deleteFailuresBefore = (database: Database, before: Date): Promise<unknown> =>
  database.transaction((tx) =>
    tx.many(sql`delete from partner_events where trust = 'failed' and received_at < ${before}`),
  );

/** Every survey a panelist was sent to, the oldest first. */
export const sessionsOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select partner, pid as "knownThereAs", created_at as "openedAt", outcome
    from survey_sessions where panelist_id = ${panelistId} order by created_at`);
