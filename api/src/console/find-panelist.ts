/** Finds the panelist that an operator means, and says by which end of the did they are spoken of. */
import { identify, panelistRecord } from '../identity/panelists.ts';
import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/http/problems.ts';
import { isUnreadable } from '../platform/security/panelist-keys.ts';
import type { Vault } from '../platform/security/vault.ts';
import { OperatorError } from './operation.ts';

export const NO_PANELIST = 'No panelist has this did.';

/** For a promise that finds a panelist: says `why` where there is none, and whatever else fails is thrown on. */
export const refuseUnknown =
  (why: string) =>
  (error: unknown): never => {
    throw error instanceof Problem && error.code === 'unknown-panelist' ? new OperatorError(why) : error;
  };

export const panelistIdOf = async (db: Queries, vault: Vault, did: string): Promise<string> =>
  (await identify(db, vault, did).catch(refuseUnknown(NO_PANELIST))).id;

/** By which people tell whom they speak of, without naming them; null where it can't be read, also while the key store is away. */
export async function didEndOf(db: Queries, vault: Vault, id: string): Promise<string | null> {
  try {
    return (await panelistRecord(db, vault, id)).did.slice(-4);
  } catch (error) {
    const isGone = error instanceof Problem && error.code === 'unknown-panelist';
    if (isGone || isUnreadable(error)) return null;
    throw error;
  }
}
