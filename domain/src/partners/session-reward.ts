/**
 * A session's reward, from everything that was reported about the session. Partners send events late, twice and in any order, so only their
 * sum counts. A reward is earned as pending, released after the holding period, reversed and reinstated by its partner.
 */

import { type Move, min, type Transfer, type TransferKind, type Wallet } from '../rewards/money.ts';
import {
  brokenRule,
  correctAmount,
  type PricedReward,
  type Pricing,
  type Rates,
  type RecentEarnings,
  type RewardState,
  rewardFor,
  type WithheldReason,
} from '../rewards/pricing.ts';
import type { Outcome } from './outcomes.ts';
import type { Partner } from './partners.ts';

export type SessionEvent = {
  readonly outcome: Outcome;
  readonly surveyId: string | null;
  readonly usdMicros: bigint | null;
  /** Decided by two people, or read from the partner's statement. */
  readonly isByHand: boolean;
};
type Counted = Pick<SessionEvent, 'outcome' | 'isByHand'>;

const isReversal = ({ outcome }: Counted): boolean => outcome === 'reversed';
const isCredit = ({ outcome }: Counted): boolean => outcome === 'complete' || outcome === 'reinstated';
const isSameChange = (one: Counted, other: Counted): boolean =>
  (isReversal(one) && isReversal(other)) || (isCredit(one) && isCredit(other));

/** Drops decisions by hand that the partner has confirmed with its own event since. Counted twice, they would cancel the partner's next change. */
function withoutStandIns(events: readonly Counted[]): readonly Counted[] {
  const counted: Counted[] = [];
  for (const event of events) {
    const standIn = event.isByHand ? -1 : counted.findIndex((one) => one.isByHand && isSameChange(one, event));
    if (standIn >= 0) counted.splice(standIn, 1);
    counted.push(event);
  }
  return counted;
}

function isCredited(events: readonly Counted[]): boolean {
  const counted = withoutStandIns(events);
  const count = (outcome: Outcome) => counted.filter((one) => one.outcome === outcome).length;
  return Math.min(count('complete'), 1) + count('reinstated') > count('reversed');
}

/** The outcomes other than a completion, the most informative first. */
const PRECEDENCE: readonly Outcome[] = [
  'reversed',
  'blocked',
  'quality',
  'duplicate',
  'screenout',
  'overquota',
  'no_survey',
  'tentative',
  'technical',
  'drop',
];

/** The session's outcome according to all its events. */
export function currentOutcome(events: readonly Counted[]): Outcome {
  const outcomes = events.map(({ outcome }) => outcome);
  if (isCredited(events)) return 'complete';
  return PRECEDENCE.find((outcome) => outcomes.includes(outcome)) ?? 'technical';
}

const highestPrice = (events: readonly SessionEvent[]): bigint | null =>
  events.reduce<bigint | null>(
    (highest, { usdMicros }) => (usdMicros !== null && (highest === null || usdMicros > highest) ? usdMicros : highest),
    null,
  );

const withOutcome = (events: readonly SessionEvent[], outcome: Outcome) =>
  events.filter((event) => event.outcome === outcome);

/** The completion's own price, whenever it is reported; a reinstatement's only without a completion. Null while no event has named a price. */
export const priceOf = (events: readonly SessionEvent[]): bigint | null =>
  highestPrice(withOutcome(events, 'complete')) ?? highestPrice(withOutcome(events, 'reinstated'));

export type SurveySession = {
  readonly id: string;
  readonly partner: Partner;
  readonly pid: string;
  /** The survey that the partner named before it began, if it did. */
  readonly surveyId: string | null;
};

type Reward = PricedReward & {
  readonly id: string;
  /** How often it was corrected, reversed or reinstated: numbers its transfers. */
  readonly changes: number;
};

/** The input for a session's reward, read while the wallet is locked. */
export type RewardContext = RecentEarnings & {
  readonly session: SurveySession;
  readonly wallet: Wallet;
  readonly reward: Reward | null;
  /** The rates of the reward that the panelist was shown. Null for a survey that wasn't chosen from the list. */
  readonly shownRates: Rates | null;
  /** The surveys already credited to the panelist, among those that the session's events name. */
  readonly creditedSurveys: readonly string[];
  /** Whether a completion of the session waits for a decision. */
  readonly isWithheld: boolean;
};

export type RewardChange =
  | 'credited'
  | 'reversed'
  | 'reinstated'
  | 'unchanged'
  | 'no-credit'
  | 'survey-already-credited'
  | WithheldReason;

