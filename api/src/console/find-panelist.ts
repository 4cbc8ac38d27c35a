/** Finds the panelist that an operator means, by did, and the end of the did that names them in conversation. */
import { identify, readDid } from '../identity/panelists.ts';
import type { Queries } from '../platform/database/database.ts';
import { Problem } from '../platform/http/problems.ts';
import { isUnreadable } from '../platform/security/panelist-keys.ts';
import type { Vault } from '../platform/security/vault.ts';
import { OperatorError } from './operation.ts';

export const NO_PANELIST = 'No panelist has this did.';

/** For `.catch`: throws `why` for an unknown panelist and rethrows any other error. */
export const refuseUnknown =
  (why: string) =>
  (error: unknown): never => {
    throw error instanceof Problem && error.code === 'unknown-panelist' ? new OperatorError(why) : error;
  };

export const panelistIdOf = async (db: Queries, vault: Vault, did: string): Promise<string> =>
  (await identify(db, vault, did).catch(refuseUnknown(NO_PANELIST))).id;

/** The end of the did, to tell panelists apart without naming them; null if it can't be read, for example while the key store is down. */
export async function didEndOf(db: Queries, vault: Vault, id: string): Promise<string | null> {
  try {
    return (await readDid(db, vault, id))?.slice(-4) ?? null;
  } catch (error) {
    const isGone = error instanceof Problem && error.code === 'unknown-panelist';
    if (isGone || isUnreadable(error)) return null;
    throw error;
  }
}
