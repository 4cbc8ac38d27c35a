/** Partners' statements: a month's completions in their books, compared with ours session by session. */
import { addMonthsTo, startOfDay } from '@panel/domain/calendar';
import type { StatementVerdict } from '@panel/domain/console/money-pages';
import { type ByVerdict, countByVerdict } from '@panel/domain/console/uploads';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { Partner } from '@panel/domain/partners/partners';
import type { Pricing } from '@panel/domain/rewards/pricing';
import { type Database, type Queries, sql, type Tx } from '../platform/database/database.ts';
import { isNotSetAside, processItems } from '../platform/failed-items.ts';
import { type CreditedReward, creditedBetween, rewardsOfSessions } from '../rewards/credited.ts';
import { creditedByHand, reverseByStatement } from './decisions.ts';

export type StatementLine = {
  readonly sessionId: string;
  readonly status: 'complete' | 'reversed';
  /** Undefined if the file has no price. */
  readonly usdMicros: bigint | undefined;
};
export type StatementRow = {
  readonly sessionId: string;
  readonly verdict: StatementVerdict;
  readonly amount: bigint;
  /** The price of our reward; undefined if there is none. */
  readonly usdMicros?: bigint | undefined;
};

function verdictOf(
  { status, usdMicros }: StatementLine,
  reward: CreditedReward | undefined,
  isByHand: boolean,
): StatementVerdict {
  if (!reward) return 'theirs-only';
  if (reward.state === 'reversed') return status === 'complete' ? 'reversed-here' : 'reversed-before';
  if (status === 'reversed') return isByHand ? 'by-hand' : 'reversed';
  return usdMicros === undefined || usdMicros === reward.usdMicros ? 'matched' : 'amount-differs';
}

/**
 * Assumption: partner-statements. Compares a file with our completions of a month. Partners' months begin some hours after ours, so the
 * first day's completions may be in the previous month's statement. They count as missing only if that statement was read.
 */
export async function compareStatement(
  db: Queries,
  partner: Partner,
  lines: readonly StatementLine[],
  month: string,
): Promise<StatementRow[]> {
  const ids = lines.map(({ sessionId }) => sessionId);
  const rewards = await rewardsOfSessions(db, partner, ids);
  const isBeforeRead = await db.one(sql`
    select from partner_statements where partner = ${partner} and month = ${addMonthsTo(month, -1)} limit 1`);
  const from = startOfDay(`${month}-01`);
  const since = isBeforeRead ? from : addMs(from, DAY_MS);
  const ours = await creditedBetween(db, partner, since, startOfDay(`${addMonthsTo(month, 1)}-01`));
  const listed = new Set([...ids, ...(await sessionsOfOtherMonths(db, ours, month))]);
  const missing = ours.filter(({ sessionId }) => !listed.has(sessionId));
  const byHand = await creditedByHand(db, [...rewards.keys(), ...missing.map(({ sessionId }) => sessionId)]);
  return [
    ...lines.map((line): StatementRow => {
      const { sessionId } = line;
      const reward = rewards.get(sessionId);
      const verdict = verdictOf(line, reward, byHand.has(sessionId));
      return { sessionId, verdict, amount: reward?.amount ?? 0n, usdMicros: reward?.usdMicros };
    }),
    ...missing.map(({ sessionId, amount, usdMicros }): StatementRow => {
      return { sessionId, verdict: byHand.has(sessionId) ? 'by-hand' : 'ours-only', amount, usdMicros };
    }),
  ];
}

/** The sessions that a statement of another month lists. An earlier file of the same month is replaced by this one. */
const sessionsOfOtherMonths = (db: Queries, rewards: readonly CreditedReward[], month: string): Promise<string[]> =>
  db.column(sql`
    select r.session_id as id from partner_statement_rows r join partner_statements s on s.id = r.statement_id
    where r.session_id = any(${rewards.map(({ sessionId }) => sessionId)}::text[]) and r.verdict <> 'ours-only'
      and s.month <> ${month}`);

type NewStatement = { partner: Partner; month: string; digest: Buffer; account: string; fileRows: number };

