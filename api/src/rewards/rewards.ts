/** Rewards as stored: earned, changed, released after the holding period, and forfeited. `domain/src/partners/session-reward.ts` decides. */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { ChangedReward, RewardContext, RewardUpdate } from '@panel/domain/partners/session-reward';
import type { Move, Transfer } from '@panel/domain/rewards/ledger';
import { min } from '@panel/domain/rewards/money';
import type { Pricing } from '@panel/domain/rewards/pricing';
import { combineCtes, type Database, type Parts, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { insertTransfersStatements } from './ledger.ts';

/** The parts of a statement that write a session's reward, the money that moves with it, and the partner's credits of the day. */
export const writeRewardStatements = (
  { holdDays }: Pricing,
  { session, wallet }: Pick<RewardContext, 'session' | 'wallet'>,
  { earned, changed, transfers, credit }: RewardUpdate,
  at: Date,
): Parts => ({
  ...(earned && {
    reward: sql`
      insert into rewards
        (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
      values (${earned.id}, ${wallet.id}, ${session.partner}, ${earned.surveyId}, ${session.id}, ${earned.amount},
        ${earned.usdMicros}, ${earned.sharePpm}, ${earned.zarPerUsdMicros}, 'pending', ${at}, ${addMs(at, holdDays * DAY_MS)})`,
  }),
  ...(changed && { changed_reward: updateRewardStatement(changed) }),
  ...insertTransfersStatements(transfers, at),
  // Several rows per day, so that callbacks of one partner don't wait for each other.
  ...(credit > 0n && {
    partner_day: sql`
      insert into partner_days as d (partner, day, slot, credited)
      values (${session.partner}, ${southAfricanDate(at)}, pg_backend_pid() % 64, ${credit})
      on conflict (partner, day, slot) do update set credited = d.credited + excluded.credited`,
  }),
});

const updateRewardStatement = ({ id, amount, usdMicros, state, changes }: ChangedReward): Statement =>
  sql`
    update rewards set amount = ${amount}, usd_micros = coalesce(${usdMicros}, usd_micros), state = ${state}, changes = ${changes}
    where id = ${id}`;

/** Releases rewards after their holding period, in batches. Returns the number of rewards released. */
export async function releaseDueRewards(database: Database, at: Date, batch = 500): Promise<number> {
  for (let total = 0; ; ) {
    const released = await database.transaction((tx) => releaseBatch(tx, at, batch));
    total += released;
    if (released < batch) return total;
  }
}

type ReleasedReward = {
  readonly id: string;
  readonly walletId: string;
  readonly amount: string;
  readonly changes: number;
};

/** The panelist's debt is paid off first. */
async function releaseBatch(tx: Tx, at: Date, limit: number): Promise<number> {
  // The wallets' rows are the lock, as everywhere; a wallet that is locked now is left for the next round.
  const due = await tx.many<{ id: string; walletId: string; owed: string }>(sql`
    select r.id, r.wallet_id as "walletId", w.owed from rewards r join wallets w on w.id = r.wallet_id
    where r.state = 'pending' and r.release_at <= ${at}
    order by r.release_at limit ${limit}
    for no key update of w skip locked`);
  if (due.length === 0) return 0;
  // A reward may have been reversed before its wallet was locked, so only what is still pending is released.
  const released = await tx.many<ReleasedReward>(sql`
    update rewards set state = 'available', released_at = ${at}
    where id = any(${due.map(({ id }) => id)}::uuid[]) and state = 'pending'
    returning id, wallet_id as "walletId", amount, changes`);
  const owed = new Map(due.map((row) => [row.walletId, -BigInt(row.owed)]));
  const transfers = released.map(({ id, walletId, amount, changes }): Transfer => {
    const total = BigInt(amount);
    const paidOff = min(owed.get(walletId) ?? 0n, total);
    owed.set(walletId, (owed.get(walletId) ?? 0n) - paidOff);
    const moves: readonly Move[] = [
      ['pending', 'owed', paidOff],
      ['pending', 'available', total - paidOff],
    ];
    return { kind: 'released', subject: `${id}:${changes}`, walletId, moves };
  });
  await tx.many(combineCtes(insertTransfersStatements(transfers, at)));
  return released.length;
}

/** Returns the number of rows deleted. */
export const deletePartnerDaysBefore = (database: Database, day: string): Promise<number> =>
  database.affected(sql`delete from partner_days where day < ${day}`);
