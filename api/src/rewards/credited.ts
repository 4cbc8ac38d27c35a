/** Rewards, for comparison with a partner's statement. */
import type { Partner } from '@panel/domain/partners/partners';
import { type Queries, sql } from '../platform/database/database.ts';
import type { RewardState } from './rewards.ts';

export type CreditedReward = {
  readonly sessionId: string;
  readonly amount: bigint;
  readonly usdMicros: bigint;
  readonly state: RewardState;
};
type Row = { sessionId: string; amount: string; usdMicros: string; state: RewardState };
const rewardOf = ({ amount, usdMicros, ...row }: Row): CreditedReward => ({
  ...row,
  amount: BigInt(amount),
  usdMicros: BigInt(usdMicros),
});

/** The rewards of some sessions of a partner, by session. */
export async function rewardsOfSessions(
  db: Queries,
  partner: Partner,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, CreditedReward>> {
  const rows = await db.many<Row>(sql`
    select session_id as "sessionId", amount, usd_micros as "usdMicros", state from rewards
    where session_id = any(${sessionIds}::text[]) and partner = ${partner}`);
  return new Map(rows.map((row) => [row.sessionId, rewardOf(row)]));
}

/** The rewards that a partner's completions earned in a period and that were not taken back. */
export const creditedBetween = async (db: Queries, partner: Partner, from: Date, to: Date): Promise<CreditedReward[]> =>
  (
    await db.many<Row>(sql`
      select session_id as "sessionId", amount, usd_micros as "usdMicros", state from rewards
      where earned_at >= ${from} and earned_at < ${to} and partner = ${partner} and state <> 'reversed'`)
  ).map(rewardOf);
