/** Rewards become available after the holding period; the panelist's debt is paid off first. */
import { min } from '@panel/domain/rewards/money';
import { combineCtes, type Database, sql, type Tx } from '../platform/database/database.ts';
import { insertTransfersStatements, type Move, type Transfer } from './ledger.ts';

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
