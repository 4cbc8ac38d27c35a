/** A session while its wallet is locked, with all that decides about another event of it. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import type { Partner } from '@panel/domain/partners/partners';
import { inPlace, type Placed } from '../platform/batches.ts';
import { sql, type Tx } from '../platform/database.ts';
import { type WalletRow, walletOf } from '../rewards/ledger.ts';
import type { RewardContext, RewardState } from '../rewards/rewards.ts';

export type Session = {
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

/** A session whose wallet is locked until the transaction ends, and all that decides about another event of it. */
export type LockedSession = RewardContext & {
  readonly session: Session;
  /** The verified events that count for it, in the order they came. */
  readonly events: readonly SessionEvent[];
  /** The event that was recorded under the same key. */
  readonly earlier: { readonly id: string; readonly digest: Buffer } | null;
};

/** A session, and the key and the survey of the event that is to be recorded for it. */
type WantedSession = {
  readonly sessionId: string;
  readonly dedupeKey?: string | undefined;
  readonly surveyId?: string | undefined;
};

/** Undefined where there is no such session. */
export const lockSession = async (
  tx: Tx,
  sessionId: string,
  at: Date,
  event: Omit<WantedSession, 'sessionId'> = {},
): Promise<LockedSession | undefined> => (await lockSessions(tx, [{ ...event, sessionId }], at, { wait: true }))[0];

/**
 * Sessions of different panelists. Undefined in the place of one that does not exist, and with `wait` false also of one whose wallet is
 * locked, or is that of an earlier one.
 */
export async function lockSessions(
  tx: Tx,
  sessions: readonly WantedSession[],
  at: Date,
  { wait }: { readonly wait: boolean },
): Promise<(LockedSession | undefined)[]> {
  const rows = await tx.many<Placed<LockedSessionRow>>(sql`
    select place, partner, pid, survey_id as "surveyId", opened_at as "openedAt",
      wallet_id as id, panelist_id as "panelistId", pending, available, reserved, owed,
      events, earlier_id as "earlierId", earlier_digest as "earlierDigest",
      reward_id as "rewardId", reward_amount as "rewardAmount", reward_state as "rewardState", reward_changes as "rewardChanges",
      share_ppm as "sharePpm", zar_per_usd_micros as "zarPerUsdMicros",
      earned, completions, partner_earned as "partnerEarned", credited_surveys as "creditedSurveys", is_withheld as "isWithheld"
    from lock_sessions(${wait}, ${sessions.map(({ sessionId }) => sessionId)}::text[],
      ${sessions.map(({ dedupeKey }) => dedupeKey ?? null)}::text[], ${sessions.map(({ surveyId }) => surveyId ?? null)}::text[], ${at})`);
  return inPlace(sessions, rows).map((row, index) => row && lockedSession(sessions[index]?.sessionId as string, row));
}

function lockedSession(id: string, row: LockedSessionRow): LockedSession {
  return {
    session: { id, partner: row.partner, pid: row.pid, surveyId: row.surveyId },
    wallet: walletOf(row),
    events: row.events.map((event) => ({
      ...event,
      usdMicros: event.usdMicros === null ? null : BigInt(event.usdMicros),
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
    openedAt: row.openedAt,
    earned: BigInt(row.earned),
    completions: row.completions,
    partnerEarned: BigInt(row.partnerEarned),
    creditedSurveys: row.creditedSurveys,
    isWithheld: row.isWithheld,
  };
}

type LockedSessionRow = Omit<Session, 'id'> &
  WalletRow &
  Pick<RewardContext, 'openedAt' | 'completions' | 'creditedSurveys' | 'isWithheld'> & {
    readonly events: readonly (Omit<SessionEvent, 'usdMicros'> & { usdMicros: string | null })[];
    readonly earned: string;
    readonly partnerEarned: string;
  } & ({ readonly earlierId: string; readonly earlierDigest: Buffer } | { readonly earlierId: null }) &
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
