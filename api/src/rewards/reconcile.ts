import { isRealDate, southAfricanDate } from '@panel/domain/calendar';
import { SETTLEMENT_VERDICTS, type SettlementVerdict } from '@panel/domain/console/money-pages';
import { cents, formatRand } from '@panel/domain/rewards/money';
import { readCsvFile } from '../console/csv-file.ts';
import {
  type AfterCommitResult,
  type Implementation,
  inputOf,
  type Operator,
  OperatorError,
} from '../console/operation.ts';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { freezePayouts, liftReconciledFreeze } from './payout-freezes.ts';
import {
  ALARMING_VERDICTS,
  paidButNotSettled,
  recordSettlement,
  reservedOfSameMoney,
  type SettlementLine,
} from './settlements.ts';

/** Assumption: settlement-columns. */
const COLUMNS = ['reference', 'amount', 'serialNumber', 'transactionId', 'transactionDate'] as const;
type Line = SettlementLine & { readonly day: string };

/** Rejects the whole file before storing any line, because failing halfway could lose another line's alarm. */
async function readSettlementFile(text: string, at: Date): Promise<Line[]> {
  const today = southAfricanDate(at);
  const format = { columns: COLUMNS, delimiter: ';', relax_column_count: true };
  const lines = await readCsvFile(text, format, (cells, refuse): Line => {
    const { reference, amount, serialNumber, transactionId, transactionDate } = cells;
    const day = transactionDate.slice(0, 10);
    // Without these, two lines of the same voucher look the same.
    if (reference === '') throw refuse('it has no reference');
    if (transactionId === '') throw refuse('it has no transaction id');
    if (!/^\d{1,15}$/.test(amount)) throw refuse(`the amount ${amount} isn’t a whole number of cents`);
    if (!isRealDate(day)) throw refuse(`${transactionDate} isn’t a valid date`);
    if (day > today) throw refuse(`${day} is in the future`);
    return { reference, amount: BigInt(amount), serial: serialNumber, transaction: transactionId, day };
  });
  if (lines.length === 0) throw new OperatorError('The file has no lines to compare. Nothing was stored.');
  return lines;
}

/** The reason for a freeze names at most this many lines of a file. */
const NAMED_IN_REASON = 10;

/** The count and amount of a file's lines by verdict, for the console. */
type Found = Partial<Record<SettlementVerdict, { count: number; amount: number }>>;

async function recordLines(
  { database, clock }: Dependencies,
  operator: Operator,
  lines: readonly Line[],
  progress: (done: number, total: number) => void,
): Promise<AfterCommitResult> {
  const found: Found = {};
  const count = (verdict: SettlementVerdict, amount: bigint) => {
    const sofar = found[verdict] ?? { count: 0, amount: 0 };
    found[verdict] = { count: sofar.count + 1, amount: sofar.amount + Number(amount) };
  };
  const printed: string[] = [];
  let alarming = 0;
  for (const [index, line] of lines.entries()) {
    const { reference } = line;
    const { verdict, state } = await database.transaction(async (tx) => {
      const match = await recordSettlement(tx, line, operator, clock.now());
      // Freeze now, in case the rest is never read. The reason names the reference for the operators who resume payouts.
      if (ALARMING_VERDICTS.includes(match.verdict) && alarming < NAMED_IN_REASON)
        await freezePayouts(tx, `${match.verdict} in the issuer’s file: ${reference}`, clock.now());
      return match;
    });
    if (ALARMING_VERDICTS.includes(verdict)) alarming += 1;
    count(verdict, line.amount);
    if (verdict !== 'matched')
      printed.push(`${verdict}: ${reference} ${formatRand(cents(line.amount))}${state ? ` (${state})` : ''}`);
    if (verdict === 'theirs-only')
      for (const waiting of await reservedOfSameMoney(database, line.amount))
        printed.push(
          `  perhaps the money that ${waiting.reference} waits for: ${formatRand(cents(BigInt(waiting.amount)))}`,
        );
    if (index % 100 === 0) progress(index, lines.length);
  }
  progress(lines.length, lines.length);
  // Payouts of the file's last day may be in tomorrow's file.
  const lastDay = lines.reduce((latest, { day }) => (day > latest ? day : latest), '0001-01-01');
  const missing = await paidButNotSettled(database, lastDay);
  for (const { reference, amount } of missing) {
    count('ours-only', BigInt(amount));
    printed.push(`ours-only: ${reference} ${formatRand(cents(BigInt(amount)))}`);
  }
  const countOf = (verdict: SettlementVerdict) => found[verdict]?.count ?? 0;
  printed.push(SETTLEMENT_VERDICTS.map((verdict) => `${verdict} ${countOf(verdict)}`).join(', '));
  const isLifted = await database.transaction(async (tx) => {
    await insertFile(tx, lastDay, operator.account, found, clock.now());
    if (alarming > NAMED_IN_REASON)
      await freezePayouts(tx, `${alarming} such lines in the file of ${lastDay}`, clock.now());
    if (alarming + countOf('amount-differs') > 0) return false;
    return liftReconciledFreeze(tx, new Set(lines.map(({ day }) => day)), clock.now());
  });
  if (isLifted) printed.push('Payouts have resumed: every voucher in the file is ours.');
  if (alarming > 0)
    printed.push('Payouts are frozen: the file has vouchers that should not exist. See payouts resume.');
  return { lines: printed, isAlarming: missing.length + lines.length - countOf('matched') > 0 };
}

const insertFile = (tx: Tx, day: string, account: string, found: Found, at: Date) =>
  tx.many(sql`
    insert into settlement_files (day, account, read_at, verdicts)
    values (${day}, ${account}, ${at}, ${JSON.stringify(found)})`);

export const latestFile = (db: Queries) =>
  db.one<{ day: string; account: string; readAt: Date; verdicts: Found }>(sql`
    select day::text as day, account, read_at as "readAt", verdicts from settlement_files order by id desc limit 1`);

export const reconcile: Implementation = {
  async perform(run) {
    const lines = await readSettlementFile(inputOf(run, 'file'), run.at);
    return {
      message: `${lines.length} lines`,
      lines: [],
      reason: `${lines.length} lines`,
      afterCommit: (progress) => recordLines(run.deps, run.operator, lines, progress),
    };
  },
};
