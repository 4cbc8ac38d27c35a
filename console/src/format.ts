/** Figures, dates and sentences as the console writes them: South African time, thousands by a narrow space. */
import { southAfricanMinute } from '@panel/domain/calendar';
import { countText } from '@panel/domain/console/count-text';
import type { CentsNumber, Day, Instant, Month } from '@panel/domain/console/values';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@panel/domain/durations';
import { groupedNumber } from '@panel/domain/grouped-number';

const ZONE = 'Africa/Johannesburg';

export const count = (value: number): string => `${value < 0 ? '−' : ''}${groupedNumber(Math.round(Math.abs(value)))}`;

/** `10 000 or more`, if the server stopped counting there. */
export const countUpTo = (value: number, max = Number.POSITIVE_INFINITY): string =>
  value >= max ? `${count(max)} or more` : count(value);

/** R208 651.00; with a minus if it is negative. */
export function rand(cents: CentsNumber): string {
  const absolute = Math.abs(cents);
  const fraction = String(absolute % 100).padStart(2, '0');
  return `${cents < 0 ? '−' : ''}R${count(Math.floor(absolute / 100))}.${fraction}`;
}
/** For sums over a long time, without cents. */
export const wholeRand = (cents: CentsNumber): string => `${cents < 0 ? '−' : ''}R${count(Math.abs(cents) / 100)}`;
export const signedRand = (cents: CentsNumber): string => (cents > 0 ? `+${rand(cents)}` : rand(cents));

export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
export const percent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)}%`;
/** +8.2% against the value before; null if that was zero. */
export const change = (now: number, before: number): string | null =>
  before === 0 ? null : `${now < before ? '−' : '+'}${percent(Math.abs(now / before - 1))}`;

export const plural = (value: number, one: string, many?: string): string => countText(value, one, many, count(value));

export const minutes = (value: number): string => `${count(value)} min`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
/** `a`, `a and b`, `a, b and c`. */
export const listed = (items: readonly string[], last = 'and'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;

const formatter = (options: Intl.DateTimeFormatOptions, timeZone = ZONE) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, ...options });
  // ICU writes September as Sept in British English.
  return (date: Date): string =>
    format
      .format(date)
      .replace('Sept', 'Sep')
      .replace(/(?<=^\w+),/, '');
};
const SHORT_DAY = formatter({ day: 'numeric', month: 'short' });
const YEAR_DAY = formatter({ day: 'numeric', month: 'short', year: 'numeric' });
const LONG_DAY = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const TIME = formatter({ hour: '2-digit', minute: '2-digit' });
const MONTH = formatter({ month: 'short', year: '2-digit' });

/** A day has no time: noon is the same day in South Africa. */
const dateOf = (value: Day | Instant): Date =>
  value.length === 10 ? southAfricanMinute(`${value}T12:00`) : new Date(value);

/** A date is never broken over two lines. */
const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

export const day = (value: Day | Instant): string => unbroken(SHORT_DAY(dateOf(value)));
export const dayAndYear = (value: Day | Instant): string => unbroken(YEAR_DAY(dateOf(value)));
export const longDay = (value: Day | Instant): string => LONG_DAY(dateOf(value));
export const time = (value: Instant): string => TIME(dateOf(value));
export const dayAndTime = (value: Instant): string => `${day(value)}\u00a0${time(value)}`;
export const month = (value: Month): string => unbroken(MONTH(dateOf(`${value}-15`)));

/** The ends of months by their names, and the day that a series ends with. */
export const monthEnds = (days: readonly Day[]): string[] =>
  days.map((value, index) => (index === days.length - 1 ? day(value) : month(value.slice(0, 7))));

/** How long ago: 6 d, 2 d 4 h, 6 h 12 min, 5 min. */
export function age(since: Instant, now: Instant): string {
  const length = Math.max(0, Date.parse(now) - Date.parse(since));
  const days = Math.floor(length / DAY_MS);
  const hours = Math.floor((length % DAY_MS) / HOUR_MS);
  const minutes = Math.floor((length % HOUR_MS) / MINUTE_MS);
  if (days >= 5) return `${days} d`;
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`;
  return `${minutes} min`;
}
