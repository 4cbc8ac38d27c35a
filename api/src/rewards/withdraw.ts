import { randomUUID } from 'node:crypto';
import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import { isApproved } from '@panel/domain/panelists/status';
import { MINIMUM_WITHDRAWAL } from '@panel/domain/rewards/money';
import { lockPanelist } from '../identity/panelists.ts';
import type { Tx } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { vaultLabel } from '../platform/vault.ts';
import { lockWallet, type Move, postTransfer, walletIdOf } from './ledger.ts';
import { reversePendingRewards } from './rewards.ts';
import { erasePinsDeliveredBy, insertWithdrawal, isOpen, latestWithdrawal } from './withdrawals.ts';

/**
 * Reserves the whole available balance for a voucher. Requested again while that withdrawal is open, or soon after it by a
 * phone that lost the answer, it answers the same and reserves nothing twice.
 */
export async function requestWithdrawal({ database, vault, clock }: Dependencies, did: string): Promise<boolean> {
  const at = clock.now();
  return database.transaction(async (tx) => {
    const panelist = await lockPanelist(tx, vault, did);
    if (!isApproved(panelist.status)) return false;
    const { id: walletId, available } = await lockWallet(tx, await walletIdOf(tx, panelist.id));
    const latest = await latestWithdrawal(tx, walletId);
    if (latest && isOpen(latest.state)) return true;
    if (available < MINIMUM_WITHDRAWAL)
      return latest?.state === 'paid' && at.getTime() - latest.requestedAt.getTime() < REPEAT_WINDOW_MS;

    const id = randomUUID();
    const didSealed = vault.seal(vaultLabel.withdrawalDid(id), did);
    await insertWithdrawal(tx, { id, walletId, amount: available, didSealed }, at);
    const moves: readonly Move[] = [['available', 'reserved', available]];
    await postTransfer(tx, { kind: 'withdrawal-reserved', subject: id, walletId, moves }, at);
    return true;
  });
}

/**
 * Assumption: forfeited-on-deletion. What a panelist forfeits by deleting the profile. What is reserved for a voucher is
 * not forfeited: it still arrives.
 */
export async function forfeitBalances(tx: Tx, panelistId: string, at: Date): Promise<void> {
  const { id: walletId, pending, available } = await lockWallet(tx, await walletIdOf(tx, panelistId));
  await erasePinsDeliveredBy(tx, at, walletId);
  if (pending + available === 0n) return;
  const moves: readonly Move[] = [
    ['pending', 'forfeited', pending],
    ['available', 'forfeited', available],
  ];
  await postTransfer(tx, { kind: 'forfeited', subject: walletId, walletId, moves }, at);
  await reversePendingRewards(tx, walletId);
}
