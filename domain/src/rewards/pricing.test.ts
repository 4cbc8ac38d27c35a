import { describe, expect, it } from 'vitest';
import { cents } from './money.ts';
import {
  brokenRule,
  isFastSurvey,
  NO_REVIEW,
  type RecentEarnings,
  type ReviewRules,
  surveySeconds,
  type TimedCompletion,
  usdMicrosFor,
  usualSeconds,
  worthOf,
} from './pricing.ts';

const RULES: ReviewRules = {
  dailyCapCents: 500_00n,
  dailyCompletions: 30,
  partnerDailyCapCents: 20_000_00n,
  reviewsFastSurveys: true,
};
const RECENT: RecentEarnings = { isFast: false, earned: 0n, completions: 0, partnerEarned: 0n };

describe('a completion is withheld', () => {
  it.each<[string, Partial<RecentEarnings>, bigint, string | null]>([
    ['never without a reason', {}, 14_50n, null],
    ['if it was too fast', { isFast: true }, 14_50n, 'too-fast'],
    ['not if the usual length isn’t known', { isFast: null }, 14_50n, null],
    ['not for the last cent of the day', { earned: 485_50n }, 14_50n, null],
    ['for the first cent above the day’s limit', { earned: 485_51n }, 14_50n, 'over-daily-cap'],
    ['even if it alone is above the day’s limit', {}, 500_01n, 'over-daily-cap'],
    ['not as the thirtieth of the day', { completions: 29 }, 14_50n, null],
    ['as the thirty-first of the day', { completions: 30 }, 14_50n, 'over-daily-completions'],
    ['not for the last cent of the partner’s day', { partnerEarned: 19_985_50n }, 14_50n, null],
    ['for the first cent above the partner’s limit', { partnerEarned: 19_985_51n }, 14_50n, 'over-partner-cap'],
  ])('%s', (_name, recent, amount, expected) => {
    expect(brokenRule(RULES, { ...RECENT, ...recent }, amount)).toBe(expected);
  });

  it('by no rule that is turned off', () => {
    const worst = { isFast: true, earned: 10_000_00n, completions: 1_000, partnerEarned: 1_000_000_00n };
    expect(brokenRule(NO_REVIEW, worst, 500_00n)).toBeNull();
  });
});

describe('a credit pays', () => {
  const rates = { sharePpm: 500_000, zarPerUsdMicros: 18_000_000n };
  const reward = { ...rates, sharePpm: 250_000, amount: 450n, state: 'pending' } as const;

  it.each<[string, Parameters<typeof worthOf>, bigint | null]>([
    ['nothing known without a price', [null, rates, null], null],
    ['the share of the price', [null, rates, 1_000_000n], 900n],
    ['the completion’s price by the reward’s own rates', [reward, rates, 2_000_000n], 900n],
    ['what the reward was without another price', [reward, rates, null], 450n],
    ['what was released, whatever the price', [{ ...reward, state: 'available' }, rates, 2_000_000n], 450n],
  ])('%s', (_name, input, expected) => {
    expect(worthOf(...input)).toBe(expected);
  });

  it('at least what operators decide', () => {
    for (const amount of [1n, 899n, 900n, 1_000_001n])
      expect(worthOf(null, rates, usdMicrosFor(cents(amount), rates))).toBe(amount);
  });
});

it.each([
  ['ten completes of 9 minutes', { completes: 10, medianSeconds: 540, statedMinutes: 30 }, 540],
  ['nine, and a stated length', { completes: 9, medianSeconds: 540, statedMinutes: 12 }, 720],
  ['nine, and nothing stated', { completes: 9, medianSeconds: 540, statedMinutes: null }, null],
  ['a stated length only', { completes: 0, medianSeconds: null, statedMinutes: 12 }, 720],
])('the usual length by %s', (_, known, seconds) => {
  expect(usualSeconds(known)).toBe(seconds);
});

it.each([
  [179, 540, true],
  [180, 540, false],
  [1, null, null],
  [0, 0, null],
])('a survey of %i s, where %o s is usual: fast is %o', (seconds, usual, isFast) => {
  expect(isFastSurvey(seconds, usual)).toBe(isFast);
});

it.each<[string, Partial<TimedCompletion>, number]>([
  ['until the report', {}, 90],
  ['until the browser came back before that', { returnedAt: new Date('2026-11-18T10:01:00Z') }, 60],
  ['as long as the partner says', { reportedSeconds: 75, returnedAt: new Date('2026-11-18T10:01:00Z') }, 75],
  ['never longer than since the entry', { reportedSeconds: 900 }, 90],
  ['no time if the clock was set back', { at: new Date('2026-11-18T09:00:00Z') }, 0],
])('a survey took %s', (_, known, seconds) => {
  const openedAt = new Date('2026-11-18T10:00:00Z');
  const at = new Date('2026-11-18T10:01:30Z');
  expect(surveySeconds({ openedAt, returnedAt: null, at, reportedSeconds: null, ...known })).toBe(seconds);
});
