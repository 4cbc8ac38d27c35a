/** Days and months of South Africa, as pages name them. */
import { addDays } from '../rollups.ts';

/** The beginning of a day. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+02:00`);

export function addMonthsTo(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The `count` months ending with `month`, oldest first. */
export const monthsUpTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonthsTo(month, index + 1 - count));

/** Days after the end of a month in which partners may reverse its completions. */
const OPEN_DAYS = 90;
/** Whether partners may still reverse completions of a month. */
export const isOpenMonth = (month: string, on: string): boolean =>
  addDays(`${addMonthsTo(month, 1)}-01`, OPEN_DAYS) > on;

/** The last days of the `count` months before the month of `day`, oldest first. */
export const monthEnds = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(`${addMonthsTo(day.slice(0, 7), index + 1 - count)}-01`, -1));
