/** The issuer's settlement file, line by line, against our withdrawals. */
import type { SettlementVerdict } from '@panel/domain/console/money-pages';
import { type Queries, sql, type Tx } from '../platform/database.ts';
import type { WithdrawalState } from './withdrawals.ts';

export type SettlementLine = {
  readonly reference: string;
  readonly amount: bigint;
  readonly serial: string;
  readonly transaction: string;
};

/** Money that left without our request, or that was also returned: no more may leave until people know why. */
export const ALARMING_VERDICTS: readonly SettlementVerdict[] = ['theirs-only', 'issued-twice', 'issued-and-returned'];

/** The outcome code of a withdrawal whose voucher the issuer issued and made void. */
export const VOIDED = 'voucher-voided';

type SettlementMatch = { readonly verdict: SettlementVerdict; readonly state: WithdrawalState | null };

/**
 * Stores a line, the first one of its reference in any file, and compares it with the withdrawal of its reference. One that we have not sent is
 * never sent any more: a failover has lost that it was, and the issuer has forgotten the reference by now.
 */
export async function recordSettlement(tx: Tx, line: SettlementLine, at: Date): Promise<SettlementMatch> {
  const { reference, amount, serial, transaction } = line;
  await tx.many(sql`
    insert into settlements (reference, amount, serial_last4, transaction, read_at)
    values (${reference}, ${amount}, ${serial.slice(-4)}, ${transaction}, ${at}) on conflict (reference) do nothing`);
  const first = await tx.one<{ transaction: string }>(
    sql`select transaction from settlements where reference = ${reference}`,
  );
  const withdrawal = await tx.one<Settled>(sql`
    update withdrawals set settled_at = coalesce(settled_at, ${at}),
      state = case state when 'reserved' then 'needs-review' else state end,
      next_attempt_at = case state when 'reserved' then null else next_attempt_at end
    where reference = ${reference}
    returning amount, state, outcome_code as code`);
  const isFirst = first === undefined || first.transaction === transaction;
  return { verdict: verdictOf(amount, isFirst, withdrawal), state: withdrawal?.state ?? null };
}

type Settled = { readonly amount: string; readonly state: WithdrawalState; readonly code: string | null };

function verdictOf(amount: bigint, isFirst: boolean, withdrawal: Settled | undefined): SettlementVerdict {
  if (!isFirst) return 'issued-twice';
  if (!withdrawal) return 'theirs-only';
  if (BigInt(withdrawal.amount) !== amount) return 'amount-differs';
  if (withdrawal.code === VOIDED) return 'matched';
  if (withdrawal.state === 'returned') return 'issued-and-returned';
  return withdrawal.state === 'paid' ? 'matched' : 'still-open';
}

/** The references of withdrawals that were paid before a South African day and are in no settlement file. */
export const paidButNotSettled = async (db: Queries, beforeDay: string): Promise<string[]> =>
  (
    await db.many<{ reference: string }>(sql`
      select reference from withdrawals
      where state = 'paid' and settled_at is null
        and ended_at < ${beforeDay}::date::timestamp at time zone 'Africa/Johannesburg'`)
  ).map((row) => row.reference);

/**
 * What waits to be sent and may belong to the wallet of a reference that we don't know: both begin with the same two digits of its id. After a
 * restore the panelist holds that voucher, and its money could be withdrawn again.
 */
export const reservedOfSameWallets = (db: Queries, reference: string) =>
  db.many<{ reference: string; amount: string }>(sql`
    select reference, amount from withdrawals where state = 'reserved' and left(reference, 3) = left(${reference}, 3)
    order by requested_at`);

/** For a voucher that the issuer's file has under a reference that a restore has lost. */
export const setSettledByTransaction = (tx: Tx, withdrawalId: string, transaction: string, at: Date) =>
  tx.many(sql`
    update withdrawals set settled_at = coalesce(settled_at, ${at})
    where id = ${withdrawalId} and exists (select from settlements where transaction = ${transaction})`);

export const isSettled = async (db: Queries, withdrawalId: string): Promise<boolean> =>
  (await db.one(sql`
    select from settlements s join withdrawals w on w.reference = s.reference where w.id = ${withdrawalId}`)) !==
  undefined;
