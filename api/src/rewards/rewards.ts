/** A completed survey's reward: earned as pending, released after the holding period, reversed and reinstated by its partner. */
import { randomUUID } from 'node:crypto';
import type { Partner } from '@panel/domain/partners/partners';
import { min } from '@panel/domain/rewards/money';
import { brokenRule, type RecentEarnings, type ReviewRules } from '@panel/domain/rewards/review-rules';
import { rewardFor } from '@panel/domain/rewards/rules';
import type { ThankYouRules } from '@panel/domain/rewards/thank-you';
import { WITHHELD } from '@panel/domain/rewards/withheld';
import { type Statement, sql, type Tx } from '../platform/database/database.ts';
import type { Move, Transfer, Wallet } from './ledger.ts';

export const REWARD_STATES = ['pending', 'available', 'reversed', 'forfeited'] as const;
export type RewardState = (typeof REWARD_STATES)[number];

/** The panelist's share of a price, and what a dollar is worth. */
export type Rates = { readonly sharePpm: number; readonly zarPerUsdMicros: bigint };

/** What a completion is worth, how long it is held, when it is withheld until two people decide, and what a late screen-out gets. */
export type Pricing = ReviewRules & Rates & { readonly holdDays: number; readonly thankYou: ThankYouRules };

/** What a partner has reported about a session, in all its events together. */
export type SessionReport = {
  readonly sessionId: string;
  readonly partner: Partner;
  readonly surveyId: string;
  readonly credited: boolean;
  /** Null while no event has named a price. */
  readonly usdMicros: bigint | null;
};

const REWARD_CHANGES = [
  'credited',
  'reversed',
  'reinstated',
  'unchanged',
  'no-credit',
  'survey-already-credited',
  ...WITHHELD,
] as const;
export type RewardChange = (typeof REWARD_CHANGES)[number];
type Reward = Rates & {
  readonly id: string;
  readonly amount: bigint;
  readonly state: RewardState;
  /** How often it was reversed or reinstated: part of each transfer's key. */
  readonly changes: number;
};

/** The input for a session's reward, read while the wallet is locked. */
export type RewardContext = RecentEarnings & {
  readonly wallet: Wallet;
  readonly reward: Reward | null;
  /** The rates of the reward that the panelist was shown. Null for a survey that wasn't chosen from the list. */
  readonly shownRates: Rates | null;
  /** The surveys already credited to the panelist, among those that the session's events name. */
  readonly creditedSurveys: readonly string[];
  /** Whether a completion of the session waits for a decision. */
  readonly isWithheld: boolean;
};

/** The change to a reward, and the money that moves with it. */
export type RewardUpdate = {
  readonly change: RewardChange;
  readonly earned?: NewReward;
  readonly changed?: ChangedReward;
  readonly transfers: readonly Transfer[];
  /** Added to the day's credits, which a partner's cap limits. */
  readonly credit?: { readonly partner: Partner; readonly amount: bigint };
};
export type NewReward = Rates & {
  readonly id: string;
  readonly walletId: string;
  readonly partner: Partner;
  readonly surveyId: string;
  readonly sessionId: string;
  readonly amount: bigint;
  readonly usdMicros: bigint;
};
/** `usdMicros` is null if the price stays. */
export type ChangedReward = Pick<Reward, 'id' | 'amount' | 'state' | 'changes'> & { readonly usdMicros: bigint | null };

