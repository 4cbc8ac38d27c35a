/** Figures that more than one page shows. */

import { addDays } from '@panel/domain/calendar';
import type { CentsNumber, Day } from '@panel/domain/console/values';
import type { Queries } from '../platform/database/database.ts';
import { isPaidOut, readTransferKey, transferKey } from './figure-keys.ts';
import { figuresBetween, sumOf } from './rollups.ts';

export type DayFigures = {
  day: Day;
  signUps: number;
  activeIn7Days: number;
  completes: number;
  paidOut: CentsNumber;
  vouchers: number;
};

/** Paid by voucher; claims are paid by hand. */
const VOUCHER = transferKey('withdrawal-paid', 'paid-out');

/** One entry per day, oldest first. */
export async function dayFigures(db: Queries, from: string, to: string): Promise<DayFigures[]> {
  const figures = await figuresBetween(db, ['sign-ups', 'active', 'completes', 'transfers', 'moved'], from, to);
  const days: DayFigures[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const ofDay = figures.filter((figure) => figure.day === day);
    const value = (name: string, matches = (_: string) => true) =>
      sumOf(ofDay, ({ figure, key }) => figure === name && matches(key));
    days.push({
      day,
      signUps: value('sign-ups'),
      activeIn7Days: value('active', (key) => key === '7'),
      completes: value('completes'),
      paidOut: value('moved', (key) => isPaidOut(...readTransferKey(key))),
      vouchers: value('transfers', (key) => key === VOUCHER),
    });
  }
  return days;
}
