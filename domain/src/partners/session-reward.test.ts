import { describe, expect, it } from 'vitest';
import { cents } from '../rewards/money.ts';
import { NO_REVIEW, type Pricing } from '../rewards/pricing.ts';
import { currentOutcome, type RewardContext, rewardUpdate, type SessionEvent } from './session-reward.ts';

const RATES = { sharePpm: 500_000, zarPerUsdMicros: 18_000_000n };
const PRICING: Pricing = {
  ...NO_REVIEW,
  ...RATES,
  holdDays: 14,
  thankYou: { amount: 0n, minMinutes: 5, perDay: 1, monthlyBudget: 0n },
};
const WALLET = { id: 'w', panelistId: 'p', pending: cents(0), available: cents(0), reserved: cents(0), owed: cents(0) };
const NEW: RewardContext = {
  session: { id: 's', partner: 'purespectrum', pid: 'pid', surveyId: '77' },
  wallet: WALLET,
  reward: null,
  shownRates: null,
  creditedSurveys: [],
  isWithheld: false,
  isFast: false,
  earned: 0n,
  completions: 0,
  partnerEarned: 0n,
};
const REWARD = { id: 'r', amount: 900n, state: 'pending', changes: 0, ...RATES } as const;
const PENDING: RewardContext = { ...NEW, reward: REWARD };
const AVAILABLE: RewardContext = {
  ...NEW,
  wallet: { ...WALLET, available: cents(600) },
  reward: { ...REWARD, state: 'available' },
};
const REVERSED: RewardContext = { ...NEW, reward: { ...REWARD, state: 'reversed', changes: 1 } };
const DELETED = { wallet: { ...WALLET, panelistId: null } };

const event = (outcome: SessionEvent['outcome'], usdMicros: bigint | null = null): SessionEvent => ({
  outcome,
  surveyId: null,
  usdMicros,
  isByHand: false,
});
const COMPLETE = event('complete', 1_000_000n);
const DEARER = event('complete', 2_000_000n);
const TAKEN_BACK = [COMPLETE, event('reversed')];
const CAPPED: Pricing = { ...PRICING, dailyCapCents: 1000n };

describe('the reward of a session', () => {
  it.each<[string, RewardContext, readonly SessionEvent[], string, readonly (readonly [string, string, bigint])[]]>([
    ['is earned by a completion', NEW, [COMPLETE], 'credited', [['partner:purespectrum', 'pending', 900n]]],
    [
      'is what the panelist was shown',
      { ...NEW, shownRates: { ...RATES, sharePpm: 250_000 } },
      [COMPLETE],
      'credited',
      [['partner:purespectrum', 'pending', 450n]],
    ],
    ['isn’t earned without a price', NEW, [event('complete')], 'no-credit', []],
    ['isn’t earned by a screen-out', NEW, [event('screenout', 1_000_000n)], 'no-credit', []],
    ['isn’t earned after a deletion', { ...NEW, ...DELETED }, [COMPLETE], 'no-credit', []],
    ['isn’t earned twice for a survey', { ...NEW, creditedSurveys: ['77'] }, [COMPLETE], 'survey-already-credited', []],
    ['waits while it is withheld', { ...NEW, isWithheld: true }, [COMPLETE], 'unchanged', []],
    ['is withheld above a cap', { ...NEW, earned: 101n }, [COMPLETE], 'over-daily-cap', []],
    ['stays if nothing is new', PENDING, [COMPLETE], 'unchanged', []],
    [
      'is corrected to the completion’s price while pending',
      PENDING,
      [DEARER],
      'unchanged',
      [['partner:purespectrum', 'pending', 900n]],
    ],
    ['isn’t corrected above a cap', { ...PENDING, earned: 101n }, [DEARER], 'over-daily-cap', []],
    ['isn’t corrected once it is available', AVAILABLE, [DEARER], 'unchanged', []],
    ['is taken back while pending', PENDING, TAKEN_BACK, 'reversed', [['pending', 'partner:purespectrum', 900n]]],
    [
      'is taken back from the balance, and the rest is owed',
      AVAILABLE,
      TAKEN_BACK,
      'reversed',
      [
        ['available', 'partner:purespectrum', 600n],
        ['owed', 'partner:purespectrum', 300n],
      ],
    ],
    [
      'is written off if it is taken back after a deletion',
      { ...AVAILABLE, ...DELETED },
      TAKEN_BACK,
      'reversed',
      [['write-off', 'partner:purespectrum', 900n]],
    ],
    ['isn’t taken back twice', REVERSED, TAKEN_BACK, 'unchanged', []],
    [
      'is reinstated as pending',
      REVERSED,
      [...TAKEN_BACK, event('reinstated')],
      'reinstated',
      [['partner:purespectrum', 'pending', 900n]],
    ],
    [
      'is reinstated to the write-off after a deletion',
      { ...REVERSED, ...DELETED },
      [...TAKEN_BACK, event('reinstated')],
      'reinstated',
      [['partner:purespectrum', 'write-off', 900n]],
    ],
  ])('%s', (_name, context, events, change, moves) => {
    const pricing = change === 'over-daily-cap' ? CAPPED : PRICING;
    for (const order of [events, events.toReversed()]) {
      const update = rewardUpdate(pricing, context, order, 'new');
      expect(update.change).toBe(change);
      expect(update.transfers.flatMap((transfer) => transfer.moves)).toEqual(moves);
    }
  });

  it('numbers its changes, so that each of them is another transfer', () => {
    const { changed, transfers } = rewardUpdate(PRICING, PENDING, [DEARER, ...TAKEN_BACK], 'new');
    expect(transfers.map(({ kind, subject, change }) => [kind, subject, change])).toEqual([
      ['corrected', 'r', 1],
      ['reversed', 'r', 2],
    ]);
    expect(changed).toMatchObject({ state: 'reversed', changes: 2 });
  });

  it('has the price of a completion rather than of a reinstatement', () => {
    const { earned } = rewardUpdate(PRICING, NEW, [event('reinstated', 3_000_000n), COMPLETE], 'new');
    expect(earned).toMatchObject({ id: 'new', surveyId: '77', amount: 900n, usdMicros: 1_000_000n });
  });
});

describe('the outcome of a session', () => {
  const byHand = (outcome: SessionEvent['outcome']) => ({ ...event(outcome), isByHand: true });
  it.each<[string, readonly SessionEvent[], string]>([
    ['is a completion until it is reversed', [COMPLETE], 'complete'],
    ['is reversed', TAKEN_BACK, 'reversed'],
    ['is a completion again', [...TAKEN_BACK, event('reinstated')], 'complete'],
    ['is the most informative one', [event('drop'), event('quality'), event('screenout')], 'quality'],
    ['is a completion to be confirmed', [event('tentative'), event('drop')], 'tentative'],
    ['is a technical failure without an event', [], 'technical'],
    ['counts a decision by hand', [COMPLETE, byHand('reversed')], 'reversed'],
    [
      'counts a decision by hand once, if the partner confirms it',
      [COMPLETE, byHand('reversed'), event('reversed'), event('reinstated')],
      'complete',
    ],
  ])('%s', (_name, events, outcome) => {
    expect(currentOutcome(events)).toBe(outcome);
    if (!events.some(({ isByHand }) => isByHand)) expect(currentOutcome(events.toReversed())).toBe(outcome);
  });
});
