/**
 * Withdrawals and their vouchers as stored, and the chat messages about them. payout-steps.ts decides the next step, and the database
 * enforces the order.
 */
import { formatRand } from '@panel/domain/rewards/amounts';
import { type Move, min } from '@panel/domain/rewards/money';
import type { WithdrawalState } from '@panel/domain/rewards/withdrawal';
import { chatMessages } from '@panel/domain/wording/chat';
import { type Compose, insertMessagesStatement } from '../messages/outbox.ts';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { isNotSetAside } from '../platform/failed-items.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';
import type { Issued } from './issuer.ts';
import { insertTransfersStatements, lockWallet } from './ledger.ts';

export type Withdrawal = {
  readonly id: string;
  readonly walletId: string;
  readonly amount: string;
  readonly state: WithdrawalState;
  /** The issuer's name for it; the same for every attempt. */
  readonly reference: string;
  readonly didSealed: Buffer;
  readonly firstSentAt: Date | null;
  /** The last attempt without an answer. Until it can no longer arrive, the refusal of another attempt proves nothing. */
  readonly unansweredAt: Date | null;
  readonly attempts: number;
  /** Since when every look-up of the device has failed; null if the last one succeeded. */
  readonly unreachableSince: Date | null;
};
/** The fields needed to pay or return a withdrawal. */
export type OpenWithdrawal = Pick<Withdrawal, 'id' | 'walletId' | 'amount'>;

export const withdrawalIdsOf = (db: Queries, panelistId: string): Promise<string[]> =>
  db.column(sql`
    select d.id from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = ${panelistId}`);

const WITHDRAWALS = sql`
  select id, wallet_id as "walletId", amount, state, reference, did_sealed as "didSealed", first_sent_at as "firstSentAt",
    unanswered_at as "unansweredAt", attempts, unreachable_since as "unreachableSince"
  from withdrawals`;

/**
 * Whether it is its turn, and payouts aren't frozen. A freeze after a failover excludes what was first sent after `resendableSince`: the
 * issuer still remembers its reference, but won't tomorrow.
 */
const isDue = (at: Date, resendableSince: Date): Statement =>
  sql`
    next_attempt_at <= ${at} and not exists (
      select from payout_freezes f
      where f.lifted_at is null and not (f.until_reconciled and coalesce(first_sent_at > ${resendableSince}, false)))`;

/** The most overdue open withdrawal that isn't `underWay` in this process. */
export const findDueWithdrawal = (db: Queries, at: Date, resendableSince: Date, underWay: readonly string[]) =>
  db.one<Withdrawal>(sql`
    ${WITHDRAWALS}
    where state in ('reserved', 'sending', 'unknown') and id <> all(${underWay}::uuid[]) and ${isDue(at, resendableSince)}
      and ${isNotSetAside('payouts', sql`withdrawals.id::text`, at)}
    order by next_attempt_at limit 1`);

/** Undefined if another worker has it or has taken it further, or payouts were frozen since it was found: a look-up takes seconds. */
export const lockDueWithdrawal = (tx: Tx, { id, state, attempts }: Withdrawal, at: Date, resendableSince: Date) =>
  tx.one<Withdrawal>(sql`
    ${WITHDRAWALS}
    where id = ${id} and state = ${state} and attempts = ${attempts} and ${isDue(at, resendableSince)}
    for no key update skip locked`);

export const lockWithdrawal = (tx: Tx, id: string) =>
  tx.one<Pick<Withdrawal, 'state' | 'attempts'>>(sql`
    select state, attempts from withdrawals where id = ${id} for no key update`);

export const setNeedsReview = (tx: Tx, id: string) =>
  tx.run(sql`update withdrawals set state = 'needs-review', next_attempt_at = null where id = ${id}`);

export const setSending = (tx: Tx, id: string, at: Date, leaseUntil: Date) =>
  tx.run(sql`
    update withdrawals set state = 'sending', attempts = attempts + 1, first_sent_at = coalesce(first_sent_at, ${at}),
      unanswered_at = ${at}, unreachable_since = null, next_attempt_at = ${leaseUntil}
    where id = ${id}`);

