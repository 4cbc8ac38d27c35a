/** A partner's statement: one person reads it, and two people approve what it takes back. */
import { createHash } from 'node:crypto';
import { inWords, southAfricanDate } from '@panel/domain/calendar';
import { countText } from '@panel/domain/console/count-text';
import { STATEMENT_VERDICTS } from '@panel/domain/console/money-pages';
import { countByVerdict, everyVerdict, implausibleIn, USD_FLOOR_MICROS } from '@panel/domain/console/uploads';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import { formatRand } from '@panel/domain/rewards/amounts';
import { cents } from '@panel/domain/rewards/money';
import { readCsvFile, requirePlausible } from '../console/csv-file.ts';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { ItemsFailed } from '../platform/failed-items.ts';
import { partnerOf } from './blocks.ts';
import type { PartnerDependencies } from './dependencies.ts';
import { usdMicros } from './reading.ts';
import {
  allStatements,
  applyStatements,
  approveStatement,
  compareStatement,
  countOf,
  insertStatement,
  type PartnerStatement,
  rowsToTakeBack,
  type StatementLine,
  type StatementRow,
} from './statements.ts';

const MAX_LISTED = 50;

function readStatement(text: string): Promise<StatementLine[]> {
  const columns = ['session', 'status', 'amount'] as const;
  const seen = new Set<string>();
  return readCsvFile(
    text,
    { columns, optional: ['amount'], delimiter: [';', ','] },
    ({ session, status, amount }, refuse): StatementLine => {
      const price = usdMicros(amount);
      if (!/^[\w-]{1,128}$/.test(session)) throw refuse(`${session} is not a session`);
      if (amount !== '' && price === undefined && Number(amount) !== 0) throw refuse(`${amount} is not an amount`);
      if (status !== 'complete' && status !== 'reversed')
        throw refuse(`the status is ${status}, not complete or reversed`);
      if (seen.has(session)) throw refuse('the session is listed twice');
      seen.add(session);
      return { sessionId: session, status, usdMicros: price };
    },
  );
}

export const sumOfRows = (rows: readonly StatementRow[]) => rows.reduce((sum, { amount }) => sum + amount, 0n);

function linesOf(rows: readonly StatementRow[]): string[] {
  const unmatched = rows.filter(({ verdict }) => verdict !== 'matched' && verdict !== 'reversed-before');
  const listed = unmatched
    .slice(0, MAX_LISTED)
    .map(({ sessionId, verdict, amount }) => `${verdict}: ${sessionId} ${formatRand(cents(amount))}`);
  const counts = everyVerdict(STATEMENT_VERDICTS, countByVerdict(rows)).map(
    ({ verdict, count }) => `${verdict} ${count}`,
  );
  const more = unmatched.length - listed.length;
  return [...listed, ...(more > 0 ? [`… and ${more} more`] : []), counts.join(', ')];
}

const STANDING: readonly StatementRow['verdict'][] = ['matched', 'reversed', 'ours-only', 'amount-differs', 'by-hand'];
const usd = (micros: number) => `$${(micros / 1_000_000).toFixed(2)}`;

/** What is implausible about a statement. Rewards that were reversed before don't count: some partners list them, some don't. */
function implausibleInStatement(lines: readonly StatementLine[], rows: readonly StatementRow[]): string[] {
  const given = lines.filter((_, index) => rows[index]?.verdict !== 'reversed-before');
  const ours = rows.filter(({ verdict }) => STANDING.includes(verdict));
  const totalOf = (priced: readonly { readonly usdMicros?: bigint | undefined }[]) =>
    Number(priced.reduce((sum, { usdMicros: price = 0n }) => sum + price, 0n));
  const hasPrices = given.every(({ usdMicros: price }) => price !== undefined);
  return implausibleIn(
    { rows: given.length, total: hasPrices ? totalOf(given) : null },
    { rows: ours.length, total: totalOf(ours) },
    { floor: USD_FLOOR_MICROS, format: usd },
  );
}

