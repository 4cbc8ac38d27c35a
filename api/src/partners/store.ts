/** Survey sessions, and the partners' events about them. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { isWithheld, type WithheldReason } from '@panel/domain/rewards/withheld';
import { type Database, type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import type { Rates } from '../rewards/rewards.ts';
import type { PartnerEvent } from './partner.ts';

export async function completedSurveys(db: Queries, panelistId: string, partner: Partner): Promise<Set<string>> {
  const ids = await db.column<string>(sql`
    select distinct coalesce(e.survey_id, s.survey_id)
    from survey_sessions s join partner_events e on e.session_id = s.id
    where s.panelist_id = ${panelistId} and s.partner = ${partner} and e.outcome = 'complete'
      and coalesce(e.survey_id, s.survey_id) is not null
    union
    select substr(paid, length(${partner}) + 2)
    from panelists p join tombstones t on t.did_index = p.did_index or t.number_index = p.number_index, unnest(t.surveys) paid
    where p.id = ${panelistId} and starts_with(paid, ${partner} || ':')`);
  return new Set(ids);
}

type NewSession = {
  readonly id: string;
  readonly partner: Partner;
  readonly walletId: string;
  readonly panelistId: string;
  readonly pid: string;
  readonly surveyId: string | null;
  /** The price that the partner named with the link. */
  readonly usdMicros: bigint | null;
  readonly statedMinutes: number | null;
  /** The reward that the panelist was shown, and its rates. Null if the survey wasn't chosen from the list. */
  readonly chosen: (Rates & { readonly reward: bigint }) | null;
};

export const insertSession = (tx: Tx, { chosen, ...session }: NewSession, at: Date) =>
  tx.many(sql`
    insert into survey_sessions
      (id, partner, wallet_id, panelist_id, pid, survey_id, usd_micros, stated_minutes, shown_amount, share_ppm, zar_per_usd_micros,
       created_at)
    values (${session.id}, ${session.partner}, ${session.walletId}, ${session.panelistId}, ${session.pid}, ${session.surveyId},
      ${session.usdMicros}, ${session.statedMinutes}, ${chosen?.reward ?? null}, ${chosen?.sharePpm ?? null}, ${chosen?.zarPerUsdMicros ?? null}, ${at})
    on conflict (id) do nothing`);

export type EventRow = {
  readonly partner: Partner;
  readonly dedupeKey: string;
  readonly sessionId: string | null;
  readonly trust: 'verified' | 'failed';
  readonly event: PartnerEvent | null;
  readonly digest: Buffer;
  readonly effect: string;
};

/** The part that records events. Fails with a unique violation if the key is already recorded. */
export const insertEventsStatement = (rows: readonly EventRow[], at: Date): Statement =>
  sql`
    insert into partner_events
      (partner, dedupe_key, session_id, outcome, trust, raw_code, survey_id, usd_micros, reason, digest, effect, is_withheld,
       is_unknown_code, received_at)
    select e.*, ${at}::timestamptz
    from unnest(
      ${rows.map(({ partner }) => partner)}::text[], ${rows.map(({ dedupeKey }) => dedupeKey)}::text[],
      ${rows.map(({ sessionId }) => sessionId)}::text[], ${rows.map(({ event }) => event?.outcome ?? null)}::text[],
      ${rows.map(({ trust }) => trust)}::text[], ${rows.map(({ event }) => event?.rawCode ?? null)}::text[],
      ${rows.map(({ event }) => event?.surveyId ?? null)}::text[], ${rows.map(({ event }) => event?.usdMicros ?? null)}::bigint[],
      ${rows.map(({ event }) => event?.reason ?? null)}::text[], ${rows.map(({ digest }) => digest)}::bytea[],
      ${rows.map(({ effect }) => effect)}::text[], ${rows.map(({ effect }) => isWithheld(effect))}::boolean[],
      ${rows.map(({ event }) => event?.alert === 'unknown-code')}::boolean[]
    ) as e
    returning id`;

