import { randomUUID } from 'node:crypto';
import type { Partner } from '@panel/domain/partners/partners';
import { lesser } from '@panel/domain/rewards/money';
import { isCredited, rewardFor } from '@panel/domain/rewards/rules';
import { type Database, sql, type Tx } from '../platform/database.ts';
import { lockWallet, post } from './ledger.ts';

/** What a completion is worth, and how long it is held. Frozen on each reward as it is earned. */
export type Pricing = {
  readonly holdDays: number;
  readonly sharePpm: number;
  readonly zarPerUsdMicros: bigint;
  /** More than this in one day waits for a person. */
  readonly dailyCapCents: bigint;
};

type Session = { partner: Partner; walletId: string; panelistId: string | null; surveyId: string | null };
type Reward = {
  id: string;
  amount: string;
  state: 'pending' | 'available' | 'reversed';
  changes: number;
  sharePpm: number;
  zarPerUsdMicros: string;
};

export type Settlement =
  | 'credited'
  | 'reversed'
  | 'reinstated'
  | 'unchanged'
  | 'no-credit'
  | 'survey-already-credited'
  | 'over-daily-cap';

/**
 * Brings a session's reward to what its recorded events say, whatever order they came in: earns it, takes it back,
 * gives it again, or leaves it. To be called in the transaction that recorded an event.
 */
export async function settleSession(tx: Tx, pricing: Pricing, sessionId: string, at: Date): Promise<Settlement> {
  const session = await tx.one<Session>(sql`
    select partner, wallet_id as "walletId", panelist_id as "panelistId", survey_id as "surveyId"
    from survey_sessions where id = ${sessionId}`);
  if (!session) return 'no-credit';
  const wallet = await lockWallet(tx, session.walletId);
  const said = await tx.one<{
    completes: number;
    reversals: number;
    reinstatements: number;
    usd: string | null;
    survey: string | null;
  }>(sql`
    select
      count(*) filter (where outcome = 'complete')::int as completes,
      count(*) filter (where outcome = 'reversed')::int as reversals,
      count(*) filter (where outcome = 'reinstated')::int as reinstatements,
      -- The completion's own price, whenever it is told; a reinstatement's only where there is no completion.
      coalesce(max(usd_micros) filter (where outcome = 'complete'), max(usd_micros) filter (where outcome = 'reinstated')) as usd,
      max(survey_id) filter (where outcome in ('complete', 'reinstated')) as survey
    from partner_events
    where session_id = ${sessionId} and trust = 'verified' and effect <> 'quarantined'`);
  const credited = said !== undefined && isCredited(said);
  const reward = await tx.one<Reward>(sql`
    select id, amount, state, changes, share_ppm as "sharePpm", zar_per_usd_micros as "zarPerUsdMicros"
    from rewards where session_id = ${sessionId}`);

  if (!reward) {
    if (!credited || said.usd === null) return 'no-credit';
    // A profile that was deleted earns nothing any more: there is nobody to pay.
    if (!session.panelistId) return 'no-credit';
    return earn(
      tx,
      pricing,
      session,
      sessionId,
      { surveyId: said.survey ?? session.surveyId ?? sessionId, usd: BigInt(said.usd) },
      at,
    );
  }
  const partner = `partner:${session.partner}` as const;
  const amount = await correctPrice(tx, reward, said?.usd ?? null, wallet.id, partner, at);
  const subject = `${reward.id}:${reward.changes + 1}`;
  if (!credited && reward.state !== 'reversed') {
    const fromAvailable = lesser(wallet.available, amount);
    const postings =
      reward.state === 'pending'
        ? { pending: -amount, [partner]: amount }
        : { available: -fromAvailable, owed: fromAvailable - amount, [partner]: amount };
    await post(tx, { kind: 'reversed', subject, walletId: wallet.id, postings }, at);
    await setState(tx, reward.id, 'reversed');
    return 'reversed';
  }
  if (credited && reward.state === 'reversed') {
    if (!session.panelistId) return 'no-credit';
    await post(
      tx,
      { kind: 'reinstated', subject, walletId: wallet.id, postings: { [partner]: -amount, pending: amount } },
      at,
    );
    await setState(tx, reward.id, 'pending');
    return 'reinstated';
  }
  return 'unchanged';
}

