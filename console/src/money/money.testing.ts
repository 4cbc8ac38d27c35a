import { type MoneyPageData, STATEMENT_VERDICTS } from '@panel/domain/console/money-pages';
import type { Books } from '@panel/domain/console/today-page';
import { ago, HOUR, MONTH_ENDS, NOW } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

export const FREEZE = {
  since: ago(372),
  reason: 'unknown reference in the issuer’s file: W0123456789abcdef0123456789abcdef',
  waiting: { count: 37, amount: 214_680 },
  proposal: null,
};

export const BOOKS: Books = {
  checkedAt: ago(2),
  postings: { sum: 0, difference: 0 },
  wallets: { sum: 20_865_100, difference: 0 },
  states: { sum: 2_629_700, difference: 0 },
};

const statement = (id: string, counts: readonly [number, number, number], approvedAt: string | null) => ({
  id,
  readAt: ago(300),
  readBy: 'finance-1',
  approvedAt,
  theirs: counts[0] + counts[1],
  rows: STATEMENT_VERDICTS.map((verdict, index) => {
    const rows = counts[index] ?? 0;
    return { verdict, count: rows, amount: rows * 1_050 };
  }),
  toTakeBack: approvedAt
    ? { count: 0, amount: 0 }
    : { count: counts[1] + counts[2], amount: (counts[1] + counts[2]) * 1_050 },
  takenBack: approvedAt ? (counts[1] + counts[2]) * 1_050 : 0,
});

const DUE = { month: '2026-10', dueOn: '2026-11-10', isOverdue: false, isWaived: false, proposal: null } as const;

export const MONEY: MoneyPageData = {
  at: NOW,
  liability: { available: 18_364_050, pending: 2_338_300, reserved: 291_400, unclaimed: 41_200 },
  owed: 128_650,
  liabilityOverTime: MONTH_ENDS.map((day, index) => ({
    day,
    available: 8_416_600 + 829_000 * index,
    pending: 1_072_100 + 105_500 * index,
    reserved: 120_000 + 14_000 * index,
    unclaimed: 41_200,
  })),
  movement: {
    from: '2026-10-16',
    opening: 19_425_400,
    accepted: 4_947_200,
    thankYous: 0,
    reversed: 104_600,
    debtsPaidOff: 9_600,
    paidOut: 3_184_600,
    forfeited: 38_850,
  },
  flows: MONTH_ENDS.slice(1).map((day, index) => ({
    month: day.slice(0, 7),
    owedByPartners: (index === 11 ? 5_330_000 : 5_210_000) + (index === 11 ? 0 : 494_000 * index),
    accepted: (index === 11 ? 2_398_500 : 2_344_500) + (index === 11 ? 0 : 222_000 * index),
    paidOut: (index === 11 ? 1_510_000 : 1_390_000) + (index === 11 ? 0 : 157_000 * index),
  })),
  frozen: null,
  payouts: [
    { state: 'reserved', ages: [19, 2, 0, 0], amount: 158_850 },
    { state: 'sending', ages: [4, 0, 0, 0], amount: 29_600 },
    { state: 'unknown', ages: [3, 5, 2, 0], amount: 76_950 },
    { state: 'needs-review', ages: [0, 0, 1, 2], amount: 26_000 },
  ],
  needsReview: [
    {
      id: '6f1f4f10-0000-4000-8000-000000000001',
      reference: 'W-88214',
      answer: 'Lookup timed out 5 times',
      since: ago(52 * HOUR),
      amount: 7_000,
      quality: null,
      proposal: 'P-317',
    },
    {
      id: '6f1f4f10-0000-4000-8000-000000000002',
      reference: 'W-88391',
      answer: 'Duplicate reference, no voucher given',
      since: ago(27 * HOUR),
      amount: 12_500,
      quality: 47,
      proposal: null,
    },
    {
      id: '6f1f4f10-0000-4000-8000-000000000003',
      reference: 'W-88467',
      answer: 'The answer could not be read (502)',
      since: ago(7 * HOUR),
      amount: 6_500,
      quality: 82,
      proposal: null,
    },
  ],
  withheldRewards: [
    {
      event: '90211',
      reason: 'over-daily-cap',
      earnedAt: ago(26 * HOUR),
      amount: 6_500,
      standing: null,
      quality: null,
      proposal: null,
    },
    {
      event: '90304',
      reason: 'over-partner-cap',
      earnedAt: ago(80),
      amount: 3_150,
      standing: 900,
      quality: 47,
      proposal: null,
    },
  ],
  messages: [
    {
      message: '6f1f4f10-0000-4000-8000-000000000001',
      kind: 'voucher',
      reference: 'W5c1e7',
      since: ago(310),
      amount: 11_800,
      proposal: null,
    },
  ],
  books: BOOKS,
  settlement: {
    id: '7',
    day: '2026-11-14',
    uploadedAt: ago(372),
    uploadedBy: 'finance-1',
    rows: [
      { verdict: 'matched', count: 12, amount: 88_650 },
      { verdict: 'ours-only', count: 2, amount: 9_850 },
      { verdict: 'still-open', count: 1, amount: 7_000 },
      { verdict: 'amount-differs', count: 1, amount: 12_000 },
      { verdict: 'theirs-only', count: 0, amount: 0 },
      { verdict: 'issued-twice', count: 0, amount: 0 },
    ],
  },
  exposure: [
    { month: '2026-11', partner: 'cint-match', until: '2026-12-26', amount: 1_204_000 },
    { month: '2026-11', partner: 'cint-router', until: '2026-12-26', amount: 611_500 },
    { month: '2026-10', partner: 'purespectrum', until: '2027-01-29', amount: 873_250 },
  ],
  statements: [
    { ...DUE, partner: 'cint-match', ours: 2_104, statement: statement('12', [2_101, 1, 2], null) },
    { ...DUE, partner: 'cint-router', ours: 1_062, statement: statement('11', [1_047, 10, 5], ago(90)) },
    { ...DUE, partner: 'purespectrum', ours: 873, isOverdue: true, statement: null },
  ],
};

export const moneyFixture: PageFixture<'money'> = {
  data: MONEY,
  states: [
    { path: '/money', heading: 'Liability now' },
    { path: '/money?frozen', heading: 'Liability now', data: { frozen: FREEZE } },
    {
      path: '/money?empty',
      heading: 'No payouts need review',
      data: { needsReview: [], withheldRewards: [], messages: [] },
    },
    { path: '/money', heading: 'Resolve a payout', press: 'Resolve…' },
    { path: '/money', heading: 'Reject or take back a reward', press: 'Reject…' },
    { path: '/money', heading: 'Close a message', press: 'Close…' },
    { path: '/money', heading: 'Definitions', press: 'What Liability means' },
  ],
};
