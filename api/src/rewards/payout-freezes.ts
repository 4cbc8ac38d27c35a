/** While payouts are frozen no voucher is asked for. Withdrawals are still accepted: their money is reserved and waits. */
import { type Queries, sql, type Tx } from '../platform/database.ts';

export const freezePayouts = (tx: Tx, reason: string, at: Date) =>
  tx.many(sql`insert into payout_freezes (at, reason) values (${at}, ${reason}) on conflict do nothing`);

/** Returns the reason they were frozen for, or undefined where they were not. */
export const unfreezePayouts = async (tx: Tx, at: Date): Promise<string | undefined> =>
  (
    await tx.one<{ reason: string }>(sql`
      update payout_freezes set lifted_at = ${at} where lifted_at is null returning reason`)
  )?.reason;

export const arePayoutsFrozen = async (db: Queries): Promise<boolean> =>
  (await db.one(sql`select from payout_freezes where lifted_at is null`)) !== undefined;
