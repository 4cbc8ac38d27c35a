import { southAfricanClock, southAfricanDate } from '../calendar.ts';

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

/** The month of a day or a month. */
export const monthOf = (day: string): string => MONTHS[Number(day.slice(5, 7)) - 1] ?? '';

/** 3 Mar. */
export const shortDay = (day: string): string => `${Number(day.slice(8))} ${monthOf(day).slice(0, 3)}`;

/** The South African day of an instant: 3 Mar 2026. */
export function shownDay(instant: Date): string {
  const day = southAfricanDate(instant);
  return `${shortDay(day)} ${day.slice(0, 4)}`;
}

/** A day or a month, as yyyy-MM-dd or yyyy-MM, in words: 27 April 1994, April 1994. */
export function inWords(date: string): string {
  const month = `${monthOf(date)} ${date.slice(0, 4)}`;
  return date.length === 7 ? month : `${Number(date.slice(8))} ${month}`;
}

/** 3 Mar 2026 at 14:05. */
export const shownMinute = (instant: Date): string => `${shownDay(instant)} at ${southAfricanClock(instant)}`;
