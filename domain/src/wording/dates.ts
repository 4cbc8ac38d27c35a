import { monthOf, southAfricanClock, southAfricanDate } from '../calendar.ts';

/** 3 Mar. */
export const shortDay = (day: string): string => `${Number(day.slice(8))} ${monthOf(day).slice(0, 3)}`;

/** The South African day of an instant: 3 Mar 2026. */
export function shownDay(instant: Date): string {
  const day = southAfricanDate(instant);
  return `${shortDay(day)} ${day.slice(0, 4)}`;
}

/** 3 Mar 2026 at 14:05. */
export const shownMinute = (instant: Date): string => `${shownDay(instant)} at ${southAfricanClock(instant)}`;