/** Records an event that doesn't count for a session, once per key. */
export const insertStrayEventStatement = (
  { partner, dedupeKey, event, trust, digest, effect }: EventRow,
  at: Date,
): Statement =>
  sql`
    insert into partner_events
      (partner, dedupe_key, outcome, trust, raw_code, survey_id, usd_micros, reason, digest, effect, received_at)
    values (${partner}, ${dedupeKey}, ${event?.outcome ?? null}, ${trust}, ${event?.rawCode ?? null}, ${event?.surveyId ?? null},
      ${event?.usdMicros ?? null}, ${event?.reason ?? null}, ${digest}, ${effect}, ${at})
    on conflict (partner, dedupe_key) do nothing
    returning id`;

/** Undefined if the event doesn't exist, or doesn't count for a session. */
export const sessionOfEvent = async (tx: Tx, eventId: string) =>
  /^\d{1,18}$/.test(eventId)
    ? tx.one<{ id: string; effect: string }>(sql`
        select session_id as id, effect from partner_events where id = ${eventId} and session_id is not null`)
    : undefined;

/** Completions that need a decision, with the rule that each of them broke. */
export const withheldCompletions = (db: Queries) =>
  db.many<{
    id: string;
    sessionId: string;
    partner: Partner;
    usdMicros: string;
    receivedAt: Date;
    reason: WithheldReason;
    quality: number | null;
  }>(sql`
    select e.id, e.session_id as "sessionId", e.partner, e.received_at as "receivedAt", e.effect as reason,
      coalesce(e.usd_micros, (select max(p.usd_micros) from partner_events p where p.session_id = s.id)) as "usdMicros",
      (select q.score from quality_scores q where q.panelist_id = s.panelist_id) as quality
    from partner_events e join survey_sessions s on s.id = e.session_id
    where e.is_withheld and s.outcome = 'complete' order by e.id`);

export const countWithheldCompletions = (db: Queries): Promise<number> =>
  db.value(sql`
    select count(*)::int from partner_events e join survey_sessions s on s.id = e.session_id
    where e.is_withheld and s.outcome = 'complete'`);

export const setEffectStatement = (eventId: string, effect: string): Statement =>
  sql`update partner_events set effect = ${effect}, is_withheld = ${isWithheld(effect)} where id = ${eventId}`;

export type SessionOutcome = {
  readonly sessionId: string;
  readonly outcome: Outcome;
  /** Whether a browser returned with the event. */
  readonly returnedAt?: Date | null;
  readonly event?: PartnerEvent;
  /** Whether it is a fast completion. */
  readonly isFast?: boolean | null;
};

/** The interview length is fixed when a partner first reports a completion. If the partner doesn't report it, it is measured from the entry. */
export function setOutcomeStatement(
  { sessionId, outcome, returnedAt = null, event, isFast = null }: SessionOutcome,
  at: Date,
): Statement {
  const isComplete = event?.outcome === 'complete';
  return sql`
    update survey_sessions set
      outcome = ${outcome},
      returned_at = coalesce(returned_at, ${returnedAt}),
      usd_micros = coalesce(${event?.usdMicros ?? null}, usd_micros),
      length_seconds = case when ${isComplete} and completed_at is null
        then coalesce(${event?.lengthSeconds ?? null}, greatest(0, extract(epoch from coalesce(returned_at, ${at}) - created_at)::int))
        else length_seconds end,
      is_fast = case when ${isComplete} and completed_at is null then ${isFast}::boolean else is_fast end,
      completed_at = case when ${isComplete} then coalesce(completed_at, ${at}) else completed_at end,
      ended_at = case when ${outcome === 'tentative'} then ended_at else coalesce(ended_at, ${at}) end
    where id = ${sessionId}`;
}

/** Removes a session's withheld completions from the review queue. */
export const setEffectOfWithheldStatement = (sessionId: string, effect: string): Statement =>
  sql`update partner_events set effect = ${effect}, is_withheld = ${isWithheld(effect)} where session_id = ${sessionId} and is_withheld`;

