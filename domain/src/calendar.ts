import { DAY_MS } from './durations.ts';

/** South Africa keeps one time all year, two hours ahead of UTC. Ages and due dates count in it. */
const SAST_MS = 2 * 60 * 60 * 1000;

/** The date in South Africa at an instant, as yyyy-MM-dd. */
export const southAfricanDate = (instant: Date): string =>
  new Date(instant.getTime() + SAST_MS).toISOString().slice(0, 10);

/** The time of day in South Africa at an instant, as HH:mm. */
export const southAfricanClock = (instant: Date): string =>
  new Date(instant.getTime() + SAST_MS).toISOString().slice(11, 16);

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const SHORT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const monthIndexOf = (day: string): number => Number(day.slice(5, 7)) - 1;
/** The month of a day or a month, as yyyy-MM-dd or yyyy-MM. */
const monthOf = (day: string): string => MONTHS[monthIndexOf(day)] ?? '';

/** A day without its year: 3 Mar. */
export const shortDay = (day: string): string => `${Number(day.slice(8))} ${SHORT_MONTHS[monthIndexOf(day)]}`;

/** A day or a month in words: 17 November 2026, November 2026. */
export const inWords = (date: string): string =>
  `${date.length === 7 ? '' : `${Number(date.slice(8))} `}${monthOf(date)} ${date.slice(0, 4)}`;

/** A minute of this year or the last: 15 November at 14:05. */
export function minuteInWords(instant: Date): string {
  const day = southAfricanDate(instant);
  return `${Number(day.slice(8))} ${monthOf(day)} at ${southAfricanClock(instant)}`;
}

/** The South African day of an instant: 3 Mar 2026. */
export function shownDay(instant: Date): string {
  const day = southAfricanDate(instant);
  return `${shortDay(day)} ${day.slice(0, 4)}`;
}

/** 3 Mar 2026 at 14:05. */
export const shownMinute = (instant: Date): string => `${shownDay(instant)} at ${southAfricanClock(instant)}`;

/** The instant of a minute in South Africa, given as yyyy-MM-ddTHH:mm. */
export const southAfricanMinute = (text: string): Date => new Date(Date.parse(`${text}:00Z`) - SAST_MS);
/** The instant at which a day begins in South Africa. */
export const startOfDay = (day: string): Date => southAfricanMinute(`${day}T00:00`);

/** An instant moved by calendar months in South Africa; the 31st becomes the last day of a shorter month. */
export function addMonths(instant: Date, months: number): Date {
  const moved = new Date(instant.getTime() + SAST_MS);
  const day = moved.getUTCDate();
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(day, lastDay));
  return new Date(moved.getTime() - SAST_MS);
}

/** A day, as yyyy-MM-dd, moved by days. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A month, as yyyy-MM, moved by months. */
export function addMonthsTo(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const index = year * 12 + number - 1 + months;
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
}

/** The `count` months ending with `month`, oldest first. */
export const monthsUpTo = (month: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addMonthsTo(month, index + 1 - count));

/** The last days of the `count` months before the month of `day`, oldest first. */
export const lastDaysOfMonths = (day: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => addDays(`${addMonthsTo(day.slice(0, 7), index + 1 - count)}-01`, -1));

/** Whether a text is a real date, written yyyy-MM-dd. Year 0 doesn't exist, and PostgreSQL can't store it. */
export function isRealDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Whole years between two dates, counted to the day: 18 on the eighteenth birthday. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years;
}
