/** What surveys earn. */
import type { Pricing } from '@panel/domain/rewards/pricing';
import type { EnvironmentReader } from './platform/environment.ts';

const centsOfRand = (rand: number): bigint => BigInt(Math.round(rand * 100));

/** Assumption: reward-pricing. */
export const readPricing = (read: EnvironmentReader, isLive: boolean): Pricing => ({
  holdDays: read.integer('REWARD_HOLD_DAYS', 14, [0, 14]),
  sharePpm: Math.round(read.number('PANELIST_SHARE', 0.5, [0.01, 1]) * 1_000_000),
  zarPerUsdMicros: BigInt(Math.round(read.number('USD_ZAR', 18, [1, 100]) * 1_000_000)),
  dailyCapCents: centsOfRand(read.number('DAILY_CAP_RAND', 500, [0, 100_000])),
  // In the sandbox one person plays every part, and doesn't want to wait to complete a survey.
  dailyCompletions: read.integer('DAILY_COMPLETIONS', isLive ? 30 : 0, [0, 100_000]),
  partnerDailyCapCents: centsOfRand(read.number('PARTNER_DAILY_CAP_RAND', isLive ? 50_000 : 0, [0, 1e9])),
  reviewsFastSurveys: read.oneOf('FAST_SURVEYS', isLive ? ['review', 'pay'] : ['pay', 'review']) === 'review',
  // Assumption: thank-yous.
  thankYou: {
    amount: centsOfRand(read.number('THANK_YOU_RAND', 0, [0, 10])),
    minMinutes: read.integer('THANK_YOU_MINUTES', 5, [1, 180]),
    perDay: read.integer('THANK_YOU_PER_DAY', 2, [0, 100]),
    monthlyBudget: centsOfRand(read.number('THANK_YOU_MONTHLY_RAND', 1000, [0, 1e6])),
  },
});
