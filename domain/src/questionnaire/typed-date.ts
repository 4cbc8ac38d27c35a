/** The date of birth as a person types it: DD/MM/YYYY, eight bare digits, or yyyy-MM-dd. */
import { isRealDate } from '../calendar.ts';

/** What was typed, as yyyy-MM-dd; null if it isn't a real date. */
export function readDateOfBirth(typed: string): string | null {
  const text = typed.trim();
  const dayFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  const [, day = '', month = '', year = ''] = dayFirst ?? [];
  const iso = dayFirst ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
  return isRealDate(iso) ? iso : null;
}

/** Adds the slashes while typing. After 18, 19 or 20 it waits for the fifth character, which tells a day from a year. */
export function withSlashes(typed: string): string {
  if (/[^\d/]/.test(typed)) return typed;
  const parts = typed.split('/');
  // A day or month of one digit, followed by a slash that the panelist typed.
  if (parts.slice(0, -1).some((part) => part.length === 1)) return typed;
  const digits = typed.replace(/\D/g, '').slice(0, 8);
  if (parts.length === 1 && digits.length < 5 && /^(18|19|20)/.test(digits)) return digits;
  if (parts.length > 1 && typed.endsWith('/')) return typed;
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}
