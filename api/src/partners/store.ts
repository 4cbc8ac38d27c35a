/** Survey sessions, and the partners' events about them. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import type { Cents } from '@panel/domain/rewards/money';
import { type Rates, type RewardState, type WithheldReason, worthOf } from '@panel/domain/rewards/pricing';
import { type Database, type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';

export async function completedSurveys(db: Queries, panelistId: string, partner: Partner): Promise<Set<string>> {
  const ids = await db.column<string>(sql`
    select distinct coalesce(e.survey_id, s.survey_id)
    from survey_sessions s join partner_events e on e.session_id = s.id
    where s.panelist_id = ${panelistId} and s.partner = ${partner} and e.outcome = 'complete'
      and coalesce(e.survey_id, s.survey_id) is not null
    union
    select k.survey_id
    from panelists p
    join tombstones t on t.did_index = p.did_index or t.number_index = p.number_index
    join tombstone_surveys k on k.did_index = t.did_index and k.number_index = t.number_index and k.partner = ${partner}
    where p.id = ${panelistId}`);
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

export const insertSessionStatement = ({ chosen, ...session }: NewSession, at: Date): Statement =>
  sql`
    insert into survey_sessions
      (id, partner, wallet_id, panelist_id, pid, survey_id, usd_micros, stated_minutes, shown_amount, share_ppm, zar_per_usd_micros,
       created_at)
    values (${session.id}, ${session.partner}, ${session.walletId}, ${session.panelistId}, ${session.pid}, ${session.surveyId},
      ${session.usdMicros}, ${session.statedMinutes}, ${chosen?.reward ?? null}, ${chosen?.sharePpm ?? null}, ${chosen?.zarPerUsdMicros ?? null}, ${at})
    on conflict (id) do nothing`;

/** Undefined if the event doesn't exist, or doesn't count for a session. */
export const sessionOfEvent = async (tx: Tx, eventId: string) =>
  /^\d{1,18}$/.test(eventId)
    ? tx.one<{ id: string; effect: string }>(sql`
        select session_id as id, effect from partner_events where id = ${eventId} and session_id is not null`)
    : undefined;

/** A session's price and reward as stored. */
export type PricedSession = {
  /** What the partner's completions named; null if none named a price. */
  readonly usdMicros: string | null;
} & ({ readonly reward: string; readonly state: RewardState } | { readonly reward: null }) &
  /** The rates of the reward, or of the amount that the list of surveys showed; null if there is neither. */
  ({ readonly sharePpm: number; readonly zarPerUsdMicros: string } | { readonly sharePpm: null });

/** What a credit of the session pays, at today's rates if it has none; null if no price is known. */
export function creditWorth(row: PricedSession, today: Rates): Cents | null {
  const rates =
    row.sharePpm === null ? today : { sharePpm: row.sharePpm, zarPerUsdMicros: BigInt(row.zarPerUsdMicros) };
  const reward = row.reward === null ? null : { ...rates, amount: BigInt(row.reward), state: row.state };
  return worthOf(reward, rates, row.usdMicros === null ? null : BigInt(row.usdMicros));
}

/** The session's reward in cents; null if it has none, or if it was taken back. */
export const standingReward = (row: PricedSession): number | null =>
  row.reward === null || row.state === 'reversed' ? null : Number(row.reward);

type WithheldRow = PricedSession & {
  readonly id: string;
  readonly partner: Partner;
  readonly receivedAt: Date;
  readonly reason: WithheldReason;
  readonly quality: number | null;
};

