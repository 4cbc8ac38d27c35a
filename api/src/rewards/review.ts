/** What the operators' review queue shows of withdrawals and rewards. */
import { type Queries, sql } from '../platform/database.ts';
import { addMs, ageMs, type Queue } from '../platform/queue.ts';
import { DEVICE_UNREACHABLE } from './withdrawals.ts';

export const countWithdrawalsInReview = async (db: Queries): Promise<number> =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from withdrawals where state = 'needs-review'`))
    ?.count ?? 0;

/** Longer than the worker needs for a payout that the issuer answers. */
const LATE_MS = 15 * 60 * 1000;

/** Payouts that the worker still has to bring to an end. One of a device that the super-app says nothing about is not late. */
export async function openPayouts(db: Queries, at: Date): Promise<Queue & { readonly late: number }> {
  const row = await db.one<{ length: number; oldest: Date | null; late: number }>(sql`
    select count(*)::int as length, min(requested_at) as oldest,
      (count(*) filter (where requested_at < ${addMs(at, -LATE_MS)}::timestamptz and
        (unreachable_since is null or outcome_code is distinct from ${DEVICE_UNREACHABLE})))::int as late
    from withdrawals where state in ('reserved', 'sending', 'unknown')`);
  return { length: row?.length ?? 0, oldestMs: ageMs(row?.oldest, at), late: row?.late ?? 0 };
}

type WithdrawalInReview = {
  readonly id: string;
  readonly state: 'needs-review' | 'reserved';
  readonly reference: string;
  readonly amount: string;
  readonly requestedAt: Date;
  /** Null where we have not sent it, as far as the database knows. */
  readonly firstSentAt: Date | null;
  readonly code: string | null;
  /** The end of the voucher's serial number in the issuer's settlement file; null where it isn't in one. */
  readonly settledSerial: string | null;
};

/**
 * What two people may resolve, by its id or all of it: what needs review and, while payouts are frozen, also what has not been sent. After a
 * restore its panelist may hold the voucher of an earlier withdrawal that the database has lost.
 */
export const withdrawalsToResolve = (db: Queries, { id = null, withUnsent = true }: ToResolve = {}) =>
  db.many<WithdrawalInReview>(sql`
    select w.id, w.state, w.reference, w.amount, w.requested_at as "requestedAt", w.first_sent_at as "firstSentAt",
      w.outcome_code as code, s.serial_last4 as "settledSerial"
    from withdrawals w left join settlements s on s.reference = w.reference
    where w.state in ('needs-review', 'reserved')
      and (w.state = 'needs-review' or ${withUnsent} and exists (select from payout_freezes where lifted_at is null))
      and (${id}::text is null or w.id::text = ${id})
    order by w.requested_at`);
type ToResolve = { readonly id?: string | null; readonly withUnsent?: boolean };

export const withdrawalsInReview = (db: Queries) => withdrawalsToResolve(db, { withUnsent: false });

type UnclaimedReturn = {
  readonly id: string;
  readonly walletId: string;
  readonly reference: string;
  readonly amount: string;
  readonly at: Date;
};

/** Money that was returned after its panelist had deleted the profile, and not paid yet; its reference is what the chat told them. */
export const unclaimedReturns = (db: Queries) =>
  db.many<UnclaimedReturn>(sql`
    select d.id, d.wallet_id as "walletId", d.reference, p.amount, t.at
    from postings p join transfers t on t.id = p.transfer_id
      join withdrawals d on d.id = split_part(t.key, ':', 2)::uuid left join claims c on c.withdrawal_id = d.id
    where p.account = 'unclaimed' and p.amount > 0 and c.withdrawal_id is null order by t.at`);

/** What sessions have earned and kept, in cents, by their ids. */
export const unreversedRewards = async (
  db: Queries,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await db.many<{ id: string; amount: string }>(sql`
        select session_id as id, amount from rewards where session_id = any(${sessionIds}::text[]) and state <> 'reversed'`)
    ).map(({ id, amount }) => [id, Number(amount)]),
  );
