/** A session whose wallet is locked: what is read to decide about its next event, and what an event writes. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import type { RewardContext, SessionEvent, SurveySession } from '@panel/domain/partners/session-reward';
import { isWithheld, type KnownLength, type RewardState, usualSeconds } from '@panel/domain/rewards/pricing';
import { type Statement, sql, type Tx } from '../platform/database/database.ts';
import { lockWalletOfSession, type WalletRow, walletOf } from '../rewards/ledger.ts';
import type { PartnerEvent } from './partner.ts';

/** A session whose wallet is locked until the transaction ends. */
export type LockedSession = Omit<RewardContext, 'isFast'> & {
  readonly openedAt: Date;
  readonly returnedAt: Date | null;
  /** Null if it isn't known. */
  readonly usualSeconds: number | null;
  /** The verified events that count for it, in the order received. */
  readonly events: readonly SessionEvent[];
  /** The event already recorded under the same key. */
  readonly earlier: { readonly id: string; readonly digest: Buffer } | null;
};

/** The key and the survey of the event to be recorded. */
type NewEvent = { readonly dedupeKey?: string | undefined; readonly surveyId?: string | undefined };

/** Undefined if the session doesn't exist. */
export async function lockSession(
  tx: Tx,
  sessionId: string,
  at: Date,
  { dedupeKey, surveyId }: NewEvent = {},
): Promise<LockedSession | undefined> {
  // Two statements, sent together: a single one would see the other tables as they were before it waited for the lock.
  const [, row] = await Promise.all([
    lockWalletOfSession(tx, sessionId),
    tx.one<LockedSessionRow>(sql`
      select s.partner, s.pid, s.survey_id as "surveyId", s.created_at as "openedAt", s.returned_at as "returnedAt",
        s.stated_minutes as "statedMinutes", coalesce(l.completes, 0) as completes, l.median_seconds as "medianSeconds",
        s.share_ppm as "shownSharePpm", s.zar_per_usd_micros as "shownZarPerUsdMicros",
        w.id, w.panelist_id as "panelistId", w.pending, w.available, w.reserved, w.owed,
        e.events, earlier.id as "earlierId", earlier.digest as "earlierDigest",
        r.id as "rewardId", r.amount as "rewardAmount", r.state as "rewardState", r.changes as "rewardChanges",
        r.share_ppm as "sharePpm", r.zar_per_usd_micros as "zarPerUsdMicros",
        recent.earned, recent.completions,
        (select coalesce(sum(d.credited), 0)::bigint from partner_days d
          where d.partner = s.partner and d.day = ${southAfricanDate(at)}) as "partnerEarned",
        array(
          select b.survey_id from rewards b
          where b.wallet_id = w.id and b.partner = s.partner
            and b.survey_id = any(e.surveys || ${surveyId ?? null}::text || s.survey_id || s.id)
        ) || case when w.is_of_returner then array(
          select k.survey_id
          from panelists p
          join tombstones t on t.did_index = p.did_index or t.number_index = p.number_index
          join tombstone_surveys k on k.did_index = t.did_index and k.number_index = t.number_index and k.partner = s.partner
          where p.id = w.panelist_id
        ) else '{}' end as "creditedSurveys"
      from survey_sessions s
      join wallets w on w.id = s.wallet_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text,
            'isByHand', b.trust = 'by-hand', 'effect', b.effect) order by b.id), '[]') as events,
          array_agg(b.survey_id) as surveys
        from partner_events b where b.session_id = s.id
      ) e
      cross join lateral (
        select coalesce(sum(b.amount), 0)::bigint as earned, count(*)::int as completions
        from rewards b where b.wallet_id = w.id and b.earned_at > ${addMs(at, -DAY_MS)}
      ) recent
      left join partner_events earlier on earlier.partner = s.partner and earlier.dedupe_key = ${dedupeKey ?? null}
      left join rewards r on r.session_id = s.id
      left join survey_lengths l on l.partner = s.partner and l.survey_id = coalesce(${surveyId ?? null}, s.survey_id)
      where s.id = ${sessionId}`),
  ]);
  return row && lockedSession(sessionId, row);
}

