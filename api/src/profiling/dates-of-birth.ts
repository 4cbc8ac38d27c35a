/** Dates of birth are encrypted. They are only read for panelists whose month of birth doesn't decide their age. */
import { ageOn } from '@panel/domain/calendar';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import { isKeyLost, type Opener } from '../platform/security/panelist-keys.ts';
import type { Vault } from '../platform/security/vault.ts';
import { readPersonalAnswer } from './store.ts';

type MaybeSealed = { readonly panelistId: string | null; readonly sealed: Buffer | null };

/** Reads the available dates of birth. A row has no age if its month of birth decides, and null if the panelist's key is lost. */
export async function readAges(vault: Vault, today: string, rows: readonly MaybeSealed[]) {
  const datesOfBirth = await readDatesOfBirth(vault, rows.filter(hasSealed));
  return (row: MaybeSealed): number | null | undefined => {
    if (!hasSealed(row)) return undefined;
    const bornOn = datesOfBirth.get(row.panelistId);
    return bornOn === undefined ? null : ageOn(bornOn, today);
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
