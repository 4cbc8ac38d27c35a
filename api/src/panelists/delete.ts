import { deletePanelist } from '../identity/panelists.ts';
import type { Tx } from '../platform/database.ts';
import { forfeitBalances } from '../rewards/withdraw.ts';

/** Deletes everything personal at once. The panelist's row must be locked. */
export async function deleteProfile(tx: Tx, panelistId: string, at: Date): Promise<void> {
  await forfeitBalances(tx, panelistId, at);
  await deletePanelist(tx, panelistId);
}
