import { ageOn, southAfricanDate } from '@panel/domain/calendar';
import { dateOfBirth, gender } from '@panel/domain/panelists/questions';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { type Database, type Queries, sql, type Tx } from '../platform/database.ts';
import type { Vault } from '../platform/vault.ts';
import type { EntryRequest, PartnerEvent } from './partner.ts';

/** Age and gender, and nothing else of a profile: all that a partner is ever told. */
export async function demographics(
  db: Queries,
  vault: Vault,
  panelistId: string,
  at: Date,
): Promise<Pick<EntryRequest, 'age' | 'gender'>> {
  const rows = await db.many<{ question: string; answer: unknown; sealed: Buffer | null }>(sql`
    select question, answer, sealed from profile_answers
    where panelist_id = ${panelistId} and question in (${gender.id}, ${dateOfBirth.id})`);
  const answerTo = (id: string) => {
    const row = rows.find(({ question }) => question === id);
    return row?.sealed ? JSON.parse(vault.open(`profile_answers:${panelistId}:${id}`, row.sealed)) : row?.answer;
  };
  const born: unknown = answerTo(dateOfBirth.id);
  const told: unknown = answerTo(gender.id);
  return {
    ...(typeof born === 'string' && { age: ageOn(born, southAfricanDate(at)) }),
    ...((told === 'male' || told === 'female') && { gender: told }),
  };
}

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
  readonly panelistId: string;
  readonly pid: string;
  readonly surveyId: string | null;
};

/** The panelist's row must be locked. A visit to a survey also counts as taking part. */
export async function insertSession(tx: Tx, s: NewSession, at: Date): Promise<void> {
  await tx.many(sql`
    insert into survey_sessions (id, partner, wallet_id, panelist_id, pid, survey_id, created_at)
    select ${s.id}, ${s.partner}, id, ${s.panelistId}, ${s.pid}, ${s.surveyId}, ${at}
    from wallets where panelist_id = ${s.panelistId}
    on conflict (id) do nothing`);
  await tx.many(sql`
    update panelists set last_active_at = greatest(last_active_at, ${at}) where id = ${s.panelistId}`);
}

export type Session = {
  readonly partner: Partner;
  readonly pid: string;
  /** Null once the profile is deleted. */
  readonly panelistId: string | null;
  readonly outcome: Outcome | null;
};

/**
 * A session, with its wallet held until the transaction ends: whatever moves a panelist's money waits there for its turn.
 * Whose it is comes from the wallet, which is read after the wait; the session is read before it.
 */
export const lockSession = (tx: Tx, id: string) =>
  tx.one<Session>(sql`
    select s.partner, s.pid, w.panelist_id as "panelistId", s.outcome
    from survey_sessions s join wallets w on w.id = s.wallet_id
    where s.id = ${id}
    for no key update of w`);

export type EventRow = {
  readonly partner: Partner;
  readonly dedupeKey: string;
  readonly sessionId: string | null;
  readonly trust: 'verified' | 'failed';
  readonly event: PartnerEvent | null;
  readonly digest: Buffer;
  readonly effect: string;
};

/** Undefined where its key is taken. */
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

export const sessionOfEvent = async (tx: Tx, eventId: string): Promise<string | null> =>
  (await tx.one<{ id: string | null }>(sql`select session_id as id from partner_events where id::text = ${eventId}`))
    ?.id ?? null;

/** Completions that nobody was paid for, because the panelist had earned more than a day's worth. */
export const withheldEvents = (db: Queries) =>
  db.many<{ id: string; partner: Partner; usdMicros: string; receivedAt: Date }>(sql`
    select e.id, e.partner, e.usd_micros as "usdMicros", e.received_at as "receivedAt"
    from partner_events e join survey_sessions s on s.id = e.session_id
    where e.effect = 'over-daily-cap' and s.outcome = 'complete' order by e.id`);

export const setEffect = (tx: Tx, eventId: string, effect: string) =>
  tx.many(sql`update partner_events set effect = ${effect} where id = ${eventId}`);

export const outcomesOf = async (tx: Tx, sessionId: string): Promise<Outcome[]> =>
  (await tx.many<{ outcome: Outcome }>(sql`select outcome from partner_events where session_id = ${sessionId}`)).map(
    (row) => row.outcome,
  );

export const setReturned = (tx: Tx, sessionId: string, at: Date) =>
  tx.many(sql`update survey_sessions set returned_at = coalesce(returned_at, ${at}) where id = ${sessionId}`);

export const setOutcome = (tx: Tx, sessionId: string, outcome: Outcome, at: Date) =>
  tx.many(sql`
    update survey_sessions set
      outcome = ${outcome},
      ended_at = case when ${outcome} = 'tentative' then ended_at else coalesce(ended_at, ${at}) end
    where id = ${sessionId}`);

/** Ends the sessions that nobody came back from; gives how many. */
export const endSessionsBefore = (database: Database, before: Date, at: Date, most: number): Promise<number> =>
  database.transaction(
    async (tx) =>
      (
        await tx.many(sql`
          update survey_sessions set outcome = coalesce(outcome, 'drop'), ended_at = ${at}
          where id in (
            select id from survey_sessions where ended_at is null and created_at < ${before}
            order by created_at limit ${most} for update skip locked)
          returning id`)
      ).length,
  );

export const forgetFailuresBefore = (database: Database, before: Date): Promise<unknown> =>
  database.transaction((tx) =>
    tx.many(sql`delete from partner_events where trust = 'failed' and received_at < ${before}`),
  );
