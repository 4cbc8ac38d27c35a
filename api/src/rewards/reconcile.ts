import { isRealDate, southAfricanDate } from '@panel/domain/calendar';
import { countText } from '@panel/domain/console/count-text';
import { SETTLEMENT_VERDICTS, type SettlementVerdict } from '@panel/domain/console/money-pages';
import { ALARMING_VERDICTS, SETTLEMENT_VERDICT_WORDS } from '@panel/domain/console/upload-pages';
import { countByVerdict, implausibleIn, RAND_FLOOR_CENTS } from '@panel/domain/console/uploads';
import { formatRand } from '@panel/domain/rewards/amounts';
import { cents } from '@panel/domain/rewards/money';
import { readCsvFile, requirePlausible } from '../console/csv-file.ts';
import {
  type AfterCommitResult,
  type Implementation,
  inputOf,
  type Operator,
  OperatorError,
} from '../console/operation.ts';
import { DatabaseUnavailable, type Queries } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { forgetItems, setAside } from '../platform/failed-items.ts';
import { freezePayouts, liftReconciledFreeze } from './payout-freezes.ts';
import { insertFile, type NewRow } from './settlement-files.ts';
import {
  paidButNotSettled,
  paidOnDays,
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

const alarmText = (verdict: SettlementVerdict, reference: string): string =>
  `${SETTLEMENT_VERDICT_WORDS[verdict][0].toLowerCase()} in the issuer’s file: ${reference}`;

const daysOf = (lines: readonly Line[]): string[] => [...new Set(lines.map(({ day }) => day))];

async function implausibleInFile(db: Queries, lines: readonly Line[]): Promise<string[]> {
  const file = { rows: lines.length, total: Number(lines.reduce((sum, { amount }) => sum + amount, 0n)) };
  return implausibleIn(file, await paidOnDays(db, daysOf(lines)), { floor: RAND_FLOOR_CENTS, format: formatRand });
}

async function recordLines(
  { database, clock }: Dependencies,
  operator: Operator,
  lines: readonly Line[],
  progress: (done: number, total: number) => void,
): Promise<AfterCommitResult> {
  const printed: string[] = [];
  const rows: NewRow[] = [];
  const failed: string[] = [];
  let alarming = 0;
  const references = lines.map(({ reference }) => reference);
  await forgetItems(database, 'settlement', references);
  for (const [index, line] of lines.entries()) {
    const { reference, transaction, amount: theirs } = line;
    const match = await database
      .transaction(async (tx) => {
        const found = await recordSettlement(tx, line, operator, clock.now());
        // Freeze now, in case the rest is never read. The reason names the reference for the operators who resume payouts.
        if (ALARMING_VERDICTS.includes(found.verdict) && alarming < NAMED_IN_REASON)
          await freezePayouts(tx, alarmText(found.verdict, reference), clock.now());
        return found;
      })
      .catch(async (error: unknown) => {
        if (error instanceof DatabaseUnavailable) throw error;
        await setAside(database, { job: 'settlement', item: reference, error }, clock.now());
      });
    if (!match) {
      failed.push(reference);
      printed.push(`not compared: ${reference} ${formatRand(cents(line.amount))}`);
      continue;
    }
    const { verdict, state, ours } = match;
    if (ALARMING_VERDICTS.includes(verdict)) alarming += 1;
    rows.push({ reference, transaction, theirs, ours, verdict });
    if (verdict !== 'matched')
      printed.push(`${verdict}: ${reference} ${formatRand(cents(line.amount))}${state ? ` (${state})` : ''}`);
    if (verdict === 'theirs-only')
      for (const waiting of await reservedOfSameMoney(database, line.amount))
        printed.push(`  perhaps the money that ${waiting.reference} waits for: ${formatRand(Number(waiting.amount))}`);
    if (index % 100 === 0) progress(index, lines.length);
  }
  progress(lines.length, lines.length);
  // Payouts of the file's last day may be in tomorrow's file.
  const lastDay = lines.reduce((latest, { day }) => (day > latest ? day : latest), '0001-01-01');
  const missing = await paidButNotSettled(database, lastDay);
  for (const { reference, amount } of missing) {
    rows.push({ reference, transaction: null, theirs: null, ours: BigInt(amount), verdict: 'ours-only' });
    printed.push(`ours-only: ${reference} ${formatRand(Number(amount))}`);
  }
  const verdicts = countByVerdict(rows.map(({ verdict, theirs, ours }) => ({ verdict, amount: theirs ?? ours ?? 0n })));
  printed.push(SETTLEMENT_VERDICTS.map((verdict) => `${verdict} ${verdicts[verdict]?.count ?? 0}`).join(', '));
  const { id, isLifted } = await database.transaction(async (tx) => {
    const readAt = clock.now();
    const file = await insertFile(tx, { day: lastDay, account: operator.account, readAt, verdicts }, rows);
    if (alarming > NAMED_IN_REASON)
      await freezePayouts(tx, `${alarming} such lines in the file of ${lastDay}`, clock.now());
    const hasDifferences = failed.length > 0 || alarming > 0 || verdicts['amount-differs'] !== undefined;
    return {
      id: file,
      isLifted: !hasDifferences && (await liftReconciledFreeze(tx, new Set(daysOf(lines)), clock.now())),
    };
  });
  const message = isLifted
    ? 'Payouts have resumed: every voucher in the file is ours.'
    : failed.length > 0
      ? `${countText(failed.length, 'row')} couldn’t be compared: Today lists the reason. Upload the file again later.`
      : undefined;
  if (message) printed.push(message);
  if (alarming > 0)
    printed.push('Payouts are frozen: the file has vouchers that should not exist. See payouts resume.');
  const isAlarming = failed.length > 0 || rows.some(({ verdict }) => verdict !== 'matched');
  return { lines: printed, isAlarming, page: `/settlement?file=${id}`, ...(message && { message }) };
}

export const reconcile: Implementation = {
  async perform(run) {
    const lines = await readSettlementFile(inputOf(run, 'file'), run.at);
    const implausible = await implausibleInFile(run.tx, lines);
    requirePlausible(run, implausible);
    return {
      message: `The file’s rows are compared: ${lines.length}.`,
      reason: [countText(lines.length, 'row'), ...implausible].join('. '),
      afterCommit: (progress) => recordLines(run.deps, run.operator, lines, progress),
    };
  },
};

export const reconciliationOperations = {
  reconcile,
};
