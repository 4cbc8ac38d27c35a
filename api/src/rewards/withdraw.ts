import { randomUUID } from 'node:crypto';
import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import { MINIMUM_WITHDRAWAL } from '@panel/domain/rewards/money';
import { didIndexOf, requirePanelist } from '../identity/panelists.ts';
import { batchWrites, inPlace, type Placed } from '../platform/batches.ts';
import { combineCtes, sql, type Tx } from '../platform/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { addMs } from '../platform/queue.ts';
import { vaultLabel } from '../platform/vault.ts';
import { insertTransfers, lockWallet, type Transfer, walletIdOf } from './ledger.ts';
import { forfeitPendingRewards, surveysWithReward } from './rewards.ts';
import { erasePinsOf } from './withdrawals.ts';

/** Where there were too many, `retryAt` says when the next one is accepted. */
type Requested = { readonly accepted: boolean; readonly retryAt: Date | null };

/**
 * Reserves the whole available balance for a voucher. Requested again while that withdrawal is open, or soon after it by a
 * phone that lost the answer, it answers the same and reserves nothing twice.
 */
type RequestWithdrawal = (did: string) => Promise<Requested>;

type NewWithdrawal = {
  readonly didIndex: Buffer;
  readonly id: string;
  readonly didSealed: Buffer;
  readonly messageId: string;
};

/** `mostADay` are the new withdrawals of one panelist within 24 hours; null for no limit. */
export function openWithdrawals({ database, vault, clock }: Dependencies, mostADay: number | null): RequestWithdrawal {
  const write = batchWrites<NewWithdrawal, Requested>({
    keysOf: ({ didIndex }) => [didIndex.toString('base64')],
    async writeAll(withdrawals, { wait }) {
      const at = clock.now();
      const rows = await database.write<Placed<Requested>>(sql`
        select place, accepted, retry_at as "retryAt" from request_withdrawals(
          ${wait}, ${withdrawals.map(({ didIndex }) => didIndex)}::bytea[], ${withdrawals.map(({ id }) => id)}::uuid[],
          ${withdrawals.map(({ didSealed }) => didSealed)}::bytea[], ${withdrawals.map(({ messageId }) => messageId)}::uuid[],
          ${MINIMUM_WITHDRAWAL}, ${addMs(at, -REPEAT_WINDOW_MS)}, ${at}, ${mostADay}::integer)`);
      return inPlace(withdrawals, rows);
    },
  });
  return async (did) => {
    const id = randomUUID();
    const didSealed = vault.seal(vaultLabel.withdrawalDid(id), did);
    return requirePanelist(await write({ didIndex: didIndexOf(vault, did), id, didSealed, messageId: randomUUID() }));
  };
}

/** What a deleted profile leaves behind: the debt in cents, and the surveys that were paid, as 'partner:survey'. */
type ClosedWallet = { readonly debt: bigint; readonly surveys: readonly string[] };

/**
 * Assumption: forfeited-on-deletion. Empties the wallet of a profile that is being deleted: the balances are forfeited, and
 * a debt is written off. What is reserved for a voucher stays: it still arrives.
 */
export async function closeWallet(tx: Tx, panelistId: string, at: Date): Promise<ClosedWallet> {
  const { id: walletId, pending, available, owed } = await lockWallet(tx, await walletIdOf(tx, panelistId));
  await erasePinsOf(tx, walletId, at);
  const transfers: readonly Transfer[] = [
    {
      kind: 'forfeited',
      subject: walletId,
      walletId,
      moves: [
        ['pending', 'forfeited', pending],
        ['available', 'forfeited', available],
      ],
    },
    { kind: 'written-off', subject: walletId, walletId, moves: [['write-off', 'owed', -owed]] },
  ];
  const needed = transfers.filter(({ moves }) => moves.some(([, , amount]) => amount > 0n));
  if (needed.length > 0)
    await tx.many(combineCtes({ ...insertTransfers(needed, at), rewards: forfeitPendingRewards(walletId) }));
  const surveys = await surveysWithReward(tx, walletId);
  // Only the tombstone says which surveys they were, or it would lead to the wallet.
  await tx.many(sql`
    update rewards set survey_id = session_id where wallet_id = ${walletId} and survey_id <> session_id`);
  return { debt: -owed, surveys };
}