/** Completions that need a decision, with the rule that each of them broke, what a credit pays, and what was already credited. */
export async function withheldCompletions(db: Queries, today: Rates) {
  const rows = await db.many<WithheldRow>(sql`
    select e.id, e.partner, e.received_at as "receivedAt", e.effect as reason, r.amount as reward, r.state,
      coalesce(r.share_ppm, s.share_ppm) as "sharePpm", coalesce(r.zar_per_usd_micros, s.zar_per_usd_micros) as "zarPerUsdMicros",
      (select coalesce(max(p.usd_micros) filter (where p.outcome = 'complete'), max(p.usd_micros) filter (where p.outcome = 'reinstated'))
        from partner_events p where p.session_id = s.id) as "usdMicros",
      (select q.score from quality_scores q where q.panelist_id = s.panelist_id) as quality
    from partner_events e join survey_sessions s on s.id = e.session_id left join rewards r on r.session_id = s.id
    where e.is_withheld and s.outcome = 'complete' order by e.id`);
  return rows.map((row) => {
    const { id, partner, receivedAt, reason, quality } = row;
    const amount = Number(creditWorth(row, today) ?? 0n);
    return { id, partner, receivedAt, reason, quality, amount, standing: standingReward(row) };
  });
}

export const countWithheldCompletions = (db: Queries): Promise<number> =>
  db.value(sql`
    select count(*)::int from partner_events e join survey_sessions s on s.id = e.session_id
    where e.is_withheld and s.outcome = 'complete'`);

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
  await database.run(sql`
    update survey_sessions set returned_at = coalesce(returned_at, ${at}), return_outcome = coalesce(return_outcome, ${outcome}),
      finished_at = coalesce(finished_at, case when ${isFinished}::boolean then ${at}::timestamptz end)
    where id = ${sessionId} and partner = ${partner}`);
}

/** Ends sessions that began before this time without a final outcome. Returns the number of sessions ended. */
export const endSessionsBefore = (database: Database, before: Date, at: Date, limit: number): Promise<number> =>
  processItems(database, at, {
    job: 'sessions',
    find: () =>
      database.column(sql`
        select id from survey_sessions
        where ended_at is null and created_at < ${before} and ${isNotSetAside('sessions', sql`id`, at)}
        order by created_at limit ${limit}`),
    process: (ids) =>
      database.run(sql`
        update survey_sessions set outcome = coalesce(outcome, 'drop'), ended_at = ${at}
        where id in (
          select id from survey_sessions where id = any(${ids}::text[]) and ended_at is null for update skip locked)`),
  });

export const deleteFailuresBefore = (database: Database, before: Date, limit: number): Promise<unknown> =>
  database.run(sql`
    delete from partner_events where id in (
      select id from partner_events where trust = 'failed' and received_at < ${before} limit ${limit})`);

/** Deletes events from before this time, oldest first (ids are in order of arrival). Returns their number. */
export const deleteEventsBefore = (database: Database, before: Date, limit: number): Promise<number> =>
  database.run(sql`
    delete from partner_events
    where id = any(array(select id from partner_events order by id limit ${limit})) and received_at < ${before}`);

/** A session that earned nothing, and that nobody has reported. */
const EARNED_NOTHING = sql`
  s.completed_at is null and (select r.id from rewards r where r.session_id = s.id) is null
  and not exists (select from disputes d where d.session_id = s.id)`;

/** Deletes sessions from before this time that earned nothing, oldest first. Returns their number. */
export const deleteSessionsBefore = (database: Database, before: Date, at: Date, limit: number): Promise<number> =>
  processItems(database, at, {
    job: 'old-sessions',
    find: () =>
      database.column(sql`
        select s.id from survey_sessions s
        where s.created_at < ${before} and ${EARNED_NOTHING} and ${isNotSetAside('old-sessions', sql`s.id`, at)}
        order by s.created_at limit ${limit}`),
    process: (ids) => deleteSessions(database, ids),
  });

const deleteSessions = (database: Database, ids: readonly string[]): Promise<number> =>
  database.run(sql`
    with visit as (
      select s.id from survey_sessions s where s.id = any(${ids}::text[]) and ${EARNED_NOTHING} for update of s skip locked
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

/** Removes which surveys a departing panelist was sent to, also as digests. The tombstone names the paid ones, and must not lead to sessions. */
export async function forgetSurveys(tx: Tx, panelistId: string): Promise<void> {
  await tx.run(
    sql`update survey_sessions set survey_id = null where panelist_id = ${panelistId} and survey_id is not null`,
    sql`
      update partner_events e set survey_id = null, digest = '' from survey_sessions s
      where s.panelist_id = ${panelistId} and e.session_id = s.id`,
  );
}
