/** Releases rewards after their holding period. */
import { ageMs } from '@panel/domain/durations';
import { type Move, min, type Transfer } from '@panel/domain/rewards/money';
import { type Database, type Queries, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';
import { insertTransfersStatements } from './ledger.ts';

const RELEASED_AT_ONCE = 500;

/** Releases rewards after their holding period, in batches. Returns the number of rewards released. */
export async function releaseDueRewards(database: Database, at: Date): Promise<number> {
  for (let total = 0; ; ) {
    const released = await processItems(database, at, {
      job: 'release',
      find: () =>
        database.column(sql`
          select id from rewards r
          where state = 'pending' and release_at <= ${at} and ${isNotSetAside('release', sql`r.id::text`, at)}
          order by release_at limit ${RELEASED_AT_ONCE}`),
      process: (ids) => database.transaction((tx) => releaseRewards(tx, ids, at)),
    });
    total += released;
    if (released < RELEASED_AT_ONCE) return total;
  }
}

/** How long the most overdue reward has waited for its release. */
export const oldestOverdueRewardMs = async (db: Queries, at: Date): Promise<number> => {
  const [dueAt = null] = await db.column<Date>(sql`
    select release_at from rewards where state = 'pending' and release_at <= ${at} order by release_at limit 1`);
  return ageMs(dueAt, at);
};

type ReleasedReward = {
  readonly id: string;
  readonly walletId: string;
  readonly amount: string;
  readonly changes: number;
};

/** The panelist's debt is paid off first. Returns the number of rewards released. */
async function releaseRewards(tx: Tx, ids: readonly string[], at: Date): Promise<number> {
  // The wallets' rows are the lock, as everywhere; a wallet that is locked now is left for the next round.
  const due = await tx.many<{ id: string; walletId: string; owed: string }>(sql`
    select r.id, r.wallet_id as "walletId", w.owed from rewards r join wallets w on w.id = r.wallet_id
    where r.id = any(${ids}::uuid[]) and r.state = 'pending'
    order by r.release_at
    for no key update of w skip locked`);
  if (due.length === 0) return 0;
  // A reward may have been reversed before its wallet was locked, so only what is still pending is released.
  const released = await tx.returning<ReleasedReward>(sql`
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
    return { kind: 'released', subject: id, change: changes, walletId, moves };
  });
  await tx.run(...insertTransfersStatements(transfers, at));
  return released.length;
}
