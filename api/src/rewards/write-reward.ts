/** Stores a session's reward as `domain/src/partners/session-reward.ts` decides it. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import type { ChangedReward, RewardContext, RewardUpdate } from '@panel/domain/partners/session-reward';
import type { Pricing } from '@panel/domain/rewards/pricing';
import { type Database, type Statement, sql } from '../platform/database/database.ts';
import { insertTransfersStatements } from './ledger.ts';

/** Writes a session's reward, the money that moves with it, and the partner's credits of the day. */
export const writeRewardStatements = (
  { holdDays }: Pricing,
  { session, wallet }: Pick<RewardContext, 'session' | 'wallet'>,
  { earned, changed, transfers, credit }: RewardUpdate,
  at: Date,
): Statement[] => [
  ...(earned
    ? [
        sql`
          insert into rewards
            (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
          values (${earned.id}, ${wallet.id}, ${session.partner}, ${earned.surveyId}, ${session.id}, ${earned.amount},
            ${earned.usdMicros}, ${earned.sharePpm}, ${earned.zarPerUsdMicros}, 'pending', ${at}, ${addMs(at, holdDays * DAY_MS)})`,
      ]
    : []),
  ...(changed ? [updateRewardStatement(changed)] : []),
  ...insertTransfersStatements(transfers, at),
  ...(credit > 0n ? [addToPartnerDayStatement(session.partner, credit, at)] : []),
];

/** Several rows per day, so that callbacks of one partner don't wait for each other. */
const addToPartnerDayStatement = (partner: Partner, credit: bigint, at: Date): Statement =>
  sql`
    insert into partner_days as d (partner, day, slot, credited)
    values (${partner}, ${southAfricanDate(at)}, pg_backend_pid() % 64, ${credit})
    on conflict (partner, day, slot) do update set credited = d.credited + excluded.credited`;

const updateRewardStatement = ({ id, amount, usdMicros, state, changes }: ChangedReward): Statement =>
  sql`
    update rewards set amount = ${amount}, usd_micros = coalesce(${usdMicros}, usd_micros), state = ${state}, changes = ${changes}
    where id = ${id}`;

/** Returns the number of rows deleted. */
export const deletePartnerDaysBefore = (database: Database, day: string): Promise<number> =>
  database.run(sql`delete from partner_days where day < ${day}`);
