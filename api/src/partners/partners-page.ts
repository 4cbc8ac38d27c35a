import { addDays, monthsUpTo } from '@panel/domain/calendar';
import type { PartnerFigures, PartnersPageData } from '@panel/domain/console/money-pages';
import { PARTNERS, type Partner, SIGNED_RETURNS } from '@panel/domain/partners/partners';
import type { PageReader } from '../console/page-request.ts';
import { partnerKey, partnerTransferKey, readPartnerKey } from '../figures/figure-keys.ts';
import { type DailyFigure, figuresBetween, isCompletion, lastCountedDay, sumOf } from '../figures/rollups.ts';
import type { Database } from '../platform/database/database.ts';
import type { TransferKind } from '../rewards/ledger.ts';
import { countPendingRewards } from '../rewards/rewards.ts';
import { openBlocks } from './blocks.ts';
import { reportedCodes } from './codes-page.ts';
import { lateEndsOf } from './late-ends.ts';
import type { PartnerDependencies } from './partner.ts';
import { readPartyHealth } from './party-health.ts';
import { isOpenMonth } from './statements.ts';

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

export const readPartners: PageReader<'partners', PartnerDependencies & { readonly replica: Database }> = async ({
  deps,
  query,
  at,
}) => {
  const to = await lastCountedDay(deps.replica, at);
  const days = PERIODS.find((period) => String(period) === query.get('days')) ?? 30;
  const from = addDays(to, 1 - days);
  const months = monthsUpTo(to.slice(0, 7), MONTHS);
  const [figures, connections, blocks, pending, lateEnds] = await Promise.all([
    figuresBetween(deps.replica, [...FIGURES, 'transfers', 'reversed-of-month'], `${months[0]}-01`, to),
    readPartyHealth(deps, at),
    openBlocks(deps.database),
    countPendingRewards(deps.replica),
    lateEndsOf(deps.replica, deps.config.lateEnds),
  ]);
  const inPeriod = figures.filter(({ day }) => day >= from);
  return {
    from,
    to,
    partners: PARTNERS.map((partner) => {
      const connection = connections.find(({ name }) => name === partner);
      return {
        ...figuresOf(partner, inPeriod),
        pendingNow: pending.get(partner) ?? 0,
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
        earned: sumOf(figures, (one) => isEarned(one, partner) && one.day.startsWith(month)),
        reversed: sumOf(
          figures,
          ({ figure, key }) => figure === 'reversed-of-month' && key === partnerKey(partner, month),
        ),
      })),
    })),
    callbacks: PARTNERS.map((partner) => ({
      partner,
      verified: sumOf(inPeriod, ({ figure, key }) => figure === 'callbacks' && key === partnerKey(partner, 'verified')),
      failed: sumOf(inPeriod, ({ figure, key }) => figure === 'callbacks' && key === partnerKey(partner, 'failed')),
    })),
    codes: reportedCodes(inPeriod),
    lateEnds,
  };
};

const isEarned = ({ figure, key }: DailyFigure, partner: Partner): boolean =>
  figure === 'transfers' && key === partnerTransferKey('earned', partner);

type CountedFigures = Omit<PartnerFigures, 'connection' | 'breakerOpen' | 'blockedSince' | 'pendingNow'>;

function figuresOf(partner: Partner, figures: readonly DailyFigure[]): CountedFigures {
  const sum = (name: string, wanted: string) => sumOf(figures, ({ figure, key }) => figure === name && key === wanted);
  const transfers = (kind: TransferKind) => sum('transfers', partnerTransferKey(kind, partner));
  const moved = (kind: TransferKind) => sum('moved', partnerTransferKey(kind, partner));
  return {
    partner,
    entered: sum('entered', partner),
    // Unsigned returns are recorded too, but anyone may have sent them.
    returned: SIGNED_RETURNS.includes(partner) ? sum('returned', partner) : null,
    completed: sumOf(figures, (one) => isCompletion(one, partner)),
    released: sum('released', partner),
    // Reinstated rewards may have been reversed before the period.
    reversed: Math.max(0, transfers('reversed') - transfers('reinstated')),
    medianMinutes: medianOf(partner, figures),
    owedByPartner: sum('owed-by-partner', partner),
    rewards: -(moved('earned') + moved('corrected') + moved('reinstated')),
  };
}

function medianOf(partner: Partner, figures: readonly DailyFigure[]): number | null {
  const counts = new Map<number, number>();
  for (const { figure, key, value } of figures) {
    const [of, detail] = (figure === 'minutes' && readPartnerKey(key)) || [];
    if (of !== partner) continue;
    const minutes = Number(detail);
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

function weeksOf(figures: readonly DailyFigure[], to: string): PartnersPageData['weeks'] {
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
        completed: sumOf(ofWeek, (one) => isCompletion(one, partner)),
      })),
    };
  });
}
