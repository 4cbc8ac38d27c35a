import type { PartnersPageData } from '@panel/domain/console/money-pages';
import { DAY_MS } from '@panel/domain/durations';
import { PARTNERS as PARTNER_IDS } from '@panel/domain/partners/partners';
import { ago, HOUR, series } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

const PARTNERS: PartnersPageData = {
  from: '2026-10-16',
  to: '2026-11-14',
  partners: PARTNER_IDS.map((partner, index) => {
    const entered = 9_842 - 2_300 * index;
    return {
      partner,
      connection: index === 1 ? 'slow' : 'up',
      breakerOpen: false,
      blockedSince: null,
      entered,
      returned: Math.round(0.8 * entered),
      completed: Math.round(0.22 * entered),
      pending: Math.round(0.1 * entered),
      released: Math.round(0.11 * entered),
      reversed: 36 - 6 * index,
      medianMinutes: 12 + index,
      owedByPartner: 656 * entered,
      rewarded: Math.round(0.21 * entered),
      rewards: 295 * entered,
    };
  }),
  weeks: series(12, (index) => ({
    week: new Date(Date.parse('2026-08-24') + index * 7 * DAY_MS).toISOString().slice(0, 10),
    partners: PARTNER_IDS.map((partner, at) => ({
      partner,
      entered: 1_000,
      completed: 198 - 16 * at + (2 - at) * index,
    })),
  })),
  months: series(6, (index) => ({
    month: `2026-${String(6 + index).padStart(2, '0')}`,
    open: index > 3,
    partners: PARTNER_IDS.map((partner, at) => ({
      partner,
      earned: 1_000,
      reversed: index > 4 ? 6 : 19 + at * index,
    })),
  })),
  callbacks: PARTNER_IDS.map((partner, index) => ({
    partner,
    verified: 12_628 - 3_400 * index,
    failed: 6 + 17 * index,
  })),
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
