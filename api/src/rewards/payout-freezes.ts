/**
 * While payouts are frozen, no new voucher is requested. After a failover, only requests from just before are retried. Withdrawals are
 * still accepted: their money is reserved and waits.
 */
import { southAfricanDate } from '@panel/domain/calendar';
import { addMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type pg from 'pg';
import { type Database, type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import { lastTransferAt } from './ledger.ts';
import { paidButNotSettled } from './settlements.ts';

export const openFreeze = (db: Queries) =>
  db.one<{ since: Date; reason: string }>(sql`
    select at as since, array_to_string(reasons, '; ') as reason from payout_freezes where lifted_at is null`);

/**
 * If payouts are already frozen, this adds a reason, and then no file lifts the freeze: it would only answer one reason. `lastChangeAt` is
 * set if the database has lost everything after it.
 */
export const freezePayouts = async (tx: Tx, reason: string, at: Date, lastChangeAt: Date | null = null) => {
  await tx.run(sql`
    insert into payout_freezes as f (at, reasons, last_change_at) values (${at}, array[${reason}::text], ${lastChangeAt})
    on conflict ((true)) where lifted_at is null
      do update set until_reconciled = false, last_change_at = least(f.last_change_at, excluded.last_change_at),
        reasons = case when f.reasons @> excluded.reasons then f.reasons else f.reasons || excluded.reasons end`);
};

/** Freezes payouts before a restore is complete, so that an interrupted one can't request vouchers. */
export async function freezeRestoredPayouts(client: pg.Client): Promise<void> {
  await client.query(
    `insert into payout_freezes (at, reasons) values (now(), array['a backup was restored']) on conflict do nothing`,
  );
}

/** Until the transaction ends no reason can be added: two people lift exactly what they were shown. */
export const lockFreeze = (tx: Tx) => tx.many(sql`select from payout_freezes where lifted_at is null for update`);

/**
 * Returns the reason for the freeze, or undefined if payouts weren't frozen. No device was looked up during the freeze, so the day after
 * which money is returned starts again.
 */
export const unfreezePayouts = async (tx: Tx, at: Date): Promise<string | undefined> => {
  const [lifted] = await tx.returning<{ reason: string }>(sql`
    update payout_freezes set lifted_at = ${at} where lifted_at is null
    returning array_to_string(reasons, '; ') as reason`);
  if (lifted)
    await tx.run(
      sql`update withdrawals set unreachable_since = null where state = 'reserved' and unreachable_since is not null`,
    );
  return lifted?.reason;
};

export const arePayoutsFrozen = (db: Queries): Promise<boolean> =>
  db.value(sql`select exists (select from payout_freezes where lifted_at is null)`);

const AFTER_FAILOVER = 'the database was replaced by a standby or a copy: compare with the issuer’s file';

type Timeline = { readonly seenAt: Date | null; readonly isKnown: boolean | null };
/** The recorded timeline; undefined before the first. */
const recordedTimeline = (db: Queries): Promise<Timeline | undefined> =>
  db.one<Timeline>(sql`
    select k.seen_at as "seenAt", (k.system_identifier, k.timeline) = (c.system_identifier, c.timeline) as "isKnown"
    from database_timeline k, current_timeline() c`);

/** Whether the database was replaced since its timeline was recorded. Until it is recorded again, no payout is claimed. */
export async function isOnNewTimeline(db: Queries): Promise<boolean> {
  const recorded = await recordedTimeline(db);
  return recorded !== undefined && !recorded.isKnown;
}

/**
 * Records the database's timeline. On a new one, payouts are frozen first if `freezes` is set. Returns whether the timeline is new.
 */
export async function recordTimeline(database: Database, freezes: boolean, at: Date): Promise<boolean> {
  const recorded = await recordedTimeline(database);
  if (recorded?.isKnown) {
    const isSeenLately = recorded.seenAt !== null && recorded.seenAt > addMs(at, -MINUTE_MS);
    if (!isSeenLately) await database.run(setSeenAtStatement(at));
    return false;
  }
  return database.transaction(async (tx) => {
    await tx.many(sql`select from database_timeline for update`);
    const before = await recordedTimeline(tx);
    // Another worker was faster.
    if (before?.isKnown) return false;
    await tx.run(sql`
      insert into database_timeline (system_identifier, timeline, seen_at)
      select system_identifier, timeline, ${at}::timestamptz from current_timeline()
      on conflict (id) do update
        set system_identifier = excluded.system_identifier, timeline = excluded.timeline, seen_at = excluded.seen_at`);
    if (before && freezes) {
      // Adds this reason to any existing freeze. Files compared after an earlier failover may be lost by this one.
      await tx.run(sql`
        insert into payout_freezes as f (at, reasons, until_reconciled, last_change_at)
        values (${at}, array[${AFTER_FAILOVER}], true, ${before.seenAt ?? (await lastTransferAt(tx))})
        on conflict ((true)) where lifted_at is null
          do update set at = excluded.at, compared_days = '{}',
            reasons = case when f.reasons[cardinality(f.reasons)] = excluded.reasons[1] then f.reasons else f.reasons || excluded.reasons end,
            last_change_at = least(f.last_change_at, excluded.last_change_at)`);
    }
    return before !== undefined;
  });
}

/** Only on the known timeline, in the same statement: on another one it would hide the time up to which everything survived. */
const setSeenAtStatement = (at: Date): Statement =>
  sql`
    update database_timeline k set seen_at = ${at} from current_timeline() c
    where k.id and k.system_identifier = c.system_identifier and k.timeline = c.timeline`;

/** The latest time up to which everything survived in a restored database; null if money never moved. */
export const survivedUntil = async (db: Queries): Promise<Date | null> =>
  db.value(sql`
    select least((select last_change_at from payout_freezes where lifted_at is null),
      (select seen_at from database_timeline where id), ${await lastTransferAt(db)}::timestamptz)`);

/**
 * Lifts the freeze after a failover if the issuer's file has no vouchers that we don't know. Together, the files read must have lines for
 * each day from the last surviving change to the failover. The last of these days must be over, and everything we paid until then must be
 * in a file. Returns whether a freeze was lifted.
 */
export async function liftReconciledFreeze(tx: Tx, daysOfFile: ReadonlySet<string>, at: Date): Promise<boolean> {
  // A file that is read on its own day may have been made before that day was over.
  const daysThatAreOver = [...daysOfFile].filter((day) => day < southAfricanDate(at));
  const [freeze] = await tx.returning<{ at: Date; lastChangeAt: Date | null; days: string[] }>(sql`
    update payout_freezes set compared_days = compared_days || ${daysThatAreOver}::text[]
    where lifted_at is null and until_reconciled
    returning at, last_change_at as "lastChangeAt", compared_days as days`);
  if (!freeze) return false;
  const days = new Set(freeze.days);
  const lastDay = southAfricanDate(freeze.at);
  if (southAfricanDate(at) <= lastDay || !days.has(lastDay)) return false;
  if ((await paidButNotSettled(tx, southAfricanDate(addMs(freeze.at, DAY_MS)))).length > 0) return false;
  for (let day = freeze.lastChangeAt ?? freeze.at; day < freeze.at; day = addMs(day, DAY_MS))
    if (!days.has(southAfricanDate(day))) return false;
  await unfreezePayouts(tx, at);
  return true;
}
