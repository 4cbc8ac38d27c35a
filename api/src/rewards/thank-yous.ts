/** Thank-yous for late screen-outs: decided while the wallet is locked, and paid from a monthly budget. */
import { randomUUID } from 'node:crypto';
import { addMonthsTo, southAfricanDate, startOfDay } from '@panel/domain/calendar';
import { leftAt, minutesUntil } from '@panel/domain/partners/length';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { min, type Wallet } from '@panel/domain/rewards/money';
import { deservesThankYou, fitsBudget, type ThankYouRules } from '@panel/domain/rewards/thank-you';
import { type Statement, sql, type Tx } from '../platform/database/database.ts';
import { insertTransfersStatements } from './ledger.ts';

/** A session that a partner's verified event has just ended. Its wallet is locked. */
type JustEnded = {
  readonly sessionId: string;
  readonly wallet: Wallet;
  readonly openedAt: Date;
  /** According to all events of the session: one that was completed before doesn't end as a screen-out. */
  readonly outcome: Outcome;
};

type TimedSession = {
  readonly returnedAt: Date | null;
  readonly endedAt: Date | null;
  readonly isThanked: boolean;
  readonly thankedToday: number;
};

/**
 * Pays the thank-you for a session, if it deserves one. A thank-you stays whatever the partner reports about the session later: the
 * time was spent. Debts are paid off first.
 */
export async function thankYouStatements(
  tx: Tx,
  rules: ThankYouRules,
  ended: JustEnded,
  at: Date,
): Promise<Statement[]> {
  const { sessionId, wallet, openedAt, outcome } = ended;
  if (rules.amount === 0n || outcome !== 'screenout' || wallet.panelistId === null) return [];
  const row = await tx.one<TimedSession>(sql`
    select s.returned_at as "returnedAt", s.ended_at as "endedAt",
      exists (select from thank_yous t where t.session_id = s.id) as "isThanked",
      (select count(*)::int from thank_yous t
        where t.wallet_id = s.wallet_id and t.at >= ${startOfDay(southAfricanDate(at))}) as "thankedToday"
    from survey_sessions s where s.id = ${sessionId}`);
  if (!row) return [];
  const { returnedAt, endedAt, isThanked, thankedToday } = row;
  // An earlier event may have ended the session: a push comes at once, even if the browser keeps its return back.
  const minutes = minutesUntil(openedAt, leftAt(returnedAt, endedAt) ?? at);
  if (!deservesThankYou(rules, { minutes, isThanked, thankedToday })) return [];
  if (!fitsBudget(rules, await lockBudget(tx, at))) return [];
  const id = randomUUID();
  const { amount } = rules;
  const paidOff = min(-wallet.owed, amount);
  return [
    sql`
      insert into thank_yous (id, session_id, wallet_id, amount, at)
      values (${id}, ${sessionId}, ${wallet.id}, ${amount}, ${at})`,
    ...insertTransfersStatements(
      [
        {
          kind: 'thanked',
          subject: id,
          walletId: wallet.id,
          moves: [
            ['thank-you', 'owed', paidOff],
            ['thank-you', 'available', amount - paidOff],
          ],
        },
      ],
      at,
    ),
  ];
}

/**
 * Locks the budget until the transaction ends, so that two thank-yous can't both take its rest. Returns what the month's thank-yous cost so
 * far, in cents.
 */
async function lockBudget(tx: Tx, at: Date): Promise<bigint> {
  await tx.many(sql`select from pg_advisory_xact_lock(hashtext('thank-yous'))`);
  const month = southAfricanDate(at).slice(0, 7);
  // A separate statement, to see what was committed while the first one waited.
  const spent = await tx.value<string>(sql`
    select coalesce(sum(amount), 0) from thank_yous
    where at >= ${startOfDay(`${month}-01`)} and at < ${startOfDay(`${addMonthsTo(month, 1)}-01`)}`);
  return BigInt(spent);
}
