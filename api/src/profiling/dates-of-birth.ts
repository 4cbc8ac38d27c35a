/** Dates of birth are encrypted. They are only read for panelists whose month of birth doesn't decide their age. */
import { ageOn } from '@panel/domain/calendar';
import { dateOfBirth } from '@panel/domain/panelists/questions';
import type { Opener } from '../platform/security/panelist-keys.ts';
import type { Vault } from '../platform/security/vault.ts';
import { readPersonalAnswer } from './store.ts';

type MaybeSealed = { readonly panelistId: string | null; readonly sealed: Buffer | null };

/** The ages, by panelist, of the rows with a date of birth; null if the panelist's key is lost. */
export async function readAges(
  vault: Vault,
  today: string,
  rows: readonly MaybeSealed[],
): Promise<ReadonlyMap<string | null, number | null>> {
  const sealedOf = new Map(
    rows.flatMap(({ panelistId, sealed }) => (panelistId && sealed ? [[panelistId, sealed]] : [])),
  );
  const keys = await vault.panelistKeys.openers([...sealedOf.keys()]);
  const readAge = (panelistId: string, sealed: Buffer): number | null => {
    const bornOn = readPersonalAnswer(keys.get(panelistId) as Opener, panelistId, dateOfBirth.id, sealed);
    return typeof bornOn === 'string' ? ageOn(bornOn, today) : null;
  };
  return new Map([...sealedOf].map(([panelistId, sealed]) => [panelistId, readAge(panelistId, sealed)]));
}
