import { describe, expect, it } from 'vitest';
import { brokenRule, NO_REVIEW, type RecentEarnings, type ReviewRules } from './pricing.ts';

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
