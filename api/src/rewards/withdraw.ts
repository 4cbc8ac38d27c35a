import { randomUUID } from 'node:crypto';
import { REPEAT_WINDOW_MS } from '@panel/domain/panelists/rules';
import { isApproved } from '@panel/domain/panelists/status';
import { MINIMUM_WITHDRAWAL } from '@panel/domain/rewards/money';
import type { Dependencies } from '../dependencies.ts';
import { sql, type Tx } from '../platform/database.ts';
import { lockPanelist } from '../platform/identify.ts';
import { lockWallet, post } from './ledger.ts';
import { eraseArrived } from './payouts.ts';

/**
 * Sets the whole available balance aside for a voucher. Asked again while that withdrawal is open, or soon after it by a
 * phone that lost the answer, it gives the same answer and sets nothing aside twice.
 */
export async function requestWithdrawal({ database, vault, clock }: Dependencies, did: string): Promise<boolean> {
  const at = clock.now();
  return database.transaction(async (tx) => {
    const panelist = await lockPanelist(tx, vault, did);
    if (!isApproved(panelist.status)) return false;
    const walletId = await walletOf(tx, panelist.id);
    const wallet = await lockWallet(tx, walletId);
    const last = await tx.one<{ state: string; requestedAt: Date }>(sql`
      select state, requested_at as "requestedAt" from withdrawals
      where wallet_id = ${walletId} order by requested_at desc limit 1`);
    if (last && last.state !== 'settled' && last.state !== 'reversed') return true;
    if (wallet.available < MINIMUM_WITHDRAWAL)
      return last?.state === 'settled' && at.getTime() - last.requestedAt.getTime() < REPEAT_WINDOW_MS;

    const id = randomUUID();
    const { available: amount } = wallet;
    await tx.many(sql`
      insert into withdrawals (id, wallet_id, amount, state, reference, did_sealed, requested_at, next_attempt_at)
      values (${id}, ${walletId}, ${amount}, 'reserved', ${referenceOf(id)}, ${vault.seal(`withdrawals:did:${id}`, did)}, ${at}, ${at})`);
    const postings = { available: -amount, reserved: amount as bigint };
    await post(tx, { kind: 'withdrawal-reserved', subject: id, walletId, postings }, at);
    return true;
  });
}

/** What the issuer knows a withdrawal by, for good. */
const referenceOf = (id: string) => `W${id.replaceAll('-', '')}`;

async function walletOf(tx: Tx, panelistId: string): Promise<string> {
  const wallet = await tx.one<{ id: string }>(sql`select id from wallets where panelist_id = ${panelistId}`);
  if (!wallet) throw new Error('A panelist without a wallet.');
  return wallet.id;
}

/** Assumption: forfeited-on-deletion. What a leaving panelist gives up. What is set aside for a voucher is not theirs to give up: it still arrives. */
export async function forfeit(tx: Tx, panelistId: string, at: Date): Promise<void> {
  const walletId = await walletOf(tx, panelistId);
  const { pending, available } = await lockWallet(tx, walletId);
  await eraseArrived(tx, at, walletId);
  if (pending + available === 0n) return;
  const postings = { pending: -pending, available: -available, forfeited: pending + available };
  await post(tx, { kind: 'forfeited', subject: walletId, walletId, postings }, at);
  await tx.many(sql`update rewards set state = 'reversed' where wallet_id = ${walletId} and state = 'pending'`);
}
