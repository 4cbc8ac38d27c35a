/** Chat messages about a withdrawal. The text is composed when it is sent, so that a PIN is stored only encrypted. */
import { formatRand } from '@panel/domain/rewards/money';
import { chatMessages } from '@panel/domain/wording/chat';
import type { Compose } from '../messages/delivery.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

/** Nothing is sent once the PIN or the device has been erased. */
export function composeVoucher({ config, database, vault }: Dependencies): Compose {
  const { voucher } = chatMessages(config.product);
  return async ({ subject: id }) => {
    type Row = { amount: string; didSealed: Buffer | null; pinSealed: Buffer | null; expiresOn: string | null };
    const row = await database.one<Row>(sql`
      select amount, did_sealed as "didSealed", pin_sealed as "pinSealed", to_char(expires_on, 'YYYY-MM-DD') as "expiresOn"
      from withdrawals w join vouchers v on v.withdrawal_id = w.id where w.id = ${id}`);
    if (!row?.didSealed || !row.pinSealed) return null;
    const pin = vault.open(vaultLabel.voucherPin(id), row.pinSealed);
    return {
      did: vault.open(vaultLabel.withdrawalDid(id), row.didSealed),
      text: voucher(formatRand(Number(row.amount)), pin, row.expiresOn),
    };
  };
}

/** Null once the device has been erased. */
async function announcedWithdrawal(db: Queries, vault: Vault, id: string) {
  const row = await db.one<{ amount: string; reference: string; didSealed: Buffer | null; isUnclaimed: boolean }>(sql`
    select d.amount, d.reference, d.did_sealed as "didSealed", exists (
      select from postings p join transfers t on t.id = p.transfer_id
      where t.key = ${`withdrawal-returned:${id}`} and p.account = 'unclaimed') as "isUnclaimed"
    from withdrawals d where d.id = ${id}`);
  if (!row?.didSealed) return null;
  const did = vault.open(vaultLabel.withdrawalDid(id), row.didSealed);
  return { ...row, did, amount: formatRand(Number(row.amount)) };
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
