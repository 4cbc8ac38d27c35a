import { randomUUID } from 'node:crypto';
import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import { isApproved } from '@panel/domain/panelists/status';
import { MINIMUM_WITHDRAWAL } from '@panel/domain/rewards/money';
import { didIndexOf, found } from '../identity/panelists.ts';
import { type Tx, together } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { vaultLabel } from '../platform/vault.ts';
import { insertTransfers, lockWallet, type Move, walletIdOf } from './ledger.ts';
import { reversePendingRewards } from './rewards.ts';
import { erasePinsOf, insertWithdrawal, isOpen, lockWalletToWithdraw } from './withdrawals.ts';

/**
 * Reserves the whole available balance for a voucher. Requested again while that withdrawal is open, or soon after it by a
 * phone that lost the answer, it answers the same and reserves nothing twice.
 */
export async function requestWithdrawal({ database, vault, clock }: Dependencies, did: string): Promise<boolean> {
  const at = clock.now();
  const didIndex = didIndexOf(vault, did);
  return database.transaction(async (tx) => {
    const { status, walletId, available, latest } = found(await lockWalletToWithdraw(tx, didIndex));
    if (!isApproved(status)) return false;
    if (latest && isOpen(latest.state)) return true;
    if (available < MINIMUM_WITHDRAWAL)
      return latest?.state === 'paid' && at.getTime() - latest.requestedAt.getTime() < REPEAT_WINDOW_MS;

    const id = randomUUID();
    const didSealed = vault.seal(vaultLabel.withdrawalDid(id), did);
    const moves: readonly Move[] = [['available', 'reserved', available]];
    await tx.many(
      together({
        withdrawal: insertWithdrawal({ id, walletId, amount: available, didSealed }, at),
        ...insertTransfers([{ kind: 'withdrawal-reserved', subject: id, walletId, moves }], at),
      }),
    );
    return true;
  });
}

/**
 * Assumption: forfeited-on-deletion. What a panelist forfeits by deleting the profile. What is reserved for a voucher is
 * not forfeited: it still arrives.
 */
export async function forfeitBalances(tx: Tx, panelistId: string, at: Date): Promise<void> {
  const { id: walletId, pending, available } = await lockWallet(tx, await walletIdOf(tx, panelistId));
  await erasePinsOf(tx, walletId, at);
  if (pending + available === 0n) return;
  const moves: readonly Move[] = [
    ['pending', 'forfeited', pending],
    ['available', 'forfeited', available],
  ];
  await tx.many(
    together({
      ...insertTransfers([{ kind: 'forfeited', subject: walletId, walletId, moves }], at),
      rewards: reversePendingRewards(walletId),
    }),
  );
}
