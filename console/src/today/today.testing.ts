import type { DayFigures } from '@panel/api/figures/page-figures';
import type { TodayPageData } from '@panel/api/pages/today';
import type { PartyHealth } from '@panel/domain/console/today-page';
import { PARTNERS } from '@panel/domain/partners/partners';
import { ago, dayBefore, HOUR, NOW, series } from '../clock.testing.ts';
import { BOOKS, FREEZE } from '../money/money.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

const connection = (
  name: PartyHealth['name'],
  seconds: number,
  slow: number[] = [],
  broken: number[] = [],
): PartyHealth => ({
  name,
  state: slow.includes(47) ? 'slow' : 'up',
  since: slow.includes(47) ? ago(80) : null,
  breakerOpen: false,
  medianSeconds: seconds,
  failedShare: seconds / 300,
  halfHours: series(48, (index) => (broken.includes(index) ? 'broken' : slow.includes(index) ? 'slow' : 'up')),
});

const dayFigures = (index: number, from: number): DayFigures => {
  const isWeekend = index % 7 > 4;
  const vouchers = isWeekend ? 6 : 17;
  return {
    day: dayBefore(from - index),
    signUps: 33 + ((index * 7) % 11) - (isWeekend ? 8 : 0),
    activeIn7Days: 3_900 + 13 * index,
    completes: 150 - (isWeekend ? 60 : 0) + ((index * 5) % 9),
    paidOut: vouchers * 7_400 + index * 90,
    vouchers,
  };
};

export const TODAY: TodayPageData = {
  at: NOW,
  waiting: [
    { kind: 'statements', count: 1, oldest: ago(8 * 24 * HOUR), overdue: true, amount: null },
    { kind: 'disputes', count: 14, oldest: ago(6 * 24 * HOUR), overdue: true, amount: 20_750 },
    { kind: 'withdrawals', count: 3, oldest: ago(52 * HOUR), overdue: true, amount: 26_000 },
    {
      kind: 'withheld-rewards',
      count: 7,
      oldest: ago(26 * HOUR),
      overdue: true,
      amount: 9_650,
      reasons: ['over-daily-cap', 'too-fast'],
    },
    { kind: 'proposals', count: 2, oldest: ago(20 * HOUR + 35), overdue: true, amount: 8_400 },
    { kind: 'unknown-codes', count: 1, oldest: ago(19 * HOUR), overdue: false, amount: null },
    { kind: 'messages', count: 2, oldest: ago(310), overdue: false, amount: 11_800 },
    { kind: 'failed-items', count: 2, oldest: ago(64), overdue: false, amount: null },
  ],
  failedItems: [
    {
      job: 'release',
      item: '4b0f7a52-6a0e-4d0e-9a51-0c1f1b5f6f0d',
      reason: '23514 cents_held_check',
      failures: 7,
      since: ago(64),
      nextTryAt: ago(-4),
    },
    {
      job: 'callbacks',
      item: 'cint-match s_9d1c4a7be2f0438f9b6a51c2d7e80f13:complete',
      reason: 'TypeError in decide',
      failures: 2,
      since: ago(31),
      nextTryAt: null,
    },
  ],
  proposals: [
    {
      id: 'P-318',
      operation: 'credit-reward',
      title: 'Credit a session',
      amount: 1_400,
      facts: [
        { label: 'Session', proposed: { text: 's-19f2b4, Cint Match' }, now: { text: 's-19f2b4, Cint Match' } },
        { label: 'Partner reported', proposed: { text: 'Complete' }, now: { text: 'Complete' } },
        { label: 'Pending', proposed: { cents: 3_100 }, now: { cents: 3_100 } },
      ],
      reason: 'Over the cap by one; the partner confirms the complete.',
      proposedBy: 'finance-1',
      proposedAt: ago(48),
      endsAt: ago(-23 * HOUR - 12),
      own: false,
      mayApprove: true,
    },
    {
      id: 'P-317',
      operation: 'resolve-payout',
      title: 'Resolve a payout',
      amount: 7_000,
      facts: [{ label: 'State', proposed: { text: 'needs-review' }, now: { text: 'paid' } }],
      reason: 'The issuer’s ticket 55120: issued 13 Nov 08:31.',
      proposedBy: 'finance-1',
      proposedAt: ago(20 * HOUR + 35),
      endsAt: ago(-3 * HOUR - 25),
      own: false,
      mayApprove: true,
    },
  ],
  decided: [
    {
      id: 'P-316',
      title: 'Credit a session',
      amount: 950,
      proposedBy: 'finance-1',
      end: 'carried-out',
      decidedBy: 'finance-2',
      remark: null,
      at: ago(190),
    },
    {
      id: 'P-315',
      title: 'Credit a session',
      amount: 2_600,
      proposedBy: 'finance-1',
      end: 'refused',
      decidedBy: 'finance-2',
      remark: 'The session was already reversed twice',
      at: ago(1318),
    },
  ],
  books: BOOKS,
  payouts: {
    frozenSince: null,
    open: [
      { state: 'reserved', count: 35, amount: 265_592 },
      { state: 'needs-review', count: 3, amount: 25_808 },
    ],
  },
  connections: [
    ...PARTNERS.map((partner, index) =>
      index === 1 ? connection(partner, 3.8, [23, 45, 46, 47]) : connection(partner, 0.9, [9]),
    ),
    connection('issuer', 1.7, [30, 31]),
    connection('chat', 0.3, [38], [37]),
  ],
  panelSize: 20_412,
  days: series(30, (index) => dayFigures(index, 30)),
  daysBefore: series(30, (index) => ({ ...dayFigures(index, 60), activeIn7Days: 3_500 + 13 * index })),
  visits: { total: 61_000, inOldBrowsers: 1_281, started: 60_512 },
};

export const todayFixture: PageFixture<'today'> = {
  data: TODAY,
  states: [
    { path: '/today?signed-out', heading: 'Sign in' },
    { path: '/today', heading: 'The last 30 days' },
    {
      path: '/today?frozen',
      heading: 'Payouts have been frozen since',
      data: { payouts: { ...TODAY.payouts, frozenSince: FREEZE.since } },
    },
  ],
};
