/** A completed survey's reward: earned as pending, released after the holding period, reversed and reinstated by its partner. */
import { randomUUID } from 'node:crypto';
import type { Partner } from '@panel/domain/partners/partners';
import { min } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/rules';
import { type Database, sql, type Tx } from '../platform/database.ts';
import { processDue } from '../platform/queue.ts';
import { lockWallet, type Move, postTransfer, type Wallet } from './ledger.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export const REWARD_STATES = ['pending', 'available', 'reversed'] as const;
export type RewardState = (typeof REWARD_STATES)[number];

/** What a completion is worth, and how long it is held. Frozen on each reward as it is earned. */
export type Pricing = {
  readonly holdDays: number;
  readonly sharePpm: number;
  readonly zarPerUsdMicros: bigint;
  /** What is earned beyond this in one day needs review. */
  readonly dailyCapCents: bigint;
};

/** What a partner has reported about a session, all of its events together. */
export type SessionReport = {
  readonly sessionId: string;
  readonly partner: Partner;
  readonly surveyId: string;
  readonly credited: boolean;
  /** Null while no event has named a price. */
  readonly usdMicros: bigint | null;
};

export const REWARD_CHANGES = [
  'credited',
  'reversed',
  'reinstated',
  'unchanged',
  'no-credit',
  'survey-already-credited',
  'over-daily-cap',
] as const;
export type RewardChange = (typeof REWARD_CHANGES)[number];

type Reward = {
  id: string;
  amount: string;
  state: RewardState;
  /** How often it was reversed or reinstated: part of each transfer's key. */
  changes: number;
  sharePpm: number;
  zarPerUsdMicros: string;
};

/**
 * Brings a session's reward to what its partner has reported, whatever order the events came in. The wallet must be
 * locked, in the transaction that recorded the last event.
 */
export async function updateReward(
  tx: Tx,
  pricing: Pricing,
  wallet: Wallet,
  report: SessionReport,
  at: Date,
): Promise<RewardChange> {
  const reward = await tx.one<Reward>(sql`
    select id, amount, state, changes, share_ppm as "sharePpm", zar_per_usd_micros as "zarPerUsdMicros"
    from rewards where session_id = ${report.sessionId}`);
  // A deleted profile earns nothing any more: there is nobody to pay.
  if (!reward) return report.credited && wallet.panelistId ? earnReward(tx, pricing, wallet, report, at) : 'no-credit';

  const partner = `partner:${report.partner}` as const;
  const amount = await correctAmount(tx, wallet, reward, report, at);
  const transfer = { subject: `${reward.id}:${reward.changes + 1}`, walletId: wallet.id };
  if (!report.credited && reward.state !== 'reversed') {
    const fromAvailable = min(wallet.available, amount);
    const moves: readonly Move[] =
      reward.state === 'pending'
        ? [['pending', partner, amount]]
        : [
            ['available', partner, fromAvailable],
            ['owed', partner, amount - fromAvailable],
          ];
    await postTransfer(tx, { kind: 'reversed', ...transfer, moves }, at);
    await setRewardState(tx, reward.id, 'reversed');
    return 'reversed';
  }
  if (report.credited && reward.state === 'reversed') {
    if (!wallet.panelistId) return 'no-credit';
    await postTransfer(tx, { kind: 'reinstated', ...transfer, moves: [[partner, 'pending', amount]] }, at);
    await setRewardState(tx, reward.id, 'pending');
    return 'reinstated';
  }
  return 'unchanged';
}

