import { atSandbox, kinds, mapped } from '../platform/setting-kinds.ts';
import { setting } from '../platform/settings.ts';

export const ISSUER = {
  url: setting('FLASH_URL', kinds.base, {
    default: 'https://api.flashswitch.flash-group.com',
    sandbox: atSandbox('/flash'),
  }),
  key: setting('FLASH_API_KEY', kinds.secret({ isSent: true, issuedBy: 'flash' })),
  secret: setting('FLASH_SECRET', kinds.secret({ isSent: true, issuedBy: 'flash' })),
  account: setting('FLASH_ACCOUNT', kinds.account('0000-0000-0000-0001')),
  // Appended to FLASH_URL: without its slash it would change the host.
  purchasePath: setting('FLASH_PURCHASE_PATH', kinds.path, { default: '/aggregation/4.0/1voucher/purchase' }),
};

const millionths = (value: number): number => Math.round(value * 1_000_000);

/** Assumption: reward-pricing. */
export const PRICING = {
  sharePpm: setting('PANELIST_SHARE', mapped(kinds.number(0.01, 1), millionths), {
    default: 0.5,
    about: 'The panelist’s share of the partner’s price.',
  }),
  zarPerUsdMicros: setting(
    'USD_ZAR',
    mapped(kinds.number(1, 100), (rate) => BigInt(millionths(rate))),
    { default: 18, about: 'The exchange rate.' },
  ),
  holdDays: setting('REWARD_HOLD_DAYS', kinds.integer(0, 14), {
    default: 14,
    about: 'How many days a reward is held.',
  }),
  dailyCapCents: setting('DAILY_CAP_RAND', kinds.rand(0, 100_000), {
    default: 500,
    about: 'A completion waits if the panelist would earn more than this in a day.',
  }),
  // In the sandbox one person plays every part, and doesn't want to wait to complete a survey.
  dailyCompletions: setting('DAILY_COMPLETIONS', kinds.integer(0, 100_000), {
    default: 30,
    sandbox: 0,
    about: 'It waits if the panelist has completed this many that day.',
  }),
  partnerDailyCapCents: setting('PARTNER_DAILY_CAP_RAND', kinds.rand(0, 1e9), {
    default: 50_000,
    sandbox: 0,
    about: 'It waits if the partner’s completions would earn more than this in a day.',
  }),
  reviewsFastSurveys: setting(
    'FAST_SURVEYS',
    mapped(kinds.choice('review', 'pay'), (choice) => choice === 'review'),
    {
      default: 'review',
      sandbox: 'pay',
      about: 'What becomes of a completion in less than a third of the survey’s usual length.',
    },
  ),
};

/** Assumption: thank-yous. */
export const THANK_YOUS = {
  amount: setting('THANK_YOU_RAND', kinds.rand(0, 10), { default: 0, about: 'The amount. 0 turns it off.' }),
  minMinutes: setting('THANK_YOU_MINUTES', kinds.integer(1, 180), {
    default: 5,
    about: 'After how many minutes a screen-out is late.',
  }),
  perDay: setting('THANK_YOU_PER_DAY', kinds.integer(0, 100), {
    default: 2,
    about: 'How many one panelist gets in a day.',
  }),
  monthlyBudget: setting('THANK_YOU_MONTHLY_RAND', kinds.rand(0, 1e6), {
    default: 1000,
    about: 'What all of them may cost in a month.',
  }),
};