/** Null if this file was read before. */
export async function insertStatement(
  tx: Tx,
  { partner, month, digest, account, fileRows }: NewStatement,
  rows: readonly StatementRow[],
  at: Date,
): Promise<string | null> {
  const [statement] = await tx.returning<{ id: string }>(sql`
    insert into partner_statements (partner, month, digest, account, read_at, verdicts, file_rows)
    values (${partner}, ${month}, ${digest}, ${account}, ${at}, ${JSON.stringify(countByVerdict(rows))}, ${fileRows})
    on conflict do nothing returning id`);
  if (!statement) return null;
  await tx.run(sql`
    insert into partner_statement_rows (statement_id, session_id, verdict, amount)
    select ${statement.id}, r.* from unnest(${rows.map(({ sessionId }) => sessionId)}::text[],
      ${rows.map(({ verdict }) => verdict)}::text[], ${rows.map(({ amount }) => amount)}::bigint[]) r`);
  return statement.id;
}

export type PartnerStatement = {
  readonly id: string;
  readonly partner: Partner;
  readonly month: string;
  readonly account: string;
  readonly readAt: Date;
  readonly approvedAt: Date | null;
  readonly verdicts: ByVerdict<StatementVerdict>;
  readonly fileRows: number;
  /** The cents taken back. */
  readonly takenBack: string;
  /** A newer file of the same month counts instead. */
  readonly isReplaced: boolean;
};
/** Every statement that was read, newest first. There are a few each month. */
export const allStatements = (db: Queries) =>
  db.many<PartnerStatement>(sql`
    select id, partner, month, account, read_at as "readAt", approved_at as "approvedAt", verdicts, file_rows as "fileRows",
      taken_back as "takenBack", id < max(id) over (partition by partner, month) as "isReplaced"
    from partner_statements order by id desc`);

export const countOf = ({ verdicts }: PartnerStatement, verdict: StatementVerdict): number =>
  verdicts[verdict]?.count ?? 0;

/** The rows of a statement that are still to be taken back. */
export async function rowsToTakeBack(db: Queries, { id, partner }: PartnerStatement): Promise<StatementRow[]> {
  const rows = await db.many<Omit<StatementRow, 'amount'>>(sql`
    select session_id as "sessionId", verdict from partner_statement_rows
    where statement_id = ${id} and verdict in ('reversed', 'ours-only') and applied_at is null order by session_id`);
  const ids = rows.map(({ sessionId }) => sessionId);
  const rewards = await rewardsOfSessions(db, partner, ids);
  const byHand = await creditedByHand(db, ids);
  return rows.flatMap(({ sessionId, verdict }) => {
    const reward = rewards.get(sessionId);
    const isThere = reward && reward.state !== 'reversed' && !byHand.has(sessionId);
    return isThere ? [{ sessionId, verdict, amount: reward.amount }] : [];
  });
}

export const approveStatement = (tx: Tx, id: string, at: Date) =>
  tx.run(sql`update partner_statements set approved_at = ${at} where id = ${id} and approved_at is null`);

/** Takes back what approved statements say, each row once in a separate transaction. Returns the number of rows. */
export const applyStatements = (database: Database, pricing: Pricing, at: Date, limit = 100): Promise<number> =>
  processItems(database, at, {
    job: 'statements',
    oneByOne: true,
    find: () =>
      database.column(sql`
        select s.id || ' ' || r.session_id
        from partner_statements s join partner_statement_rows r on r.statement_id = s.id
        where s.approved_at is not null and r.verdict in ('reversed', 'ours-only') and r.applied_at is null
          and ${isNotSetAside('statements', sql`s.id || ' ' || r.session_id`, at)}
        order by s.id, r.session_id limit ${limit}`),
    process: async ([item = '']) => {
      const [statementId = '', sessionId = ''] = item.split(' ');
      await database.transaction((tx) => applyRow(tx, pricing, { statementId, sessionId }, at));
      return 1;
    },
  });

type RowToApply = { readonly statementId: string; readonly sessionId: string };

async function applyRow(tx: Tx, pricing: Pricing, row: RowToApply, at: Date): Promise<void> {
  const claimed = await tx.run(sql`
    update partner_statement_rows set applied_at = ${at}
    where statement_id = ${row.statementId} and session_id = ${row.sessionId} and applied_at is null`);
  const takenBack = claimed > 0 ? await reverseByStatement(tx, pricing, row, at) : 0n;
  if (takenBack > 0n)
    await tx.run(sql`
      update partner_statements set taken_back = taken_back + ${takenBack} where id = ${row.statementId}`);
}