/** Brings a reward that is not paid out yet to its completion's price, where another message came first. Gives what it is worth. */
async function correctPrice(
  tx: Tx,
  { id, amount, state, sharePpm, zarPerUsdMicros }: Reward,
  usd: string | null,
  walletId: string,
  partner: `partner:${Partner}`,
  at: Date,
): Promise<bigint> {
  const held = BigInt(amount);
  const due = usd === null ? held : rewardFor(BigInt(usd), sharePpm, BigInt(zarPerUsdMicros));
  if (due === held || due <= 0n || state === 'available') return held;
  if (state === 'pending') {
    const postings = { [partner]: held - due, pending: due - held };
    await post(tx, { kind: 'corrected', subject: `${id}:${held}>${due}`, walletId, postings }, at);
  }
  await tx.many(sql`update rewards set amount = ${due}, usd_micros = ${usd} where id = ${id}`);
  return due;
}

const setState = (tx: Tx, id: string, state: Reward['state']) =>
  tx.many(sql`update rewards set state = ${state}, changes = changes + 1 where id = ${id}`);

async function earn(
  tx: Tx,
  pricing: Pricing,
  session: Session,
  sessionId: string,
  { surveyId, usd }: { surveyId: string; usd: bigint },
  at: Date,
): Promise<Settlement> {
  const amount = rewardFor(usd, pricing.sharePpm, pricing.zarPerUsdMicros);
  if (amount <= 0n) return 'no-credit';
  const since = new Date(at.getTime() - 24 * 60 * 60 * 1000);
  const today = await tx.one<{ total: string }>(sql`
    select coalesce(sum(amount), 0) as total from rewards where wallet_id = ${session.walletId} and earned_at > ${since}`);
  if (BigInt(today?.total ?? 0) + amount > pricing.dailyCapCents) return 'over-daily-cap';
  const id = randomUUID();
  const releaseAt = new Date(at.getTime() + pricing.holdDays * 24 * 60 * 60 * 1000);
  const inserted = await tx.one(sql`
    insert into rewards
      (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
    values
      (${id}, ${session.walletId}, ${session.partner}, ${surveyId}, ${sessionId}, ${amount}, ${usd}, ${pricing.sharePpm},
       ${pricing.zarPerUsdMicros}, 'pending', ${at}, ${releaseAt})
    on conflict (wallet_id, partner, survey_id) do nothing
    returning id`);
  if (!inserted) return 'survey-already-credited';
  const postings = { [`partner:${session.partner}` as const]: -amount, pending: amount as bigint };
  await post(tx, { kind: 'earned', subject: id, walletId: session.walletId, postings }, at);
  return 'credited';
}

/** Makes available what has been held long enough, one reward at a time. Gives how many. */
export async function releaseDue(database: Database, at: Date, most = 200): Promise<number> {
  for (let released = 0; released < most; released += 1)
    if (!(await database.transaction((tx) => releaseOne(tx, at)))) return released;
  return most;
}

async function releaseOne(tx: Tx, at: Date): Promise<boolean> {
  // The wallet's row is the lock, as everywhere; one that is busy is left for the next round.
  const due = await tx.one<{ id: string; walletId: string }>(sql`
    select r.id, r.wallet_id as "walletId" from rewards r join wallets w on w.id = r.wallet_id
    where r.state = 'pending' and r.release_at <= ${at}
    order by r.release_at limit 1
    for no key update of w skip locked`);
  if (!due) return false;
  const wallet = await lockWallet(tx, due.walletId);
  const released = await tx.one<{ amount: string; changes: number }>(sql`
    update rewards set state = 'available', released_at = ${at}
    where id = ${due.id} and state = 'pending'
    returning amount, changes`);
  if (released) {
    const amount = BigInt(released.amount);
    const paidOff = lesser(-wallet.owed, amount);
    const postings = { pending: -amount, owed: paidOff, available: amount - paidOff };
    await post(tx, { kind: 'released', subject: `${due.id}:${released.changes}`, walletId: wallet.id, postings }, at);
  }
  return true;
}
