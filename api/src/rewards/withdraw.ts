import { randomUUID } from 'node:crypto';
import { addMs } from '@panel/domain/durations';
import { isApproved, type PanelistStatus } from '@panel/domain/panelists/status';
import { cents } from '@panel/domain/rewards/money';
import {
  decideWithdrawal,
  OPEN_WITHDRAWAL_STATES,
  type WalletAtRequest,
  type WITHDRAWAL_LIMITS,
  WITHDRAWALS_COUNTED_MS,
  type WithdrawalDecision,
  type WithdrawalState,
} from '@panel/domain/rewards/withdrawal';
import { didIndexOf, requirePanelist } from '../identity/panelists.ts';
import { insertMessagesStatement } from '../messages/outbox.ts';
import { sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import { insertTransfersStatements } from './ledger.ts';

/** Reserves the whole available balance for a voucher, if `decideWithdrawal` accepts it. Nothing is reserved twice. */
export const requestWithdrawal = (
  { database, vault, clock }: Pick<Dependencies, 'database' | 'vault' | 'clock'>,
  did: string,
  limits: typeof WITHDRAWAL_LIMITS,
): Promise<WithdrawalDecision> =>
  database.transaction(async (tx) => {
    const at = clock.now();
    const { walletId, ...wallet } = await lockWalletAtRequest(tx, didIndexOf(vault, did), at);
    const decision = decideWithdrawal(wallet, at, limits);
    if (decision !== 'accept') return decision;
    const id = randomUUID();
    const moves = [['available', 'reserved', wallet.available]] as const;
    await tx.commitWith(
      sql`
          insert into withdrawals (id, wallet_id, amount, state, reference, did_sealed, requested_at, next_attempt_at)
          values (${id}, ${walletId}, ${wallet.available}, 'reserved', ${referenceOf(id)},
            ${vault.seal(vaultLabel.withdrawalDid(id), did)}, ${at}, ${at})`,
      ...insertTransfersStatements([{ kind: 'withdrawal-reserved', subject: id, walletId, moves }], at),
      insertMessagesStatement([{ kind: 'withdrawal-requested', subject: id, panelistId: null }], at),
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
        and (d.state = any(${OPEN_WITHDRAWAL_STATES}::text[]) or d.requested_at > ${addMs(at, -WITHDRAWALS_COUNTED_MS)})
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
