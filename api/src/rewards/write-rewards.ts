/** Writes rewards and what partners were credited on a day, several at once. */
import { southAfricanDate } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import { type Database, type Parts, type Statement, sql } from '../platform/database.ts';
import { addMs } from '../platform/queue.ts';
import { insertTransfers } from './ledger.ts';
import type { ChangedReward, NewReward, Pricing, RewardUpdate } from './rewards.ts';

/** The parts that write rewards of different panelists and move their money. */
export function writeRewards(pricing: Pricing, updates: readonly RewardUpdate[], at: Date): Parts {
  const earned = updates.flatMap((update) => update.earned ?? []);
  const changed = updates.flatMap((update) => update.changed ?? []);
  const credits = updates.flatMap((update) => update.credit ?? []);
  return {
    ...(earned.length > 0 && { reward: insertRewards(pricing, earned, at) }),
    ...(changed.length > 0 && { changed_reward: updateRewards(changed) }),
    ...insertTransfers(
      updates.flatMap(({ transfers }) => transfers),
      at,
    ),
    ...(credits.length > 0 && { partner_day: addToPartnerDays(credits, at) }),
  };
}

const insertRewards = ({ sharePpm, zarPerUsdMicros, holdDays }: Pricing, rewards: readonly NewReward[], at: Date) =>
  sql`
    insert into rewards
      (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
    select r.*, ${sharePpm}::integer, ${zarPerUsdMicros}::bigint, 'pending', ${at}::timestamptz, ${addMs(at, holdDays * DAY_MS)}::timestamptz
    from unnest(
      ${rewards.map(({ id }) => id)}::uuid[], ${rewards.map(({ walletId }) => walletId)}::uuid[],
      ${rewards.map(({ partner }) => partner)}::text[], ${rewards.map(({ surveyId }) => surveyId)}::text[],
      ${rewards.map(({ sessionId }) => sessionId)}::text[], ${rewards.map(({ amount }) => amount)}::bigint[],
      ${rewards.map(({ usdMicros }) => usdMicros)}::bigint[]
    ) as r`;

const updateRewards = (rewards: readonly ChangedReward[]): Statement =>
  sql`
    update rewards r set amount = c.amount, usd_micros = coalesce(c.usd_micros, r.usd_micros), state = c.state, changes = c.changes
    from unnest(
      ${rewards.map(({ id }) => id)}::uuid[], ${rewards.map(({ amount }) => amount)}::bigint[],
      ${rewards.map(({ usdMicros }) => usdMicros)}::bigint[], ${rewards.map(({ state }) => state)}::text[],
      ${rewards.map(({ changes }) => changes)}::integer[]
    ) as c (id, amount, usd_micros, state, changes)
    where r.id = c.id`;

/** In the order of the partners, so that no two transactions wait for each other. */
const addToPartnerDays = (credits: readonly { partner: Partner; amount: bigint }[], at: Date): Statement =>
  sql`
    insert into partner_days as d (partner, day, shard, credited)
    select c.partner, ${southAfricanDate(at)}::date, pg_backend_pid() % 64, sum(c.amount)
    from unnest(${credits.map(({ partner }) => partner)}::text[], ${credits.map(({ amount }) => amount)}::bigint[]) as c (partner, amount)
    group by c.partner order by c.partner
    on conflict (partner, day, shard) do update set credited = d.credited + excluded.credited`;

/** Returns the number of rows deleted. */
export const deletePartnerDaysBefore = async (database: Database, day: string): Promise<number> =>
  (await database.write(sql`delete from partner_days where day < ${day} returning 1`)).length;
