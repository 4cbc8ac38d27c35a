/** The issuer's settlement file, line by line, against our withdrawals. */
import { type Queries, sql, type Tx } from '../platform/database.ts';
import type { WithdrawalState } from './withdrawals.ts';

export type SettlementLine = {
  readonly reference: string;
  readonly amount: bigint;
  readonly serial: string;
  readonly transaction: string;
};

/** Money that left without our request, or that was also returned: no more may leave until people know why. */
export const ALARMING_VERDICTS = ['theirs only', 'issued twice', 'issued and given back'] as const;
export type SettlementVerdict =
  | (typeof ALARMING_VERDICTS)[number]
  | 'matched'
  | 'amount differs'
  | 'issued but open with us';

export type SettlementMatch = { readonly verdict: SettlementVerdict; readonly state: WithdrawalState | null };

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
  const withdrawal = await tx.one<{ amount: string; state: WithdrawalState }>(sql`
    update withdrawals set settled_at = coalesce(settled_at, ${at}),
      state = case state when 'reserved' then 'needs-review' else state end,
      next_attempt_at = case state when 'reserved' then null else next_attempt_at end
    where reference = ${reference}
    returning amount, state`);
  const isFirst = first === undefined || first.transaction === transaction;
  return { verdict: verdictOf(amount, isFirst, withdrawal), state: withdrawal?.state ?? null };
}

function verdictOf(
  amount: bigint,
  isFirst: boolean,
  withdrawal: { amount: string; state: WithdrawalState } | undefined,
): SettlementVerdict {
  if (!isFirst) return 'issued twice';
  if (!withdrawal) return 'theirs only';
  if (BigInt(withdrawal.amount) !== amount) return 'amount differs';
  if (withdrawal.state === 'returned') return 'issued and given back';
  return withdrawal.state === 'paid' ? 'matched' : 'issued but open with us';
}

/** The references of withdrawals that were paid before a South African day and are in no settlement file. */
export const paidButNotSettled = async (db: Queries, beforeDay: string): Promise<string[]> =>
  (
    await db.many<{ reference: string }>(sql`
      select reference from withdrawals
      where state = 'paid' and settled_at is null
        and ended_at < ${beforeDay}::date::timestamp at time zone 'Africa/Johannesburg'`)
  ).map((row) => row.reference);

export const isSettled = async (db: Queries, withdrawalId: string): Promise<boolean> =>
  (await db.one(sql`
    select from settlements s join withdrawals w on w.reference = s.reference where w.id = ${withdrawalId}`)) !==
  undefined;
