/** Rewards, for comparison with a partner's statement. */
import type { CentsNumber } from '@panel/domain/console/values';
import type { Partner } from '@panel/domain/partners/partners';
import type { RewardState } from '@panel/domain/rewards/pricing';
import { type Queries, type Statement, sql } from '../platform/database/database.ts';

/** What is taken back: from rewards that are still pending, from balances, from what was withdrawn, and of deleted profiles. */
export type TakenFrom = {
  people: number;
  pending: CentsNumber;
  available: CentsNumber;
  owed: CentsNumber;
  writtenOff: CentsNumber;
};

export type CreditedReward = {
  readonly sessionId: string;
  readonly amount: bigint;
  readonly usdMicros: bigint;
  readonly state: RewardState;
  readonly earnedAt: Date;
};
type Row = { sessionId: string; amount: string; usdMicros: string; state: RewardState; earnedAt: Date };

const rewardsThat = async (db: Queries, condition: Statement): Promise<CreditedReward[]> =>
  (
    await db.many<Row>(sql`
      select session_id as "sessionId", amount, usd_micros as "usdMicros", state, earned_at as "earnedAt" from rewards
      where ${condition}`)
  ).map(({ amount, usdMicros, ...row }) => ({ ...row, amount: BigInt(amount), usdMicros: BigInt(usdMicros) }));

/** The rewards of some sessions of a partner, by session. */
export async function rewardsOfSessions(
  db: Queries,
  partner: Partner,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, CreditedReward>> {
  const rewards = await rewardsThat(db, sql`session_id = any(${sessionIds}::text[]) and partner = ${partner}`);
  return new Map(rewards.map((reward) => [reward.sessionId, reward]));
}

/**
 * The rewards of a partner's completions of a period that were not taken back. A completion that waited for two people belongs to the day
 * on which the partner reported it.
 */
export const creditedBetween = (db: Queries, partner: Partner, from: Date, to: Date): Promise<CreditedReward[]> =>
  rewardsThat(
    db,
    sql`
      earned_at >= ${from} and partner = ${partner} and state <> 'reversed'
      and least(earned_at, (select s.completed_at from survey_sessions s where s.id = session_id)) <@ tstzrange(${from}, ${to})`,
  );

/** Where the money of some rewards would come from if they were taken back, in cents. */
export async function takenFrom(db: Queries, sessionIds: readonly string[]): Promise<TakenFrom> {
  const row = await db.one<Record<keyof TakenFrom, string>>(sql`
    select count(*) as people, coalesce(sum(pending), 0) as pending, coalesce(sum(least(released, available)), 0) as available,
      coalesce(sum(greatest(released - available, 0)) filter (where not is_deleted), 0) as owed,
      coalesce(sum(forfeited + case when is_deleted then greatest(released - available, 0) else 0 end), 0) as "writtenOff"
    from (
      select w.available, w.panelist_id is null as is_deleted,
        coalesce(sum(r.amount) filter (where r.state = 'pending'), 0) as pending,
        coalesce(sum(r.amount) filter (where r.state = 'available'), 0) as released,
        coalesce(sum(r.amount) filter (where r.state = 'forfeited'), 0) as forfeited
      from rewards r join wallets w on w.id = r.wallet_id
      where r.session_id = any(${sessionIds}::text[]) and r.state <> 'reversed' group by w.id
    ) t`);
  const amount = (of: keyof TakenFrom) => Number(row?.[of] ?? 0);
  return {
    people: amount('people'),
    pending: amount('pending'),
    available: amount('available'),
    owed: amount('owed'),
    writtenOff: amount('writtenOff'),
  };
}