/** The change to a reward, and the money that moves with it. */
export type RewardUpdate = {
  readonly change: RewardChange;
  readonly earned?: NewReward;
  readonly changed?: ChangedReward;
  readonly transfers: readonly Transfer[];
  /** Added to the partner's credits of the day, which a cap limits. */
  readonly credit: bigint;
};
type NewReward = Rates & {
  readonly id: string;
  readonly surveyId: string;
  readonly amount: bigint;
  readonly usdMicros: bigint;
};
/** `usdMicros` is null if the price stays. */
export type ChangedReward = Pick<Reward, 'id' | 'amount' | 'state' | 'changes'> & { readonly usdMicros: bigint | null };

/** Brings a session's reward to what its events say together. `newId` is the id of a reward that is earned now. */
export function rewardUpdate(
  pricing: Pricing,
  context: RewardContext,
  events: readonly SessionEvent[],
  newId: string,
): RewardUpdate {
  const { wallet, reward, session } = context;
  const report = { credited: isCredited(events), usdMicros: priceOf(events) };
  // A deleted profile earns nothing more, because its panelist is gone.
  if (!reward) return report.credited && wallet.panelistId ? earnReward(pricing, context, events, newId) : NO_CREDIT;

  const partner = `partner:${session.partner}` as const;
  const correct = correctAmount(reward, report.usdMicros);
  const raise = correct - reward.amount;
  const broken = brokenByRaise(pricing, context, raise);
  // A withheld completion waits for two people, even on a day when it would break no rule.
  const amount = broken || (raise > 0n && context.isWithheld) ? reward.amount : correct;
  const transfers: Transfer[] = [];
  // Of one reward, and numbered like its changes.
  const move = (kind: TransferKind, moves: readonly Move[]) =>
    transfers.push({
      kind,
      subject: reward.id,
      change: reward.changes + transfers.length + 1,
      walletId: wallet.id,
      moves,
    });
  if (amount !== reward.amount && reward.state === 'pending')
    move(
      'corrected',
      amount > reward.amount
        ? [[partner, 'pending', amount - reward.amount]]
        : [['pending', partner, reward.amount - amount]],
    );
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
    move('reversed', moves);
    change = state = 'reversed';
  }
  if (report.credited && reward.state === 'reversed') {
    const moves: readonly Move[] = [[partner, wallet.panelistId ? 'pending' : 'write-off', amount]];
    move('reinstated', moves);
    // Restored at the earlier amount; the rest waits for two people.
    change = withheld ?? 'reinstated';
    state = wallet.panelistId ? 'pending' : 'forfeited';
  }
  if (amount === reward.amount && transfers.length === 0) return unchanged(change);
  const usdMicros = amount === reward.amount ? null : report.usdMicros;
  return {
    change,
    changed: { id: reward.id, amount, usdMicros, state, changes: reward.changes + transfers.length },
    transfers,
    credit: amount > reward.amount ? amount - reward.amount : 0n,
  };
}

/** Writes nothing. */
const unchanged = (change: RewardChange): RewardUpdate => ({ change, transfers: [], credit: 0n });
const NO_CREDIT = unchanged('no-credit');

/** The cap that a higher corrected price breaks, or null. Otherwise a completion at a small price could be corrected to any amount. */
const brokenByRaise = (pricing: Pricing, context: RewardContext, raise: bigint) =>
  raise > 0n ? brokenRule({ ...pricing, reviewsFastSurveys: false, dailyCompletions: 0 }, context, raise) : null;

function earnReward(
  pricing: Pricing,
  context: RewardContext,
  events: readonly SessionEvent[],
  id: string,
): RewardUpdate {
  const { session, wallet } = context;
  const { sharePpm, zarPerUsdMicros } = context.shownRates ?? pricing;
  const usdMicros = priceOf(events);
  const amount = usdMicros === null ? 0n : rewardFor(usdMicros, { sharePpm, zarPerUsdMicros });
  if (usdMicros === null || amount <= 0n) return NO_CREDIT;
  const named = events.filter(isCredit).flatMap(({ surveyId }) => surveyId ?? []);
  const surveyId = named.sort().at(-1) ?? session.surveyId ?? session.id;
  if (context.creditedSurveys.includes(surveyId)) return unchanged('survey-already-credited');
  // The withheld event is already in the review queue.
  if (context.isWithheld) return unchanged('unchanged');
  const broken = brokenRule(pricing, context, amount);
  if (broken) return unchanged(broken);
  const moves: readonly Move[] = [[`partner:${session.partner}`, 'pending', amount]];
  return {
    change: 'credited',
    earned: { id, surveyId, amount, usdMicros, sharePpm, zarPerUsdMicros },
    transfers: [{ kind: 'earned', subject: id, walletId: wallet.id, moves }],
    credit: amount,
  };
}