/** Brings a session's reward to what its partner has reported, in whatever order the events came. */
export function rewardUpdate(pricing: Pricing, context: RewardContext, report: SessionReport): RewardUpdate {
  const { wallet, reward } = context;
  // A deleted profile earns nothing more, because its panelist is gone.
  if (!reward) return report.credited && wallet.panelistId ? earnReward(pricing, context, report) : NO_CREDIT;

  const partner = `partner:${report.partner}` as const;
  const correct = correctAmount(reward, report);
  const raise = correct - reward.amount;
  const broken = brokenByRaise(pricing, context, raise);
  // A withheld completion waits for two people, even on a day when it would break no rule.
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
  // The withheld event is already in the review queue.
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
    // Restored at the earlier amount; the rest waits for two people.
    change = withheld ?? 'reinstated';
    state = wallet.panelistId ? 'pending' : 'forfeited';
  }
  if (amount === reward.amount && transfers.length === 0) return unchanged(change);
  const changes = reward.changes + (state === reward.state ? 0 : 1);
  const usdMicros = amount === reward.amount ? null : report.usdMicros;
  return {
    change,
    changed: { id: reward.id, amount, usdMicros, state, changes },
    transfers,
    ...(amount > reward.amount && { credit: { partner: report.partner, amount: amount - reward.amount } }),
  };
}

/** Writes nothing. */
const unchanged = (change: RewardChange): RewardUpdate => ({ change, transfers: [] });

/** The cap that a higher corrected price breaks, or null. Otherwise a completion at a small price could be corrected to any amount. */
const brokenByRaise = (pricing: Pricing, context: RewardContext, raise: bigint) =>
  raise > 0n ? brokenRule({ ...pricing, reviewsFastSurveys: false, dailyCompletions: 0 }, context, raise) : null;

const NO_CREDIT = unchanged('no-credit');

function earnReward(
  pricing: Pricing,
  context: RewardContext,
  { sessionId, partner, surveyId, usdMicros }: SessionReport,
): RewardUpdate {
  const walletId = context.wallet.id;
  const rates = ratesOf(pricing, context);
  const amount = usdMicros === null ? 0n : rewardFor(usdMicros, rates.sharePpm, rates.zarPerUsdMicros);
  if (usdMicros === null || amount <= 0n) return NO_CREDIT;
  if (context.creditedSurveys.includes(surveyId)) return unchanged('survey-already-credited');
  // The withheld event is already in the review queue.
  if (context.isWithheld) return unchanged('unchanged');
  const broken = brokenRule(pricing, context, amount);
  if (broken) return unchanged(broken);
  const id = randomUUID();
  const moves: readonly Move[] = [[`partner:${partner}`, 'pending', amount]];
  return {
    change: 'credited',
    earned: { id, walletId, partner, surveyId, sessionId, amount, usdMicros, ...rates },
    transfers: [{ kind: 'earned', subject: id, walletId, moves }],
    credit: { partner, amount },
  };
}

/** The rates of a session's reward: what the panelist was shown stays, whatever a dollar is worth when the survey is completed. */
export const ratesOf = (pricing: Pricing, { shownRates }: Pick<RewardContext, 'shownRates'>): Rates =>
  shownRates ?? { sharePpm: pricing.sharePpm, zarPerUsdMicros: pricing.zarPerUsdMicros };

/** A reward that isn't released yet gets its completion's price, if an event with another price came first. */
export function correctAmount(
  { amount, state, sharePpm, zarPerUsdMicros }: Omit<Reward, 'id' | 'changes'>,
  { usdMicros }: Pick<SessionReport, 'usdMicros'>,
): bigint {
  const correct = usdMicros === null ? amount : rewardFor(usdMicros, sharePpm, zarPerUsdMicros);
  return correct <= 0n || state === 'available' || state === 'forfeited' ? amount : correct;
}

/** Rewards that are still held when a profile is deleted are forfeited. */
export const forfeitPendingRewardsStatement = (walletId: string): Statement =>
  sql`update rewards set state = 'forfeited' where wallet_id = ${walletId} and state = 'pending'`;

/** The surveys that a wallet has a reward for, in any state, as 'partner:survey'. A survey without an id uses its session's. */
export const surveysWithReward = (tx: Tx, walletId: string): Promise<string[]> =>
  tx.column(sql`
    select partner || ':' || survey_id as survey from rewards where wallet_id = ${walletId} and survey_id <> session_id`);
