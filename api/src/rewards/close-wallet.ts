/** What a profile that is being deleted leaves of its money. */
import type { Transfer } from '@panel/domain/rewards/money';
import type { PaidSurvey } from '../identity/tombstones.ts';
import { dropReturnedNotices } from '../messages/outbox.ts';
import { sql, type Tx } from '../platform/database/database.ts';
import { insertTransfersStatements, lockWallet, walletOfPanelist } from './ledger.ts';
import { erasePinsOf } from './sealed-data.ts';
import { withdrawalIdsOf } from './withdrawals.ts';

/** What a deleted profile leaves behind: the debt in cents, and the paid surveys. */
type ClosedWallet = { readonly debt: bigint; readonly surveys: readonly PaidSurvey[] };

/**
 * Assumption: forfeited-on-deletion. Empties the wallet of a profile that is being deleted: the balances are forfeited, and a debt is
 * written off. Money that is reserved for a voucher stays, and the voucher still arrives.
 */
export async function closeWallet(tx: Tx, panelistId: string, at: Date): Promise<ClosedWallet> {
  const { id: walletId } = await walletOfPanelist(tx, panelistId);
  const { pending, available, owed } = await lockWallet(tx, walletId);
  // A notice that money was returned is untrue once the balance is forfeited, and would keep the device. A voucher still arrives.
  await dropReturnedNotices(tx, await withdrawalIdsOf(tx, panelistId), at);
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
    await tx.run(
      ...insertTransfersStatements(needed, at),
      sql`update rewards set state = 'forfeited' where wallet_id = ${walletId} and state = 'pending'`,
    );
  // A survey without an id uses its session's.
  const surveys = await tx.many<PaidSurvey>(sql`
    select partner, survey_id as "surveyId" from rewards where wallet_id = ${walletId} and survey_id <> session_id`);
  // Only the tombstone names the surveys; otherwise they would link it to the wallet.
  await tx.run(sql`
    update rewards set survey_id = session_id where wallet_id = ${walletId} and survey_id <> session_id`);
  return { debt: -owed, surveys };
}