function lockedSession(id: string, row: LockedSessionRow): LockedSession {
  return {
    session: { id, partner: row.partner, pid: row.pid, surveyId: row.surveyId },
    wallet: walletOf(row),
    events: row.events.map(({ outcome, surveyId, usdMicros, isByHand }) => ({
      outcome,
      surveyId,
      usdMicros: usdMicros === null ? null : BigInt(usdMicros),
      isByHand,
    })),
    earlier: row.earlierId === null ? null : { id: row.earlierId, digest: row.earlierDigest },
    reward:
      row.rewardId === null
        ? null
        : {
            id: row.rewardId,
            amount: BigInt(row.rewardAmount),
            state: row.rewardState,
            changes: row.rewardChanges,
            sharePpm: row.sharePpm,
            zarPerUsdMicros: BigInt(row.zarPerUsdMicros),
          },
    shownRates:
      row.shownSharePpm === null
        ? null
        : { sharePpm: row.shownSharePpm, zarPerUsdMicros: BigInt(row.shownZarPerUsdMicros) },
    openedAt: row.openedAt,
    returnedAt: row.returnedAt,
    usualSeconds: usualSeconds(row),
    earned: BigInt(row.earned),
    completions: row.completions,
    partnerEarned: BigInt(row.partnerEarned),
    creditedSurveys: row.creditedSurveys,
    isWithheld: row.events.some(({ effect }) => isWithheld(effect)),
  };
}

type LockedSessionRow = Omit<SurveySession, 'id'> &
  WalletRow &
  KnownLength &
  Pick<RewardContext, 'completions' | 'creditedSurveys'> & {
    readonly openedAt: Date;
    readonly returnedAt: Date | null;
    readonly events: readonly (Omit<SessionEvent, 'usdMicros'> & {
      usdMicros: string | null;
      effect: string;
    })[];
    readonly earned: string;
    readonly partnerEarned: string;
  } & ({ readonly shownSharePpm: number; readonly shownZarPerUsdMicros: string } | { readonly shownSharePpm: null }) &
  ({ readonly earlierId: string; readonly earlierDigest: Buffer } | { readonly earlierId: null }) &
  (
    | {
        readonly rewardId: string;
        readonly rewardAmount: string;
        readonly rewardState: RewardState;
        readonly rewardChanges: number;
        readonly sharePpm: number;
        readonly zarPerUsdMicros: string;
      }
    | { readonly rewardId: null }
  );

/** `by-hand`: two people or a partner's statement decided it. */
export const EVENT_TRUSTS = ['verified', 'failed', 'by-hand'] as const;
export type EventRow = {
  readonly partner: Partner;
  readonly dedupeKey: string;
  readonly sessionId: string | null;
  readonly trust: (typeof EVENT_TRUSTS)[number];
  readonly event: PartnerEvent | null;
  readonly digest: Buffer;
  readonly effect: string;
};

/** Records events. Fails with a unique violation if the key is already recorded. */
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
      ${rows.map(({ sessionId, event }) => sessionId !== null && event?.alert === 'unknown-code')}::boolean[]
    ) as e`;

/** Records an event that doesn't count for a session, once per key. */
export const insertStrayEventStatement = (row: Omit<EventRow, 'sessionId'>, at: Date): Statement =>
  sql`${insertEventsStatement([{ ...row, sessionId: null }], at)} on conflict (partner, dedupe_key) do nothing returning id`;

export type SessionOutcome = {
  readonly sessionId: string;
  readonly outcome: Outcome;
  /** The price that the partner named, if it did. */
  readonly usdMicros?: bigint | null;
  /** Of the session's first completion. */
  readonly completion?: { readonly seconds: number; readonly isFast: boolean | null } | null;
};

/** The first completion fixes the interview length. */
export const setOutcomeStatement = (
  { sessionId, outcome, usdMicros = null, completion = null }: SessionOutcome,
  at: Date,
): Statement =>
  sql`
    update survey_sessions set
      outcome = ${outcome},
      usd_micros = coalesce(${usdMicros}, usd_micros),
      length_seconds = coalesce(length_seconds, ${completion?.seconds ?? null}),
      is_fast = coalesce(is_fast, ${completion?.isFast ?? null}),
      completed_at = coalesce(completed_at, ${completion && at}),
      ended_at = case when ${outcome === 'tentative'} then ended_at else coalesce(ended_at, ${at}) end
    where id = ${sessionId}`;

/** Numbers the surveys that a partner names for the first time. The others are left out first: a conflict uses up a number too. */
export const numberSurveysStatement = (partner: Partner, surveyIds: readonly string[]): Statement =>
  sql`
    insert into partner_surveys (partner, survey_id)
    select ${partner}, id from unnest(${surveyIds}::text[]) id
    where not exists (select from partner_surveys where partner = ${partner} and survey_id = id)
    on conflict do nothing`;

/** Counts an event that contradicts an earlier one. */
export const countQuarantined = (tx: Tx, sessionId: string) =>
  tx.run(sql`update survey_sessions set quarantined = quarantined + 1 where id = ${sessionId}`);
