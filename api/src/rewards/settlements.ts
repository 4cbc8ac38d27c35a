/** Compares the issuer's settlement file, line by line, with our withdrawals. */
import { addDays, startOfDay } from '@panel/domain/calendar';
import type { SettlementVerdict } from '@panel/domain/console/money-pages';
import type { WithdrawalState } from '@panel/domain/rewards/withdrawal';
import type { Person } from '../console/names.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import { setNeedsReview } from './withdrawals.ts';

export type SettlementLine = {
  readonly reference: string;
  readonly amount: bigint;
  readonly serial: string;
  readonly transaction: string;
};

/** The outcome code of a withdrawal whose voucher the issuer issued and voided. */
export const VOIDED = 'voucher-voided';

type SettlementMatch = {
  readonly verdict: SettlementVerdict;
  readonly state: WithdrawalState | null;
  /** Cents of our withdrawal; null if we don't know the reference. */
  readonly ours: bigint | null;
};

/**
 * Stores the first line of a reference in any file, with everyone who has read the same line, and compares it with that withdrawal. A
 * withdrawal that we think is unsent is never sent again: a failover has lost that it was, and the issuer has forgotten the reference by
 * now.
 */
export async function recordSettlement(
  tx: Tx,
  line: SettlementLine,
  { subject, account }: Person,
  at: Date,
): Promise<SettlementMatch> {
  const { reference, amount, serial, transaction } = line;
  await tx.run(sql`
    insert into settlements as s (reference, amount, serial_last4, transaction, read_at, readers)
    values (${reference}, ${amount}, ${serial.slice(-4)}, ${transaction}, ${at}, ${JSON.stringify([{ subject, account }])})
    on conflict (reference) do update set readers = s.readers || excluded.readers
    where (s.amount, s.serial_last4, s.transaction) = (excluded.amount, excluded.serial_last4, excluded.transaction)
      and not s.readers @> excluded.readers`);
  const first = await tx.one<{ transaction: string }>(
    sql`select transaction from settlements where reference = ${reference}`,
  );
  const withdrawal =
    (await setSettledByReference(tx, reference, at)) ?? (await setSettledByTransaction(tx, transaction, at));
  const isFirst = first === undefined || first.transaction === transaction;
  const verdict = (await isWrittenOff(tx, transaction, reference)) ? 'matched' : verdictOf(amount, isFirst, withdrawal);
  return { verdict, state: withdrawal?.state ?? null, ours: withdrawal ? BigInt(withdrawal.amount) : null };
}

async function setSettledByReference(tx: Tx, reference: string, at: Date): Promise<Settled | undefined> {
  const [settled] = await tx.returning<Settled & { id: string }>(sql`
    update withdrawals set settled_at = coalesce(settled_at, ${at}) where reference = ${reference}
    returning id, amount, state, outcome_code as code`);
  if (settled?.state !== 'reserved') return settled;
  // A failover has lost the record that it was sent.
  await setNeedsReview(tx, settled.id);
  return { ...settled, state: 'needs-review' };
}

/** Whether the voucher of an issuer's transaction was booked as a loss, under this reference or under any. */
export const isWrittenOff = (db: Queries, transaction: string, reference: string | null = null): Promise<boolean> =>
  db.value(sql`
    select exists (
      select from settlement_write_offs
      where transaction = ${transaction} and reference = coalesce(${reference}, reference))`);

type Settled = { readonly amount: string; readonly state: WithdrawalState; readonly code: string | null };

function verdictOf(amount: bigint, isFirst: boolean, withdrawal: Settled | undefined): SettlementVerdict {
  if (!isFirst) return 'issued-twice';
  if (!withdrawal) return 'theirs-only';
  const { state, code } = withdrawal;
  if (state === 'returned' && code !== VOIDED) return 'issued-and-returned';
  if (BigInt(withdrawal.amount) !== amount) return 'amount-differs';
  return state === 'paid' || state === 'returned' ? 'matched' : 'still-open';
}

