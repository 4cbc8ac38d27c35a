import { randomUUID } from 'node:crypto';
import { addMs } from '@panel/domain/durations';
import { isApproved, type PanelistStatus } from '@panel/domain/panelists/status';
import { cents } from '@panel/domain/rewards/money';
import {
  decideWithdrawal,
  OPEN_WITHDRAWAL_STATES,
  type WalletAtRequest,
  WITHDRAWAL_WINDOW_MS,
  type WithdrawalDecision,
  type WithdrawalState,
} from '@panel/domain/rewards/withdrawal';
import { didIndexOf, requirePanelist } from '../identity/panelists.ts';
import { insertMessagesStatement } from '../messages/outbox.ts';
import { combineCtes, sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import { insertTransfersStatements, lockWallet, type Transfer, walletIdOf } from './ledger.ts';
import { forfeitPendingRewardsStatement, surveysWithReward } from './rewards.ts';
import { erasePinsOf } from './withdrawals.ts';

/** Reserves the whole available balance for a voucher, if `decideWithdrawal` accepts it. Nothing is reserved twice. */
export const requestWithdrawal = (
  { database, vault, clock }: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
  maxWithdrawals: number | null,
): Promise<WithdrawalDecision> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const { walletId, ...wallet } = await lockWalletAtRequest(tx, didIndexOf(vault, did), at);
    const decision = decideWithdrawal(wallet, at, maxWithdrawals);
    if (decision !== 'accept') return decision;
    const id = randomUUID();
    const moves = [['available', 'reserved', wallet.available]] as const;
    await tx.commitWith(
      combineCtes({
        withdrawal: sql`
          insert into withdrawals (id, wallet_id, amount, state, reference, did_sealed, requested_at, next_attempt_at)
          values (${id}, ${walletId}, ${wallet.available}, 'reserved', ${referenceOf(id)},
            ${vault.seal(vaultLabel.withdrawalDid(id), did)}, ${at}, ${at})`,
        ...insertTransfersStatements([{ kind: 'withdrawal-reserved', subject: id, walletId, moves }], at),
        message: insertMessagesStatement([{ kind: 'withdrawal-requested', subject: id, panelistId: null }], at),
      }),
    );
    return decision;
  });

/** The issuer's name for a withdrawal. */
const referenceOf = (withdrawalId: string): string => `W${withdrawalId.replaceAll('-', '')}`;

type Row = {
  readonly walletId: string;
  readonly available: string;
  readonly status: PanelistStatus;
} & ({ readonly state: WithdrawalState; readonly requestedAt: Date } | { readonly state: null });

/** Locks the wallet of a did until the transaction ends, and reads the input for a withdrawal. */
async function lockWalletAtRequest(
  tx: Tx,
  didIndex: Buffer,
  at: Date,
): Promise<WalletAtRequest & { readonly walletId: string }> {
  // Two statements, sent together: a single one would see withdrawals as they were before it waited for the lock.
  const [, rows] = await Promise.all([
    tx.many(sql`
      select from panelists p join wallets w on w.panelist_id = p.id where p.did_index = ${didIndex}
      for no key update of w`),
    tx.many<Row>(sql`
      select w.id as "walletId", w.available, p.status, d.state, d.requested_at as "requestedAt"
      from panelists p join wallets w on w.panelist_id = p.id
      left join withdrawals d on d.wallet_id = w.id
        and (d.state = any(${OPEN_WITHDRAWAL_STATES}::text[]) or d.requested_at > ${addMs(at, -WITHDRAWAL_WINDOW_MS)})
      where p.did_index = ${didIndex}`),
  ]);
  const { walletId, available, status } = requirePanelist(rows[0]);
  return {
    walletId,
    isApproved: isApproved(status),
    available: cents(available),
    withdrawals: rows.flatMap((row) => (row.state === null ? [] : row)),
  };
}

/** What a deleted profile leaves behind: the debt in cents, and the paid surveys, as 'partner:survey'. */
type ClosedWallet = { readonly debt: bigint; readonly surveys: readonly string[] };

/**
 * Assumption: forfeited-on-deletion. Empties the wallet of a profile that is being deleted: the balances are forfeited, and a debt is
 * written off. Money that is reserved for a voucher stays, and the voucher still arrives.
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
    await tx.many(
      combineCtes({ ...insertTransfersStatements(needed, at), rewards: forfeitPendingRewardsStatement(walletId) }),
    );
  const surveys = await surveysWithReward(tx, walletId);
  // Only the tombstone names the surveys; otherwise they would link it to the wallet.
  await tx.many(sql`
    update rewards set survey_id = session_id where wallet_id = ${walletId} and survey_id <> session_id`);
  return { debt: -owed, surveys };
}
