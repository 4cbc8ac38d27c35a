import { atSandbox, kinds, mapped } from '../platform/setting-kinds.ts';
import type { SettingsGroup } from '../platform/settings.ts';

export const ISSUER = {
  title: 'The voucher issuer',
  settings: {
    url: {
      name: 'FLASH_URL',
      kind: kinds.base,
      default: 'https://api.flashswitch.flash-group.com',
      sandbox: atSandbox('/flash'),
    },
    key: { name: 'FLASH_API_KEY', kind: kinds.secret({ isSent: true, issuedBy: 'flash' }) },
    secret: { name: 'FLASH_SECRET', kind: kinds.secret({ isSent: true, issuedBy: 'flash' }) },
    account: { name: 'FLASH_ACCOUNT', kind: kinds.account('0000-0000-0000-0001') },
    // Appended to FLASH_URL: without its slash it would change the host.
    purchasePath: { name: 'FLASH_PURCHASE_PATH', kind: kinds.path, default: '/aggregation/4.0/1voucher/purchase' },
  },
} as const satisfies SettingsGroup;

const millionths = (value: number): number => Math.round(value * 1_000_000);

/** Assumption: reward-pricing. */
export const PRICING = {
  title: 'Rewards',
  about:
    'What a completed survey earns. A completion waits for two people (Money page of the console) if a rule here says so; 0 turns a rule off.',
  settings: {
    sharePpm: {
      name: 'PANELIST_SHARE',
      kind: mapped(kinds.number(0.01, 1), millionths),
      default: 0.5,
      about: 'The panelist’s share of the partner’s price.',
    },
    zarPerUsdMicros: {
      name: 'USD_ZAR',
      kind: mapped(kinds.number(1, 100), (rate) => BigInt(millionths(rate))),
      default: 18,
      about: 'The exchange rate.',
    },
    holdDays: {
      name: 'REWARD_HOLD_DAYS',
      kind: kinds.integer(0, 14),
      default: 14,
      about: 'How many days a reward is held.',
    },
    dailyCapCents: {
      name: 'DAILY_CAP_RAND',
      kind: kinds.rand(0, 100_000),
      default: 500,
      about: 'A completion waits if the panelist would earn more than this in a day.',
    },
    // In the sandbox one person plays every part, and doesn't want to wait to complete a survey.
    dailyCompletions: {
      name: 'DAILY_COMPLETIONS',
      kind: kinds.integer(0, 100_000),
      default: 30,
      sandbox: 0,
      about: 'It waits if the panelist has completed this many that day.',
    },
    partnerDailyCapCents: {
      name: 'PARTNER_DAILY_CAP_RAND',
      kind: kinds.rand(0, 1e9),
      default: 50_000,
      sandbox: 0,
      about: 'It waits if the partner’s completions would earn more than this in a day.',
    },
    reviewsFastSurveys: {
      name: 'FAST_SURVEYS',
      kind: mapped(kinds.choice('review', 'pay'), (choice) => choice === 'review'),
      default: 'review',
      sandbox: 'pay',
      about: 'What becomes of a completion in less than a third of the survey’s usual length.',
    },
  },
} as const satisfies SettingsGroup;

/** Assumption: thank-yous. */
export const THANK_YOUS = {
  title: 'Thank-yous',
  about: 'For a panelist whom a partner screens out late.',
  settings: {
    amount: { name: 'THANK_YOU_RAND', kind: kinds.rand(0, 10), default: 0, about: 'The amount. 0 turns it off.' },
    minMinutes: {
      name: 'THANK_YOU_MINUTES',
      kind: kinds.integer(1, 180),
      default: 5,
      about: 'After how many minutes a screen-out is late.',
    },
    perDay: {
      name: 'THANK_YOU_PER_DAY',
      kind: kinds.integer(0, 100),
      default: 2,
      about: 'How many one panelist gets in a day.',
    },
    monthlyBudget: {
      name: 'THANK_YOU_MONTHLY_RAND',
      kind: kinds.rand(0, 1e6),
      default: 1000,
      about: 'What all of them may cost in a month.',
    },
  },
} as const satisfies SettingsGroup;
