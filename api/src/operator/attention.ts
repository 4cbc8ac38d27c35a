import { withheldEvents } from '../partners/store.ts';
import { type Queries, sql } from '../platform/database.ts';

/** What waits for a person. While there is any, somebody's money waits with it. */
export type Attention = {
  readonly ok: boolean;
  readonly payouts: number;
  readonly messages: number;
  readonly rewards: number;
  readonly frozen: boolean;
};

export async function needsPerson(db: Queries): Promise<Attention> {
  const parked = await db.one<{ payouts: number; messages: number; frozen: boolean }>(sql`
    select (select count(*) from withdrawals where state = 'manual')::int as payouts,
      (select count(*) from messages where state = 'manual')::int as messages,
      exists (select from payout_freezes where lifted_at is null) as frozen`);
  const { payouts = 0, messages = 0, frozen = false } = parked ?? {};
  const rewards = (await withheldEvents(db)).length;
  return { ok: payouts + messages + rewards === 0 && !frozen, payouts, messages, rewards, frozen };
}
