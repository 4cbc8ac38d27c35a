/** The Quality page. Every figure is of the nightly snapshot. */

import { isOverReconciled, type MonthOfPartner } from '@panel/domain/console/quality-page';
import type { Day } from '@panel/domain/console/values';
import { definePage, type PageRequest } from '../console/page.ts';
import { readCounts, snapshotDay } from '../figures/snapshots.ts';
import type { ScoreBand } from './count-quality.ts';

export type QualityPageData = {
  countedOn: Day;
  /** The approved panelists by score, `90 to 100` first, and those without a score last. */
  scores: { score: string; people: number }[];
  /** The newest month first. */
  months: MonthOfPartner[];
};

const BANDS = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, null];
const nameOf = (band: number | null): string =>
  band === null ? 'No score yet' : `${10 * band} to ${band === 9 ? 100 : 10 * band + 9}`;

const readQualityPage = async ({ deps, at }: PageRequest): Promise<QualityPageData> => {
  const { database } = deps;
  const countedOn = await snapshotDay(database, at);
  const [months = [], bands = []] = await Promise.all([
    readCounts<MonthOfPartner[]>(database, countedOn, 'quality-months'),
    readCounts<ScoreBand[]>(database, countedOn, 'quality-scores'),
  ]);
  return {
    countedOn,
    scores: BANDS.map((band) => ({
      score: nameOf(band),
      people: bands.find((one) => one.band === band)?.people ?? 0,
    })),
    months,
  };
};

export const qualityPage = definePage('quality', {
  read: readQualityPage,
  tables: {
    scores: ({ scores }) => scores,
    months: ({ months }) => months.map((month) => ({ ...month, isOverReconciled: isOverReconciled(month) })),
  },
});
