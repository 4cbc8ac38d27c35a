/** Figures that more than one page shows. */

import { addDays } from '@panel/domain/calendar';
import type { CentsNumber, Day } from '@panel/domain/console/values';
import type { Queries } from '../platform/database/database.ts';
import type { FigureOf } from './day-figures.ts';
import { figuresBetween, sumOf } from './rollups.ts';

export type DayFigures = {
  day: Day;
  signUps: number;
  activeIn7Days: number;
  completes: number;
  paidOut: CentsNumber;
  vouchers: number;
};

/** Whether a transfer pays a panelist. What the issuer charged without a payout is written off. */
export const isPaidOut = ({ kind, account }: Pick<FigureOf, 'kind' | 'account'>): boolean =>
  account === 'paid-out' && kind !== 'written-off';
/** Paid by voucher; claims are paid by hand. */
const isVoucher = ({ kind, account }: FigureOf): boolean => kind === 'withdrawal-paid' && account === 'paid-out';

/** One entry per day, oldest first. */
export async function dayFigures(db: Queries, from: string, to: string): Promise<DayFigures[]> {
  const figures = await figuresBetween(db, ['sign-ups', 'active', 'completes', 'transfers', 'moved'], from, to);
  const days: DayFigures[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const ofDay = figures.filter((figure) => figure.day === day);
    const value = (name: string, matches = (_: FigureOf) => true) =>
      sumOf(ofDay, (one) => one.figure === name && matches(one));
    days.push({
      day,
      signUps: value('sign-ups'),
      activeIn7Days: value('active', ({ detail }) => detail === '7'),
      completes: value('completes'),
      paidOut: value('moved', isPaidOut),
      vouchers: value('transfers', isVoucher),
    });
  }
  return days;
}