export const importStatement: Implementation = {
  async perform(run) {
    const { tx, operator, at } = run;
    const [partner, month, file] = [partnerOf(run), inputOf(run, 'month'), inputOf(run, 'file')];
    if (month >= southAfricanDate(at).slice(0, 7)) throw new OperatorError('That month is not over yet.');
    const lines = await readStatement(file);
    if (lines.length === 0) throw new OperatorError('The file has no rows to compare.');
    const rows = await compareStatement(tx, partner, lines, month);
    // The file's rows come first, then our sessions that it lacks.
    if (rows.slice(0, lines.length).every(({ verdict }) => verdict === 'theirs-only'))
      throw new OperatorError('No row names a session of that partner. Is this the right file?');
    const implausible = implausibleInStatement(lines, rows);
    requirePlausible(run, implausible);
    const digest = createHash('sha256').update(file).digest();
    const fileRows = lines.length;
    const id = await insertStatement(tx, { partner, month, digest, account: operator.account, fileRows }, rows, at);
    if (id === null) throw new OperatorError('This file was already read.');
    const found = linesOf(rows);
    const message = `Statement ${id} of ${PARTNER_NAMES[partner]}, ${inWords(month)}: ${countText(lines.length, 'row')}`;
    return {
      message,
      data: { lines: found, page: `/statement?statement=${id}` },
      subject: `statement ${id}`,
      reason: [message, ...implausible].join('. '),
    };
  },
};

async function statementOf({ tx, values }: OperationRun): Promise<PartnerStatement> {
  const statement = (await allStatements(tx)).find(({ id }) => id === values.statement);
  if (!statement) throw new OperatorError('This statement doesn’t exist.');
  if (statement.approvedAt) throw new OperatorError('This statement was already carried out.');
  if (statement.isReplaced) throw new OperatorError('A newer file of this month has replaced this statement.');
  return statement;
}

const applyStatement: Implementation<PartnerDependencies> = {
  async facts(run) {
    const statement = await statementOf(run);
    const { partner, month, account, readAt } = statement;
    const rows = await rowsToTakeBack(run.tx, statement);
    if (rows.length === 0) throw new OperatorError('This statement takes nothing back.');
    const count = (verdict: StatementRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
    const completes = countOf(statement, 'matched') + countOf(statement, 'amount-differs') + rows.length;
    return {
      subject: `statement ${statement.id}`,
      amount: Number(sumOfRows(rows)),
      facts: [
        { label: 'Partner', value: { text: PARTNER_NAMES[partner] } },
        { label: 'Month', value: { text: inWords(month) } },
        { label: 'Read by', value: { text: account } },
        { label: 'Read', value: { at: readAt.toISOString() } },
        { label: 'Taken back', value: { text: `${rows.length} of ${completes} completes` } },
        { label: 'Marked as reversed', value: { text: String(count('reversed')) } },
        { label: 'Not in the file', value: { text: String(count('ours-only')) } },
        { label: 'Credited by two people, not taken back', value: { text: String(countOf(statement, 'by-hand')) } },
      ],
    };
  },
  async perform(run) {
    const { tx, deps, at } = run;
    const { id } = await statementOf(run);
    await approveStatement(tx, id, at);
    return {
      message: 'The rewards are taken back.',
      subject: `statement ${id}`,
      afterCommit: async (progress) => {
        let done = 0;
        let failed = 0;
        const applyNext = () =>
          applyStatements(deps.database, deps.config.pricing, at).catch((error: unknown) => {
            if (!(error instanceof ItemsFailed)) throw error;
            failed += error.errors.length;
            return error.errors.length;
          });
        for (let more = 1; more > 0; done += more) {
          more = await applyNext();
          progress(done + more, done + more);
        }
        const takenBack = (await allStatements(deps.database)).find((one) => one.id === id)?.takenBack ?? '0';
        const lines = [`${formatRand(Number(takenBack))} taken back`];
        if (failed === 0) return { lines };
        const message = `${countText(failed, 'reward')} couldn’t be taken back yet: Today lists the reason.`;
        return { lines: [...lines, message], message, isAlarming: true };
      },
    };
  },
};

export const statementOperations = {
  'read-statement': importStatement,
  'apply-statement': applyStatement,
};
