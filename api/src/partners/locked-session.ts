/** A session whose wallet is locked, with everything needed to decide about its next event. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { isByHand } from '@panel/domain/partners/by-hand';
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { type KnownLength, usualSeconds } from '@panel/domain/quality/speed';
import { isWithheld } from '@panel/domain/rewards/withheld';
import { sql, type Tx } from '../platform/database/database.ts';
import { lockWalletOfSession, type WalletRow, walletOf } from '../rewards/ledger.ts';
import type { RewardContext, RewardState } from '../rewards/rewards.ts';

export type SurveySession = {
  readonly id: string;
  readonly partner: Partner;
  readonly pid: string;
  /** The survey that the partner named before it began, if it did. */
  readonly surveyId: string | null;
};

export type SessionEvent = {
  readonly outcome: Outcome;
  readonly surveyId: string | null;
  readonly usdMicros: bigint | null;
  /** Decided by two people, or read from the partner's statement. */
  readonly isByHand: boolean;
};

/** A session whose wallet is locked until the transaction ends. */
export type LockedSession = Omit<RewardContext, 'isFast'> & {
  readonly session: SurveySession;
  readonly openedAt: Date;
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
      select s.partner, s.pid, s.survey_id as "surveyId", s.created_at as "openedAt",
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
          select substr(paid, length(s.partner) + 2)
          from panelists p join tombstones t on t.did_index = p.did_index or t.number_index = p.number_index, unnest(t.surveys) paid
          where p.id = w.panelist_id and starts_with(paid, s.partner || ':')
        ) else '{}' end as "creditedSurveys"
      from survey_sessions s
      join wallets w on w.id = s.wallet_id
      cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('outcome', b.outcome, 'surveyId', b.survey_id, 'usdMicros', b.usd_micros::text,
            'rawCode', b.raw_code, 'effect', b.effect) order by b.id), '[]') as events,
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
    events: row.events.map(({ outcome, surveyId, usdMicros, rawCode }) => ({
      outcome,
      surveyId,
      usdMicros: usdMicros === null ? null : BigInt(usdMicros),
      isByHand: isByHand(rawCode),
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
    readonly events: readonly (Pick<SessionEvent, 'outcome' | 'surveyId'> & {
      usdMicros: string | null;
      rawCode: string | null;
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
