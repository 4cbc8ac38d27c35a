import { deletePanelist, insertTombstone } from '../identity/panelists.ts';
import type { Tx } from '../platform/database.ts';
import { closeWallet } from '../rewards/withdraw.ts';

/** Deletes everything personal at once. The panelist's row must be locked. */
export async function deleteProfile(tx: Tx, panelistId: string, at: Date): Promise<void> {
  await insertTombstone(tx, panelistId, await closeWallet(tx, panelistId, at), at);
  await deletePanelist(tx, panelistId);
}