async function earnReward(
  tx: Tx,
  { sharePpm, zarPerUsdMicros, holdDays, dailyCapCents }: Pricing,
  { id: walletId }: Wallet,
  { sessionId, partner, surveyId, usdMicros }: SessionReport,
  at: Date,
): Promise<RewardChange> {
  const amount = usdMicros === null ? 0n : rewardFor(usdMicros, sharePpm, zarPerUsdMicros);
  if (amount <= 0n) return 'no-credit';
  const since = new Date(at.getTime() - DAY_MS);
  const today = await tx.one<{ total: string }>(sql`
    select coalesce(sum(amount), 0) as total from rewards where wallet_id = ${walletId} and earned_at > ${since}`);
  if (BigInt(today?.total ?? 0) + amount > dailyCapCents) return 'over-daily-cap';
  const id = randomUUID();
  const inserted = await tx.one(sql`
    insert into rewards
      (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
    values
      (${id}, ${walletId}, ${partner}, ${surveyId}, ${sessionId}, ${amount}, ${usdMicros}, ${sharePpm}, ${zarPerUsdMicros},
       'pending', ${at}, ${new Date(at.getTime() + holdDays * DAY_MS)})
    on conflict (wallet_id, partner, survey_id) do nothing
    returning id`);
  if (!inserted) return 'survey-already-credited';
  await postTransfer(
    tx,
    { kind: 'earned', subject: id, walletId, moves: [[`partner:${partner}`, 'pending', amount]] },
    at,
  );
  return 'credited';
}

/** Corrects a reward that isn't released yet to its completion's price, where another event came first. Returns its amount. */
async function correctAmount(
  tx: Tx,
  { id: walletId }: Wallet,
  { id, amount, state, sharePpm, zarPerUsdMicros }: Reward,
  { partner, usdMicros }: SessionReport,
  at: Date,
): Promise<bigint> {
  const current = BigInt(amount);
  const correct = usdMicros === null ? current : rewardFor(usdMicros, sharePpm, BigInt(zarPerUsdMicros));
  if (correct === current || correct <= 0n || state === 'available') return current;
  if (state === 'pending') {
    const move: Move =
      correct > current
        ? [`partner:${partner}`, 'pending', correct - current]
        : ['pending', `partner:${partner}`, current - correct];
    await postTransfer(tx, { kind: 'corrected', subject: `${id}:${current}>${correct}`, walletId, moves: [move] }, at);
  }
  await tx.many(sql`update rewards set amount = ${correct}, usd_micros = ${usdMicros} where id = ${id}`);
  return correct;
}

const setRewardState = (tx: Tx, id: string, state: RewardState) =>
  tx.many(sql`update rewards set state = ${state}, changes = changes + 1 where id = ${id}`);

/** Makes available what was held long enough, one reward at a time. Returns the number of rewards released. */
export const releaseDueRewards = (database: Database, at: Date, limit = 200): Promise<number> =>
  processDue(
    limit,
    () => database.transaction((tx) => releaseNextReward(tx, at)),
    async () => {},
  );

/** Returns undefined where nothing is due. */
async function releaseNextReward(tx: Tx, at: Date): Promise<'released' | undefined> {
  // The wallet's row is the lock, as everywhere; a wallet that is locked now is left for the next round.
  const due = await tx.one<{ id: string; walletId: string }>(sql`
    select r.id, r.wallet_id as "walletId" from rewards r join wallets w on w.id = r.wallet_id
    where r.state = 'pending' and r.release_at <= ${at}
    order by r.release_at limit 1
    for no key update of w skip locked`);
  if (!due) return undefined;
  const { id: walletId, owed } = await lockWallet(tx, due.walletId);
  const released = await tx.one<{ amount: string; changes: number }>(sql`
    update rewards set state = 'available', released_at = ${at}
    where id = ${due.id} and state = 'pending'
    returning amount, changes`);
  if (released) {
    const amount = BigInt(released.amount);
    const paidOff = min(-owed, amount);
    const moves: readonly Move[] = [
      ['pending', 'owed', paidOff],
      ['pending', 'available', amount - paidOff],
    ];
    await postTransfer(tx, { kind: 'released', subject: `${due.id}:${released.changes}`, walletId, moves }, at);
  }
  return 'released';
}

/** Rewards that are still held when a profile is deleted are forfeited with it. */
export const reversePendingRewards = (tx: Tx, walletId: string) =>
  tx.many(sql`update rewards set state = 'reversed' where wallet_id = ${walletId} and state = 'pending'`);