/**
 * Records that a browser returned from a session, and whether its page said that the survey is finished. Anyone who knows the session's id
 * can send that, so it pays nothing: it only lists the survey in the panelist's history.
 */
export async function recordReturn(
  database: Database,
  { partner, sessionId, outcome }: { partner: Partner; sessionId: string; outcome: Outcome },
  at: Date,
): Promise<void> {
  const isFinished = outcome === 'complete';
  // Reads first: a flood of made-up ids must not take the connections that callbacks and withdrawals need.
  const session = await database.one(sql`
    select from survey_sessions where id = ${sessionId} and partner = ${partner}
      and (returned_at is null or finished_at is null and ${isFinished}::boolean)`);
  if (!session) return;
  await database.write(sql`
    update survey_sessions set returned_at = coalesce(returned_at, ${at}), return_outcome = coalesce(return_outcome, ${outcome}),
      finished_at = coalesce(finished_at, case when ${isFinished}::boolean then ${at}::timestamptz end)
    where id = ${sessionId} and partner = ${partner}`);
}

export const setReturnedAt = (tx: Tx, sessionId: string, at: Date) =>
  tx.many(sql`update survey_sessions set returned_at = coalesce(returned_at, ${at}) where id = ${sessionId}`);

/** Counts an event that contradicts an earlier one. */
export const countQuarantined = (tx: Tx, sessionId: string) =>
  tx.many(sql`update survey_sessions set quarantined = quarantined + 1 where id = ${sessionId}`);

/** Ends sessions that began before this time without a final outcome. Returns the number of sessions ended. */
export const endSessionsBefore = (database: Database, before: Date, at: Date, limit: number): Promise<number> =>
  database.affected(sql`
    update survey_sessions set outcome = coalesce(outcome, 'drop'), ended_at = ${at}
    where id in (
      select id from survey_sessions where ended_at is null and created_at < ${before}
      order by created_at limit ${limit} for update skip locked)`);

export const deleteFailuresBefore = (database: Database, before: Date, limit: number): Promise<unknown> =>
  database.write(sql`
    delete from partner_events where id in (
      select id from partner_events where trust = 'failed' and received_at < ${before} limit ${limit})`);

/** Deletes events from before this time, oldest first (ids are in order of arrival). Returns their number. */
export const deleteEventsBefore = (database: Database, before: Date, limit: number): Promise<number> =>
  database.affected(sql`
    delete from partner_events
    where id = any(array(select id from partner_events order by id limit ${limit})) and received_at < ${before}`);

/** Deletes sessions from before this time that earned nothing, oldest first. Returns their number. */
export const deleteSessionsBefore = (database: Database, before: Date, limit: number): Promise<number> =>
  database.affected(sql`
    with visit as (
      select s.id from survey_sessions s
      where s.completed_at is null and s.created_at < ${before}
        and (select r.id from rewards r where r.session_id = s.id) is null
        and not exists (select from disputes d where d.session_id = s.id)
      order by s.created_at limit ${limit} for update of s skip locked
    ), report as (
      delete from partner_events e using visit v where e.session_id = v.id
    ), deleted as (
      delete from survey_sessions s using visit v where s.id = v.id returning 1
    )
    select from deleted`);

/** Every survey a panelist was sent to, oldest first. */
export const sessionsOf = (db: Queries, panelistId: string): Promise<object[]> =>
  db.many(sql`
    select id, partner, pid as "knownThereAs", survey_id as survey, created_at as "openedAt", returned_at as "returnedAt",
      finished_at as "finishedAt", completed_at as "completedAt", ended_at as "endedAt", outcome, return_outcome as "returnOutcome",
      length_seconds as "lengthSeconds", stated_minutes as "statedMinutes", is_fast as "isFast", quarantined,
      usd_micros as "usdMicros", shown_amount as "shownReward",
      share_ppm as "shownSharePpm", zar_per_usd_micros as "shownZarPerUsdMicros"
    from survey_sessions where panelist_id = ${panelistId} order by created_at`);
