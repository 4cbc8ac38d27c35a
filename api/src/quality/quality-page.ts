/** The Quality page. Every figure is of the nightly snapshot. */
import { monthsUpTo } from '@panel/domain/calendar';
import { MAX_RECONCILED_SHARE, RECONCILED_MONTHS } from '@panel/domain/console/quality-page';
import { PARTNERS } from '@panel/domain/partners/partners';
import type { PageReader } from '../console/page-request.ts';
import { readCounts, snapshotDay } from '../figures/snapshots.ts';
import type { MonthQuality, ScoreBand } from './count-quality.ts';

const BANDS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, null];

export const readQualityPage: PageReader<'quality'> = async ({ deps, at }) => {
  const { database } = deps;
  const countedOn = await snapshotDay(database, at);
  const [months = [], bands = []] = await Promise.all([
    readCounts<MonthQuality[]>(database, countedOn, 'quality-months'),
    readCounts<ScoreBand[]>(database, countedOn, 'quality-scores'),
  ]);
  const recent = monthsUpTo(countedOn.slice(0, 7), RECONCILED_MONTHS);
  return {
    countedOn,
    scores: BANDS.map((band) => ({
      from: band === null ? null : 10 * band,
      people: bands.find((one) => one.band === band)?.people ?? 0,
    })),
    months,
    reconciliation: PARTNERS.map((partner) => {
      const own = months.filter((one) => one.partner === partner && recent.includes(one.month));
      const rewarded = own.reduce((sum, one) => sum + one.rewarded, 0);
      const reversed = own.reduce((sum, one) => sum + one.reversed, 0);
      return { partner, rewarded, reversed, isOver: reversed > MAX_RECONCILED_SHARE * rewarded };
    }),
  };
};
