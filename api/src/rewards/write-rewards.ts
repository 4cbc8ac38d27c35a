/** Writes a reward, the money that moves with it, and the partner's credits of the day. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import { type Database, type Parts, type Statement, sql } from '../platform/database/database.ts';
import { insertTransfersStatements } from './ledger.ts';
import type { ChangedReward, NewReward, Pricing, RewardUpdate } from './rewards.ts';

/** The parts of a statement that write a reward and move its money. */
export const writeRewardStatements = (
  pricing: Pricing,
  { earned, changed, transfers, credit }: RewardUpdate,
  at: Date,
): Parts => ({
  ...(earned && { reward: insertRewardStatement(pricing, earned, at) }),
  ...(changed && { changed_reward: updateRewardStatement(changed) }),
  ...insertTransfersStatements(transfers, at),
  ...(credit && { partner_day: addToPartnerDayStatement(credit, at) }),
});

const insertRewardStatement = ({ holdDays }: Pricing, reward: NewReward, at: Date): Statement =>
  sql`
    insert into rewards
      (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
    values (${reward.id}, ${reward.walletId}, ${reward.partner}, ${reward.surveyId}, ${reward.sessionId}, ${reward.amount},
      ${reward.usdMicros}, ${reward.sharePpm}, ${reward.zarPerUsdMicros}, 'pending', ${at}, ${addMs(at, holdDays * DAY_MS)})`;

const updateRewardStatement = ({ id, amount, usdMicros, state, changes }: ChangedReward): Statement =>
  sql`
    update rewards set amount = ${amount}, usd_micros = coalesce(${usdMicros}, usd_micros), state = ${state}, changes = ${changes}
    where id = ${id}`;

/** Several rows per day, so that callbacks of one partner don't wait for each other. */
const addToPartnerDayStatement = ({ partner, amount }: { partner: Partner; amount: bigint }, at: Date): Statement =>
  sql`
    insert into partner_days as d (partner, day, slot, credited)
    values (${partner}, ${southAfricanDate(at)}, pg_backend_pid() % 64, ${amount})
    on conflict (partner, day, slot) do update set credited = d.credited + excluded.credited`;

/** Returns the number of rows deleted. */
export const deletePartnerDaysBefore = (database: Database, day: string): Promise<number> =>
  database.affected(sql`delete from partner_days where day < ${day}`);
