/** Months of birth as keyed hashes: an index finds a sample by age, while dates of birth stay encrypted. */
import type { Vault } from '../platform/security/vault.ts';

/** Takes a date or a month, written yyyy-MM-dd or yyyy-MM. */
export const birthMonthIndex = (vault: Vault, date: string): Buffer => vault.digest('birth-month', date.slice(0, 7));

const EARLIEST_YEAR = 1900;

/** The months in which people of these ages were born. In the first and the last month, the day of birth decides. */
export function birthMonthsOf([minAge, maxAge]: readonly [number, number], today: string): string[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = Math.max(year - maxAge - 1, EARLIEST_YEAR) * 12 + month - 1;
  const last = (year - minAge) * 12 + month - 1;
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => {
    const at = first + index;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  });
}
