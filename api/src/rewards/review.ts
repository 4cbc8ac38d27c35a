/** Withdrawals and rewards in the operators' review queue. */
import { addMs, ageMs } from '@panel/domain/durations';
import type { OpenWithdrawalState } from '@panel/domain/rewards/withdrawal';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import type { Queue } from '../platform/queue.ts';
import { resendableSince } from './payout-steps.ts';
import { DEVICE_UNREACHABLE, lockWithdrawal, setNeedsReview, type Withdrawal } from './withdrawals.ts';

export const countWithdrawalsInReview = (db: Queries): Promise<number> =>
  db.value(sql`select count(*)::int from withdrawals where state = 'needs-review'`);

/** Longer than the worker needs for a payout that the issuer answers. */
const LATE_MS = 15 * 60 * 1000;

/** This many devices without a number at once point to the super-app, not to the devices. */
const FEW_DEVICES = 3;

/** Payouts that the worker still has to finish. Those of a few devices without a number don't count as late. */
export async function openPayouts(db: Queries, at: Date): Promise<Queue & { readonly late: number }> {
  const row = await db.one<{ length: number; oldest: Date | null; late: number; unreachable: number }>(sql`
    select count(*)::int as length, min(requested_at) as oldest,
      (count(*) filter (where requested_at < ${addMs(at, -LATE_MS)}::timestamptz))::int as late,
      (count(*) filter (where requested_at < ${addMs(at, -LATE_MS)}::timestamptz
        and unreachable_since is not null and outcome_code = ${DEVICE_UNREACHABLE}))::int as unreachable
    from withdrawals where state in ('reserved', 'sending', 'unknown')`);
  const { length = 0, oldest = null, late = 0, unreachable = 0 } = row ?? {};
  return { length, oldestMs: ageMs(oldest, at), late: unreachable > FEW_DEVICES ? late : late - unreachable };
}

type OpenWithdrawals = {
  readonly state: OpenWithdrawalState;
  readonly count: number;
  readonly amount: number;
  readonly oldest: Date;
};

export const openWithdrawals = async (db: Queries): Promise<OpenWithdrawals[]> =>
  (
    await db.many<Omit<OpenWithdrawals, 'amount'> & { amount: string }>(sql`
      select state, count(*)::int as count, sum(amount)::bigint as amount, min(requested_at) as oldest
      from withdrawals where state in ('reserved', 'sending', 'unknown', 'needs-review') group by state`)
  ).map((row) => ({ ...row, amount: Number(row.amount) }));

type WithdrawalInReview = Pick<Withdrawal, 'id' | 'walletId' | 'amount' | 'state' | 'reference'> & {
  readonly requestedAt: Date;
  /** Null if we have not sent it, as far as the database knows. */
  readonly firstSentAt: Date | null;
  readonly code: string | null;
  /** The end of the voucher's serial number in the issuer's settlement file; null if it isn't in one. */
  readonly settledSerial: string | null;
  /** The panelist's score; null if there is none. */
  readonly quality: number | null;
};

/**
 * What two people may resolve, by id or all of it: what needs review and, while payouts are frozen, also what was not sent or can't be sent
 * again. After a restore, the panelist of an unsent one may hold the voucher of an earlier withdrawal that the database has lost.
 */
export const withdrawalsToResolve = (
  db: Queries,
  at: Date,
  { id = null, isInReview = false }: { readonly id?: string | null; readonly isInReview?: boolean } = {},
) =>
  db.many<WithdrawalInReview>(sql`
    select w.id, w.wallet_id as "walletId", w.state, w.reference, w.amount, w.requested_at as "requestedAt",
      w.first_sent_at as "firstSentAt", w.outcome_code as code, s.serial_last4 as "settledSerial",
      (select q.score from wallets o join quality_scores q on q.panelist_id = o.panelist_id where o.id = w.wallet_id) as quality
    from withdrawals w left join settlements s on s.reference = w.reference
    where w.state in ('needs-review', 'reserved', 'sending', 'unknown')
      and (w.state = 'needs-review' or not ${isInReview}::boolean and exists (select from payout_freezes where lifted_at is null)
        and (w.state = 'reserved' or w.first_sent_at <= ${resendableSince(at)} and w.next_attempt_at <= ${at}))
      and (${id}::text is null or w.id::text = ${id})
    order by w.requested_at`);

/** Moves one of `withdrawalsToResolve` to review, if it isn't there already, and locks it. */
export async function takeIntoReview(tx: Tx, id: string, at: Date): Promise<WithdrawalInReview | undefined> {
  const [found] = await withdrawalsToResolve(tx, at, { id });
  if (!found || (await lockWithdrawal(tx, found.id))?.state !== found.state) return undefined;
  await setNeedsReview(tx, found.id);
  return found;
}

/** By the issuer's reference. */
export const findWithdrawal = (db: Queries, reference: string) =>
  db.one<{ id: string }>(sql`select id from withdrawals where reference = ${reference}`);

type UnclaimedReturn = {
  readonly id: string;
  readonly walletId: string;
  readonly reference: string;
  readonly amount: string;
  readonly at: Date;
};

/** Money that was returned after its panelist had deleted the profile, and that isn't paid yet. The chat told the panelist its reference. */
export const unclaimedReturns = (db: Queries) =>
  db.many<UnclaimedReturn>(sql`
    select d.id, d.wallet_id as "walletId", d.reference, p.amount, t.at
    from postings p join transfers t on t.id = p.transfer_id
      join withdrawals d on d.id = t.subject left join claims c on c.withdrawal_id = d.id
    where p.account = 'unclaimed' and p.amount > 0 and c.withdrawal_id is null order by t.at`);
