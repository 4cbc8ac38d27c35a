import { addDays, monthsUpTo } from '@panel/domain/calendar';
import type { PartnerFigures, PartnersPageData } from '@panel/domain/console/money-pages';
import { wholeMinutes } from '@panel/domain/partners/length';
import { PARTNER_CONTRACTS, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { isOpenToReversals } from '@panel/domain/partners/reversal-window';
import { definePage, type PageRequest } from '../console/page.ts';
import { inRand } from '../console/page-csv.ts';
import { type DailyFigure, figuresBetween, sumOf } from '../figures/rollups.ts';
import { readCounts, snapshotDay } from '../figures/snapshots.ts';
import { readPartyHealth } from '../platform/parties/party-health.ts';
import { openBlocks } from './blocks.ts';
import { reportedCodes } from './codes-page.ts';
import { type EntryDay, type MedianLength, PERIODS } from './count-sessions.ts';
import type { PartnerDependencies } from './dependencies.ts';
import { lateEndsOf } from './late-ends.ts';

const WEEKS = 12;
const MONTHS = 6;
const FIGURES = ['callbacks', 'technical-codes', 'transfers', 'reversed-of-month'];

const readPartners = async ({ deps, query, at }: PageRequest<PartnerDependencies>): Promise<PartnersPageData> => {
  const to = await snapshotDay(deps.database, at);
  const days = PERIODS.find((period) => String(period) === query.get('days')) ?? 30;
  const from = addDays(to, 1 - days);
  const months = monthsUpTo(to.slice(0, 7), MONTHS);
  const [figures, entryDays = [], lengths = [], connections, blocks, lateEnds] = await Promise.all([
    figuresBetween(deps.database, FIGURES, `${months[0]}-01`, to),
    readCounts<EntryDay[]>(deps.database, to, 'entry-days'),
    readCounts<MedianLength[]>(deps.database, to, 'lengths'),
    readPartyHealth(deps, at),
    openBlocks(deps.database),
    lateEndsOf(deps.database),
  ]);
  const inPeriod = figures.filter(({ day }) => day >= from);
  return {
    from,
    to,
    partners: PARTNERS.map((partner) => {
      const connection = connections.find(({ name }) => name === partner);
      return {
        ...figuresOf(
          partner,
          entryDays.filter((one) => one.day >= from),
        ),
        medianMinutes: medianOf(lengths.find((one) => one.partner === partner && one.days === days)),
        connection: connection?.state ?? null,
        breakerOpen: connection?.breakerOpen ?? false,
        blockedSince: blocks.find((block) => block.partner === partner)?.since.toISOString() ?? null,
      };
    }),
    weeks: weeksOf(entryDays, to),
    months: months.map((month) => ({
      month,
      open: PARTNERS.some((partner) => isOpenToReversals(partner, month, to)),
      partners: PARTNERS.map((partner) => ({
        partner,
        earned: sumOf(figures, (one) => isEarned(one, partner) && one.day.startsWith(month)),
        reversed: sumOf(
          figures,
          (one) => one.figure === 'reversed-of-month' && one.partner === partner && one.detail === month,
        ),
      })),
    })),
    callbacks: PARTNERS.map((partner) => ({
      partner,
      verified: sumOf(inPeriod, (one) => isCallback(one, partner, 'verified')),
      failed: sumOf(inPeriod, (one) => isCallback(one, partner, 'failed')),
    })),
    codes: await reportedCodes(deps.database, inPeriod),
    lateEnds,
  };
};

export const partnersPage = definePage('partners', {
  read: readPartners,
  tables: {
    partners: ({ partners }) => inRand(partners, 'owedByPartner', 'rewards'),
    weeks: ({ weeks }) => weeks.flatMap(({ week, partners }) => partners.map((figures) => ({ week, ...figures }))),
    months: ({ months }) =>
      months.flatMap(({ month, open, partners }) => partners.map((figures) => ({ month, open, ...figures }))),
    callbacks: ({ callbacks }) => callbacks,
    codes: ({ codes }) => codes,
    'late-ends': ({ lateEnds }) => lateEnds,
  },
});

const isEarned = ({ figure, kind, account }: DailyFigure, partner: Partner): boolean =>
  figure === 'transfers' && kind === 'earned' && account === `partner:${partner}`;

const isCallback = (one: DailyFigure, partner: Partner, trust: 'verified' | 'failed'): boolean =>
  one.figure === 'callbacks' && one.partner === partner && one.detail === trust;

const medianOf = (length: MedianLength | undefined): number | null => (length ? wholeMinutes(length.seconds) : null);

type CountedFigures = Omit<PartnerFigures, 'connection' | 'breakerOpen' | 'blockedSince' | 'medianMinutes'>;

/** All of the sessions that were entered on these days. */
function figuresOf(partner: Partner, days: readonly EntryDay[]): CountedFigures {
  const sum = (pick: (day: EntryDay) => number) =>
    days.reduce((total, day) => (day.partner === partner ? total + pick(day) : total), 0);
  return {
    partner,
    entered: sum(({ entered }) => entered),
    // Unsigned returns are recorded too, but anyone may have sent them.
    returned: PARTNER_CONTRACTS[partner].signsReturns ? sum(({ returned }) => returned) : null,
    completed: sum(({ completed }) => completed),
    pending: sum(({ pending }) => pending),
    released: sum(({ released }) => released),
    reversed: sum(({ reversed }) => reversed),
    rewarded: sum(({ rewarded }) => rewarded),
    rewards: sum(({ rewards }) => rewards),
    owedByPartner: Math.round(sum(({ owed }) => owed)),
  };
}

function weeksOf(days: readonly EntryDay[], to: string): PartnersPageData['weeks'] {
  const weekday = (new Date(`${to}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(to, -weekday);
  return Array.from({ length: WEEKS }, (_, index) => {
    const week = addDays(monday, (index + 1 - WEEKS) * 7);
    const ofWeek = days.filter(({ day }) => day >= week && day < addDays(week, 7));
    return {
      week,
      partners: PARTNERS.map((partner) => {
        const { entered, completed } = figuresOf(partner, ofWeek);
        return { partner, entered, completed };
      }),
    };
  });
}