/** The vouchers that paid withdrawals on these South African days. */
export async function paidOnDays(db: Queries, days: readonly string[]): Promise<{ rows: number; total: number }> {
  const [first = '', last = ''] = [days.toSorted()[0], days.toSorted().at(-1)];
  const row = await db.one<{ rows: number; total: string }>(sql`
    select count(*)::int as rows, coalesce(sum(p.amount), 0)::bigint as total
    from transfers t join postings p on p.transfer_id = t.id and p.account = 'paid-out'
    where t.kind = 'withdrawal-paid' and t.at >= ${startOfDay(first)} and t.at < ${startOfDay(addDays(last, 1))}
      and (t.at at time zone 'Africa/Johannesburg')::date = any(${days}::date[])`);
  return { rows: row?.rows ?? 0, total: Number(row?.total ?? 0) };
}

/** The withdrawals that were paid before a South African day and are in no settlement file. */
export const paidButNotSettled = (db: Queries, beforeDay: string) =>
  db.many<{ reference: string; amount: string }>(sql`
    select reference, amount from withdrawals
    where state = 'paid' and settled_at is null
      and ended_at < ${beforeDay}::date::timestamp at time zone 'Africa/Johannesburg'`);

/**
 * The withdrawals that wait to be sent and may be of the same money as a voucher whose reference we don't know. After a restore the
 * panelist holds that voucher, and has at least its amount to withdraw again.
 */
export const reservedOfSameMoney = (db: Queries, amount: bigint) =>
  db.many<{ reference: string; amount: string }>(sql`
    select reference, amount from withdrawals where state = 'reserved' and amount >= ${amount}
    order by requested_at limit ${MAX_SUGGESTED}`);
const MAX_SUGGESTED = 5;

/**
 * For a voucher that the issuer's file has under a reference that a restore has lost: the withdrawal for the same money that two people
 * ended with it, whichever comes first. Undefined if there is none.
 */
export const setSettledByTransaction = async (tx: Tx, transaction: string, at: Date): Promise<Settled | undefined> => {
  const [settled] = await tx.returning<Settled>(sql`
    update withdrawals w set settled_at = coalesce(w.settled_at, ${at})
    from vouchers v join settlements s on s.transaction = v.issuer_transaction
    where v.issuer_transaction = ${transaction} and w.id = v.withdrawal_id and s.amount = w.amount
      and not exists (select from settlements own where own.reference = w.reference)
      and 1 = (select count(*) from vouchers one where one.issuer_transaction = ${transaction})
    returning w.amount, w.state, w.outcome_code as code`);
  return settled;
};

type VoucherOfTransaction = {
  readonly reference: string;
  readonly amount: string;
  /** The withdrawal that this voucher belongs to. */
  readonly withdrawalId: string | null;
};

/** Locks the issuer's transaction so that only one process closes a withdrawal with it. */
export const lockTransaction = (tx: Tx, transaction: string) =>
  tx.many(sql`select pg_advisory_xact_lock(hashtext('issuer transaction'), hashtext(${transaction}))`);

/** What our vouchers and the issuer's files say about an issuer's transaction, our own first. */
export const vouchersOfTransaction = (db: Queries, transaction: string) =>
  db.many<VoucherOfTransaction>(sql`
    select w.reference, w.amount, w.id as "withdrawalId"
    from vouchers v join withdrawals w on w.id = v.withdrawal_id where v.issuer_transaction = ${transaction}
    union all
    select s.reference, s.amount, w.id from settlements s left join withdrawals w on w.reference = s.reference
    where s.transaction = ${transaction}`);

/** Who has read each line of the issuer's files about a withdrawal's reference or an issuer's transaction. */
export const readersOfLines = (db: Queries, reference: string, transaction: string): Promise<Person[][]> =>
  db.column(sql`
    select readers from settlements where reference = ${reference} or transaction = ${transaction} order by reference`);

export const isSettled = (db: Queries, withdrawalId: string): Promise<boolean> =>
  db.value(sql`
    select exists (
      select from settlements s join withdrawals w on w.reference = s.reference where w.id = ${withdrawalId})`);
