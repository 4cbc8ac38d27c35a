import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { DAY_MS } from '@panel/domain/durations';
import { ago, HOUR, series } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

export const PARTNERS: PartnersPageData = {
  from: '2026-10-16',
  to: '2026-11-14',
  partners: [
    {
      partner: 'cint-match',
      connection: 'up',
      breakerOpen: false,
      blockedSince: null,
      entered: 9_842,
      returned: 8_310,
      completed: 2_165,
      pending: 1_021,
      released: 1_108,
      reversed: 36,
      medianMinutes: 12,
      owedByPartner: 6_456_352,
      rewarded: 2_129,
      rewards: 2_905_430,
    },
    {
      partner: 'cint-router',
      connection: 'slow',
      breakerOpen: false,
      blockedSince: null,
      entered: 6_418,
      returned: 5_022,
      completed: 1_027,
      pending: 482,
      released: 515,
      reversed: 30,
      medianMinutes: 9,
      owedByPartner: 2_239_882,
      rewarded: 997,
      rewards: 1_007_487,
    },
    {
      partner: 'purespectrum',
      connection: 'up',
      breakerOpen: false,
      blockedSince: null,
      entered: 5_236,
      returned: 4_371,
      completed: 921,
      pending: 441,
      released: 466,
      reversed: 14,
      medianMinutes: 14,
      owedByPartner: 2_298_604,
      rewarded: 907,
      rewards: 1_034_283,
    },
  ],
  weeks: series(12, (index) => ({
    week: new Date(Date.parse('2026-08-24') + index * 7 * DAY_MS).toISOString().slice(0, 10),
    partners: [
      { partner: 'cint-match', entered: 1_000, completed: 198 + 2 * index },
      { partner: 'cint-router', entered: 1_000, completed: 189 - 3 * index },
      { partner: 'purespectrum', entered: 1_000, completed: 161 + ((index * 3) % 7) + index },
    ],
  })),
  months: series(6, (index) => ({
    month: `2026-${String(6 + index).padStart(2, '0')}`,
    open: index > 3,
    partners: [
      { partner: 'cint-match', earned: 1_000, reversed: index > 4 ? 6 : 19 },
      { partner: 'cint-router', earned: 1_000, reversed: index > 4 ? 11 : 36 + index },
      { partner: 'purespectrum', earned: 1_000, reversed: index > 4 ? 4 : 15 },
    ],
  })),
  callbacks: [
    { partner: 'cint-match', verified: 12_628, failed: 12 },
    { partner: 'cint-router', verified: 6_020, failed: 41 },
    { partner: 'purespectrum', verified: 5_290, failed: 6 },
  ],
  codes: [
    { partner: 'purespectrum', code: '47', seen: 5, firstAt: ago(98), lastAt: ago(98), readAs: null },
    {
      partner: 'cint-router',
      code: '98',
      seen: 61,
      firstAt: ago(14 * HOUR),
      lastAt: ago(14 * HOUR),
      readAs: 'screenout',
    },
    { partner: 'cint-match', code: '-6', seen: 12, firstAt: ago(97 * HOUR), lastAt: ago(97 * HOUR), readAs: 'drop' },
  ],
  lateEnds: [
    { partner: 'cint-match', survey: null, people: 1204, droppedLate: 96, medianMinutes: 7, leftOut: false },
    {
      partner: 'cint-match',
      survey: 'Survey 48\u202f213 (771204)',
      people: 31,
      droppedLate: 19,
      medianMinutes: 14,
      leftOut: true,
    },
  ],
};

export const partnersFixture: PageFixture<'partners'> = {
  data: PARTNERS,
  states: [{ path: '/partners', heading: 'From entry to reward' }],
};
