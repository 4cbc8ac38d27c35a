import { chatMessages } from '@panel/domain/wording/chat';
import { deletePanelist, findAndLockPanelist } from '../identity/panelists.ts';
import { insertTombstone } from '../identity/tombstones.ts';
import { type Compose, insertMessageToDeviceStatement } from '../messages/outbox.ts';
import { forgetSurveys } from '../partners/store.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';
import { closeWallet } from '../rewards/close-wallet.ts';

/** Deletes everything personal at once, and notifies the chat if the device is known. Does nothing if the profile is already deleted. */
export async function deleteProfile(
  tx: Tx,
  vault: Vault,
  { id, did }: { readonly id: string; readonly did: string | null },
  at: Date,
): Promise<void> {
  // The tombstone must have the status that another transaction is setting.
  if (!(await findAndLockPanelist(tx, id))) return;
  if (did !== null) await tx.run(insertMessageToDeviceStatement(vault, 'profile-deleted', did, at));
  await insertTombstone(tx, id, await closeWallet(tx, id, at), at);
  await forgetSurveys(tx, id);
  await deletePanelist(tx, id);
}

export function composeProfileDeleted({ config, vault }: Dependencies): Compose {
  const text = chatMessages(config.product).profileDeleted(config.contact);
  return async ({ id, didSealed }) => didSealed && { did: vault.open(vaultLabel.messageDid(id), didSealed), text };
}
