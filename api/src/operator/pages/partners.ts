import type { PartnerFigures, PartnersPage } from '@panel/domain/console/money-pages';
import { PARTNERS, type Partner, SIGNED_RETURNS } from '@panel/domain/partners/partners';
import { openBlocks } from '../../partners/blocks.ts';
import { addDays, type Figure, figuresBetween, lastWholeDay, sumOf } from '../rollups.ts';
import { readPartyHealth } from './party-health.ts';
import { isOpenMonth, monthsUpTo, startOfDay } from './periods.ts';
import type { PageReader } from './request.ts';

const PERIODS = [7, 30, 90];
const WEEKS = 12;
const MONTHS = 6;
const FIGURES = [
  'entered',
  'returned',
  'minutes',
  'callbacks',
  'technical-codes',
  'owed-by-partner',
  'released',
  'moved',
];

export const readPartners: PageReader<'partners'> = async ({ deps, query, at }) => {
  const to = lastWholeDay(at);
  const days = PERIODS.find((period) => String(period) === query.get('days')) ?? 30;
  const from = addDays(to, 1 - days);
  const months = monthsUpTo(to.slice(0, 7), MONTHS);
  const [figures, connections, blocks] = await Promise.all([
    figuresBetween(deps.database, [...FIGURES, 'transfers', 'reversed-of-month'], `${months[0]}-01`, to),
    readPartyHealth(deps, at),
    openBlocks(deps.database),
  ]);
  const inPeriod = figures.filter(({ day }) => day >= from);
  return {
    from,
    to,
    partners: PARTNERS.map((partner) => {
      const connection = connections.find(({ name }) => name === partner);
      return {
        ...figuresOf(partner, inPeriod),
        connection: connection?.state ?? null,
        breakerOpen: connection?.breakerOpen ?? false,
        blockedSince: blocks.find((block) => block.partner === partner)?.since.toISOString() ?? null,
      };
    }),
    weeks: weeksOf(figures, to),
    months: months.map((month) => ({
      month,
      open: isOpenMonth(month, to),
      partners: PARTNERS.map((partner) => ({
        partner,
        earned: sumOf(figures, (one) => isCompleted(one, partner) && one.day.startsWith(month)),
        reversed: sumOf(figures, ({ figure, key }) => figure === 'reversed-of-month' && key === `${partner}:${month}`),
      })),
    })),
    callbacks: PARTNERS.map((partner) => ({
      partner,
      verified: sumOf(inPeriod, ({ figure, key }) => figure === 'callbacks' && key === `${partner}:verified`),
      failed: sumOf(inPeriod, ({ figure, key }) => figure === 'callbacks' && key === `${partner}:failed`),
    })),
    codes: codesOf(inPeriod),
  };
};

const isCompleted = ({ figure, key }: Figure, partner: Partner): boolean =>
  figure === 'transfers' && key === `earned:partner:${partner}`;

type CountedFigures = Omit<PartnerFigures, 'connection' | 'breakerOpen' | 'blockedSince'>;

function figuresOf(partner: Partner, figures: readonly Figure[]): CountedFigures {
  const sum = (name: string, wanted: string) => sumOf(figures, ({ figure, key }) => figure === name && key === wanted);
  const completed = sum('transfers', `earned:partner:${partner}`);
  const released = sum('released', partner);
  const reversed = sum('transfers', `reversed:partner:${partner}`) - sum('transfers', `reinstated:partner:${partner}`);
  const moved = ['earned', 'corrected', 'reinstated'].map((kind) => sum('moved', `${kind}:partner:${partner}`));
  return {
    partner,
    entered: sum('entered', partner),
    returned: SIGNED_RETURNS.includes(partner) ? sum('returned', partner) : null,
    completed,
    pending: Math.max(0, completed - released - reversed),
    released,
    reversed,
    medianMinutes: medianOf(partner, figures),
    owedByPartner: sum('owed-by-partner', partner),
    rewards: -moved.reduce((total, amount) => total + amount, 0),
  };
}

function medianOf(partner: Partner, figures: readonly Figure[]): number | null {
  const counts = new Map<number, number>();
  for (const { figure, key, value } of figures) {
    if (figure !== 'minutes' || !key.startsWith(`${partner}:`)) continue;
    const minutes = Number(key.slice(partner.length + 1));
    counts.set(minutes, (counts.get(minutes) ?? 0) + value);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let sofar = 0;
  for (const [minutes, count] of [...counts].sort(([a], [b]) => a - b)) {
    sofar += count;
    if (sofar * 2 >= total) return minutes;
  }
  return null;
}

function weeksOf(figures: readonly Figure[], to: string): PartnersPage['weeks'] {
  const weekday = (new Date(`${to}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(to, -weekday);
  return Array.from({ length: WEEKS }, (_, index) => {
    const week = addDays(monday, (index + 1 - WEEKS) * 7);
    const ofWeek = figures.filter(({ day }) => day >= week && day < addDays(week, 7));
    return {
      week,
      partners: PARTNERS.map((partner) => ({
        partner,
        entered: sumOf(ofWeek, ({ figure, key }) => figure === 'entered' && key === partner),
        completed: sumOf(ofWeek, (one) => isCompleted(one, partner)),
      })),
    };
  });
}

function codesOf(figures: readonly Figure[]): PartnersPage['codes'] {
  const codes = new Map<string, PartnersPage['codes'][number]>();
  for (const { figure, key, day, value } of figures) {
    if (figure !== 'technical-codes') continue;
    const partner = PARTNERS.find((one) => key.startsWith(`${one}:`));
    if (!partner) continue;
    const seen = (codes.get(key)?.seen ?? 0) + value;
    const lastAt = startOfDay(day).toISOString();
    codes.set(key, { partner, code: key.slice(partner.length + 1), seen, lastAt, readAs: 'technical' });
  }
  return [...codes.values()].sort((a, b) => (a.lastAt > b.lastAt ? -1 : 1));
}
