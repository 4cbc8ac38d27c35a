/** Months of birth as keyed hashes: an index finds a sample by age, while dates of birth stay encrypted. */
import { addMonthsTo, monthsUpTo } from '@panel/domain/calendar';
import type { Vault } from '../platform/security/vault.ts';

/** Takes a date or a month, written yyyy-MM-dd or yyyy-MM. */
export const birthMonthIndex = (vault: Vault, date: string): Buffer => vault.digest('birth-month', date.slice(0, 7));

/** The months in which people of these ages were born. In the first and the last month, the day of birth decides. */
export const birthMonthsOf = ([minAge, maxAge]: readonly [number, number], today: string): string[] =>
  monthsUpTo(addMonthsTo(today.slice(0, 7), -12 * minAge), 12 * (maxAge - minAge + 1) + 1);
