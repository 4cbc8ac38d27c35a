/** Dates of birth are encrypted. They are only read for panelists whose month of birth doesn't decide their age. */
import { ageOn } from '@panel/domain/calendar';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { isKeyLost, type Opener } from '../platform/security/panelist-keys.ts';
import type { Vault } from '../platform/security/vault.ts';
import { readPersonalAnswer } from './store.ts';

type MaybeSealed = { readonly panelistId: string | null; readonly sealed: Buffer | null };

/** Reads the available dates of birth, and returns which rows have these ages. A panelist whose key is lost has no known age. */
export async function ageChecker(
  vault: Vault,
  { ages, today }: { readonly ages: readonly [min: number, max: number] | null; readonly today: string },
  rows: readonly MaybeSealed[],
) {
  const datesOfBirth = await readDatesOfBirth(vault, rows.filter(hasSealed));
  return (row: MaybeSealed): boolean => {
    if (!ages || !hasSealed(row)) return true;
    const bornOn = datesOfBirth.get(row.panelistId);
    if (bornOn === undefined) return false;
    const age = ageOn(bornOn, today);
    return age >= ages[0] && age <= ages[1];
  };
}

type SealedDateOfBirth = { readonly panelistId: string; readonly sealed: Buffer };
const hasSealed = (row: MaybeSealed): row is SealedDateOfBirth => row.panelistId !== null && row.sealed !== null;

/** Dates of birth by panelist, without those whose key is lost. */
async function readDatesOfBirth(vault: Vault, rows: readonly SealedDateOfBirth[]): Promise<Map<string, string>> {
  const keys = await vault.panelistKeys.openers(rows.map(({ panelistId }) => panelistId));
  const datesOfBirth = new Map<string, string>();
  for (const { panelistId, sealed } of rows)
    try {
      const key = keys.get(panelistId) as Opener;
      datesOfBirth.set(panelistId, String(readPersonalAnswer(key, panelistId, dateOfBirth.id, sealed)));
    } catch (error) {
      if (!isKeyLost(error)) throw error;
    }
  return datesOfBirth;
}
