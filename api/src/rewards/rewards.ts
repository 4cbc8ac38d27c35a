/** A completed survey's reward: earned as pending, released after the holding period, reversed and reinstated by its partner. */
import { southAfricanDate } from '@panel/domain/calendar';
import { DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import { min } from '@panel/domain/rewards/money';
import { rewardFor } from '@panel/domain/rewards/rules';
import { WITHHELD } from '@panel/domain/rewards/withheld';
import { type Database, type Parts, type Queries, type Statement, sql, type Tx } from '../platform/database.ts';
import { addMs } from '../platform/queue.ts';
import { newIdBeside } from '../platform/shards.ts';
import { insertTransfers, type Move, type Transfer, type Wallet } from './ledger.ts';
import { brokenRule, type RecentEarnings, type ReviewRules } from './review-rules.ts';

export const REWARD_STATES = ['pending', 'available', 'reversed', 'forfeited'] as const;
export type RewardState = (typeof REWARD_STATES)[number];

/** What a completion is worth, how long it is held, and when it is withheld until two people decide. */
export type Pricing = ReviewRules & {
  readonly holdDays: number;
  readonly sharePpm: number;
  readonly zarPerUsdMicros: bigint;
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
  ...WITHHELD,
] as const;
export type RewardChange = (typeof REWARD_CHANGES)[number];
type Reward = {
  readonly id: string;
  readonly amount: bigint;
  readonly state: RewardState;
  /** How often it was reversed or reinstated: part of each transfer's key. */
  readonly changes: number;
  readonly sharePpm: number;
  readonly zarPerUsdMicros: bigint;
};

/** What decides about a session's reward, as it stands while the wallet is locked. */
export type RewardContext = RecentEarnings & {
  readonly wallet: Wallet;
  readonly reward: Reward | null;
  /** The surveys that were credited to the panelist, of those that the session's events name. */
  readonly creditedSurveys: readonly string[];
  /** Whether a completion of the session waits for a decision. */
  readonly isWithheld: boolean;
};

/** `parts` write the reward and move its money. */
export type RewardUpdate = { readonly change: RewardChange; readonly parts: Parts };

/** Brings a session's reward to what its partner has reported, whatever order the events came in. */
export function rewardUpdate(pricing: Pricing, context: RewardContext, report: SessionReport, at: Date): RewardUpdate {
  const { wallet, reward } = context;
  // A deleted profile earns nothing any more: there is nobody to pay.
  if (!reward) return report.credited && wallet.panelistId ? earnReward(pricing, context, report, at) : NO_CREDIT;

  const partner = `partner:${report.partner}` as const;
  const correct = correctAmount(reward, report);
  const raise = correct - reward.amount;
  const broken = brokenByRaise(pricing, context, raise, at);
  // What was withheld once waits for two people, also on a day on which it would break no rule.
  const amount = broken || (raise > 0n && context.isWithheld) ? reward.amount : correct;
  const transfers: Transfer[] = [];
  if (amount !== reward.amount && reward.state === 'pending')
    transfers.push({
      kind: 'corrected',
      subject: `${reward.id}:${reward.amount}>${amount}`,
      walletId: wallet.id,
      moves:
        amount > reward.amount
          ? [[partner, 'pending', amount - reward.amount]]
          : [['pending', partner, reward.amount - amount]],
    });
  const subject = `${reward.id}:${reward.changes + 1}`;
  // It is in the review queue once, by the event that was withheld.
  const withheld = broken && !context.isWithheld ? broken : null;
  let change: RewardChange = withheld ?? 'unchanged';
  let state: RewardState = reward.state;
  if (!report.credited && reward.state !== 'reversed') {
    const fromAvailable = min(wallet.available, amount);
    const moves: readonly Move[] =
      reward.state === 'pending'
        ? [['pending', partner, amount]]
        : wallet.panelistId
          ? [
              ['available', partner, fromAvailable],
              ['owed', partner, amount - fromAvailable],
            ]
          : [['write-off', partner, amount]];
    transfers.push({ kind: 'reversed', subject, walletId: wallet.id, moves });
    change = state = 'reversed';
  }
  if (report.credited && reward.state === 'reversed') {
    const moves: readonly Move[] = [[partner, wallet.panelistId ? 'pending' : 'write-off', amount]];
    transfers.push({ kind: 'reinstated', subject, walletId: wallet.id, moves });
    // At what it was before; the rest waits for two people.
    change = withheld ?? 'reinstated';
    state = wallet.panelistId ? 'pending' : 'forfeited';
  }
  if (amount === reward.amount && transfers.length === 0) return { change, parts: {} };
  const changes = reward.changes + (state === reward.state ? 0 : 1);
  const usdMicros = amount === reward.amount ? null : report.usdMicros;
  const update = sql`
    update rewards set amount = ${amount}, usd_micros = coalesce(${usdMicros}, usd_micros), state = ${state}, changes = ${changes}
    where id = ${reward.id}`;
  const partnerDay = amount > reward.amount && {
    partner_day: addToPartnerDay(report.partner, amount - reward.amount, at),
  };
  return { change, parts: { reward: update, ...insertTransfers(transfers, at), ...partnerDay } };
}

/** The cap that a reward breaks by being corrected to more, or null. A completion of a small price must not open the way for any other. */
const brokenByRaise = (pricing: Pricing, context: RewardContext, raise: bigint, at: Date) =>
  raise > 0n ? brokenRule({ ...pricing, minSurveyMs: 0, dailyCompletions: 0 }, context, raise, at) : null;

const NO_CREDIT: RewardUpdate = { change: 'no-credit', parts: {} };

function earnReward(
  pricing: Pricing,
  context: RewardContext,
  { sessionId, partner, surveyId, usdMicros }: SessionReport,
  at: Date,
): RewardUpdate {
  const { sharePpm, zarPerUsdMicros, holdDays } = pricing;
  const walletId = context.wallet.id;
  const amount = usdMicros === null ? 0n : rewardFor(usdMicros, sharePpm, zarPerUsdMicros);
  if (amount <= 0n) return NO_CREDIT;
  if (context.creditedSurveys.includes(surveyId)) return { change: 'survey-already-credited', parts: {} };
  // It is in the review queue already, by the event that was withheld.
  if (context.isWithheld) return { change: 'unchanged', parts: {} };
  const broken = brokenRule(pricing, context, amount, at);
  if (broken) return { change: broken, parts: {} };
  const id = newIdBeside(walletId);
  const reward = sql`
    insert into rewards
      (id, wallet_id, partner, survey_id, session_id, amount, usd_micros, share_ppm, zar_per_usd_micros, state, earned_at, release_at)
    values
      (${id}, ${walletId}, ${partner}, ${surveyId}, ${sessionId}, ${amount}, ${usdMicros}, ${sharePpm}, ${zarPerUsdMicros},
       'pending', ${at}, ${addMs(at, holdDays * DAY_MS)})`;
  const moves: readonly Move[] = [[`partner:${partner}`, 'pending', amount]];
  const transfer: Transfer = { kind: 'earned', subject: id, walletId, moves };
  const partner_day = addToPartnerDay(partner, amount, at);
  return { change: 'credited', parts: { reward, ...insertTransfers([transfer], at), partner_day } };
}

const addToPartnerDay = (partner: Partner, amount: bigint, at: Date): Statement =>
  sql`
    insert into partner_days as d (partner, day, shard, credited)
    values (${partner}, ${southAfricanDate(at)}, pg_backend_pid() % 64, ${amount})
    on conflict (partner, day, shard) do update set credited = d.credited + excluded.credited`;

/** A reward that isn't released yet gets its completion's price, where an event with another price came first. */
export function correctAmount(
  { amount, state, sharePpm, zarPerUsdMicros }: Omit<Reward, 'id' | 'changes'>,
  { usdMicros }: Pick<SessionReport, 'usdMicros'>,
): bigint {
  const correct = usdMicros === null ? amount : rewardFor(usdMicros, sharePpm, zarPerUsdMicros);
  return correct <= 0n || state === 'available' || state === 'forfeited' ? amount : correct;
}

/** How many rewards of each partner are pending. */
export const countPendingRewards = async (db: Queries): Promise<ReadonlyMap<Partner, number>> =>
  new Map(
    (
      await db.many<{ partner: Partner; count: number }>(sql`
        select partner, count(*)::int as count from rewards where state = 'pending' group by partner`)
    ).map(({ partner, count }) => [partner, count]),
  );

/** Rewards that are still held when a profile is deleted are forfeited with it. */
export const forfeitPendingRewards = (walletId: string): Statement =>
  sql`update rewards set state = 'forfeited' where wallet_id = ${walletId} and state = 'pending'`;

/** The surveys that a wallet has a reward for, in any state, as 'partner:survey'. A survey without an id has its session's. */
export const surveysWithReward = async (tx: Tx, walletId: string): Promise<string[]> =>
  (
    await tx.many<{ survey: string }>(sql`
      select partner || ':' || survey_id as survey from rewards where wallet_id = ${walletId} and survey_id <> session_id`)
  ).map((row) => row.survey);

/** Returns the number of rows deleted. */
export const deletePartnerDaysBefore = async (database: Database, day: string): Promise<number> =>
  (await database.write(sql`delete from partner_days where day < ${day} returning 1`)).length;