/** The super-app has no number for this device; its withdrawal is returned after a day. */
export const DEVICE_UNREACHABLE = 'device-unreachable';
type Wait = { readonly code: string; readonly unreachableSince: Date; readonly retryAt: Date };
export const setUnreachable = (tx: Tx, id: string, { code, unreachableSince, retryAt }: Wait) =>
  tx.run(sql`
    update withdrawals set outcome_code = ${code}, unreachable_since = ${unreachableSince}, next_attempt_at = ${retryAt}
    where id = ${id}`);

type Attempt = { readonly code: string; readonly unansweredAt: Date | null; readonly retryAt: Date };
export const setUnknown = (tx: Tx, id: string, { code, unansweredAt, retryAt }: Attempt) =>
  tx.run(sql`
    update withdrawals set state = 'unknown', outcome_code = ${code}, unanswered_at = ${unansweredAt}, next_attempt_at = ${retryAt}
    where id = ${id} and state = 'sending'`);

/** As if it had never been sent. */
export const setReserved = (tx: Tx, id: string, { code, retryAt }: Pick<Attempt, 'code' | 'retryAt'>) =>
  tx.run(sql`
    update withdrawals set state = 'reserved', first_sent_at = null, unanswered_at = null, attempts = 0, outcome_code = ${code},
      next_attempt_at = ${retryAt}
    where id = ${id} and state = 'sending'`);

/** Ends a withdrawal with its voucher, whose PIN goes to the chat. */
export async function payWithdrawal(
  tx: Tx,
  vault: Vault,
  { id, walletId, amount }: OpenWithdrawal,
  { pin, serial, transaction, expiresOn }: Omit<Issued, 'kind'>,
  at: Date,
): Promise<void> {
  const moves: readonly Move[] = [['reserved', 'paid-out', BigInt(amount)]];
  await tx.run(
    ...insertTransfersStatements([{ kind: 'withdrawal-paid', subject: id, walletId, moves }], at),
    sql`
        update withdrawals set state = 'paid', ended_at = ${at}, next_attempt_at = null,
          first_sent_at = coalesce(first_sent_at, requested_at)
        where id = ${id}`,
    sql`
        insert into vouchers (withdrawal_id, pin_sealed, serial_last4, issuer_transaction, expires_on, issued_at)
        values (${id}, ${vault.seal(vaultLabel.voucherPin(id), pin)}, ${serial.slice(-4)}, ${transaction}, ${expiresOn}, ${at})`,
    insertMessagesStatement([{ kind: 'voucher', subject: id, panelistId: null }], at),
  );
}

/**
 * Ends a withdrawal that has no voucher and can't get one: the money pays off the panelist's debt and the rest is available again. If the
 * profile was deleted in the meantime, it is kept as unclaimed, and an operator pays it out.
 */
export async function returnWithdrawal(
  tx: Tx,
  { id, walletId, amount }: OpenWithdrawal,
  code: string,
  at: Date,
): Promise<void> {
  const total = BigInt(amount);
  const { owed, panelistId } = await lockWallet(tx, walletId);
  const paidOff = min(-owed, total);
  const moves: readonly Move[] = [
    ['reserved', 'owed', paidOff],
    ['reserved', panelistId === null ? 'unclaimed' : 'available', total - paidOff],
  ];
  await tx.run(
    ...insertTransfersStatements([{ kind: 'withdrawal-returned', subject: id, walletId, moves }], at),
    sql`
        update withdrawals set state = 'returned', outcome_code = ${code}, ended_at = ${at}, next_attempt_at = null
        where id = ${id}`,
    insertMessagesStatement([{ kind: 'withdrawal-returned', subject: id, panelistId: null }], at),
  );
}

/** Closes the unclaimed money of a deleted profile's withdrawal: it was paid to its owner by hand. The wallet must be locked. */
export async function recordClaim(tx: Tx, { id, walletId, amount }: OpenWithdrawal, at: Date): Promise<void> {
  const moves: readonly Move[] = [['unclaimed', 'paid-out', BigInt(amount)]];
  await tx.run(
    ...insertTransfersStatements([{ kind: 'claimed', subject: id, walletId, moves }], at),
    sql`insert into claims (withdrawal_id, amount) values (${id}, ${amount})`,
  );
}

/** The text is composed when it is sent, so that a PIN is stored only encrypted. Nothing is sent once the PIN or the device has been erased. */
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
      where t.subject = d.id and t.kind = 'withdrawal-returned' and p.account = 'unclaimed') as "isUnclaimed"
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
