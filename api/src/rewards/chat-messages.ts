/** Chat messages about a withdrawal. The text is composed when it is sent, so that a PIN is stored only encrypted. */
import { cents, formatRand } from '@panel/domain/rewards/money';
import { chatMessages } from '@panel/domain/wording/chat';
import type { Compose } from '../messages/delivery.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

type VoucherToSend = {
  readonly did: string;
  readonly amount: string;
  readonly pin: string;
  readonly expiresOn: string | null;
};

/** Null once the PIN or the device has been erased. */
async function voucherToSend(db: Queries, vault: Vault, withdrawalId: string): Promise<VoucherToSend | null> {
  const row = await db.one<{
    amount: string;
    didSealed: Buffer | null;
    pinSealed: Buffer | null;
    expiresOn: string | null;
  }>(sql`
    select amount, did_sealed as "didSealed", pin_sealed as "pinSealed", to_char(expires_on, 'YYYY-MM-DD') as "expiresOn"
    from withdrawals w join vouchers v on v.withdrawal_id = w.id where w.id = ${withdrawalId}`);
  if (!row?.didSealed || !row.pinSealed) return null;
  return {
    did: vault.open(vaultLabel.withdrawalDid(withdrawalId), row.didSealed),
    amount: formatRand(cents(BigInt(row.amount))),
    pin: vault.open(vaultLabel.voucherPin(withdrawalId), row.pinSealed),
    expiresOn: row.expiresOn,
  };
}

type AnnouncedWithdrawal = {
  readonly did: string;
  readonly amount: string;
  readonly reference: string;
  readonly isUnclaimed: boolean;
};

/** Null once the device has been erased. */
async function announcedWithdrawal(
  db: Queries,
  vault: Vault,
  withdrawalId: string,
): Promise<AnnouncedWithdrawal | null> {
  const row = await db.one<{ amount: string; reference: string; didSealed: Buffer | null; isUnclaimed: boolean }>(sql`
    select d.amount, d.reference, d.did_sealed as "didSealed", exists (
      select from postings p join transfers t on t.id = p.transfer_id
      where t.key = ${`withdrawal-returned:${withdrawalId}`} and p.account = 'unclaimed') as "isUnclaimed"
    from withdrawals d where d.id = ${withdrawalId}`);
  if (!row?.didSealed) return null;
  return {
    did: vault.open(vaultLabel.withdrawalDid(withdrawalId), row.didSealed),
    amount: formatRand(cents(BigInt(row.amount))),
    reference: row.reference,
    isUnclaimed: row.isUnclaimed,
  };
}

export function composeVoucher({ config, database, vault }: Dependencies): Compose {
  return async ({ subject }) => {
    const voucher = await voucherToSend(database, vault, subject);
    if (!voucher) return null;
    const text = chatMessages(config.product).voucher(voucher.amount, voucher.pin, voucher.expiresOn);
    return { did: voucher.did, text };
  };
}

export function composeWithdrawalRequested({ config, database, vault }: Dependencies): Compose {
  const { withdrawalRequested } = chatMessages(config.product);
  return async ({ subject }) => {
    const requested = await announcedWithdrawal(database, vault, subject);
    return requested && { did: requested.did, text: withdrawalRequested(requested.amount, config.contact) };
  };
}

export function composeWithdrawalReturned({ config, database, vault }: Dependencies): Compose {
  const { withdrawalReturned, withdrawalUnclaimed } = chatMessages(config.product);
  return async ({ subject }) => {
    const returned = await announcedWithdrawal(database, vault, subject);
    if (!returned) return null;
    const { did, amount, reference, isUnclaimed } = returned;
    const text = isUnclaimed ? withdrawalUnclaimed(amount, reference, config.contact) : withdrawalReturned(amount);
    return { did, text, isNeededToClaim: isUnclaimed };
  };
}
