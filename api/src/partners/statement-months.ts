/** Partners' statements by month, and what partners can still take back. */
import { addMonthsTo, southAfricanDate } from '@panel/domain/calendar';
import {
  type MoneyPageData,
  ourRewards,
  type ReadStatement,
  STATEMENT_VERDICTS,
  type StatementOfMonth,
} from '@panel/domain/console/money-pages';
import { everyVerdict, statementDueOn } from '@panel/domain/console/uploads';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { isOpenToReversals, reversalsEndOn } from '@panel/domain/partners/reversal-window';
import { proposalFor } from '../console/proposal-lists.ts';
import { type DailyFigure, sumOf } from '../figures/rollups.ts';
import type { Queries } from '../platform/database/database.ts';
import { sumOfRows } from './statement-operations.ts';
import { earnedByMonth, overdueAmong, waivedStatements, waiverSubject } from './statement-waivers.ts';
import { allStatements, type PartnerStatement, rowsToTakeBack } from './statements.ts';

type Months = readonly string[];

/** `months` ends with the current month; `figures` are of these months. */
export async function statementsAt(
  db: Queries,
  figures: readonly DailyFigure[],
  months: Months,
  at: Date,
): Promise<Pick<MoneyPageData, 'exposure' | 'statements'>> {
  const read = await allStatements(db);
  const today = southAfricanDate(at);
  const isCarriedOut = (partner: Partner, month: string) =>
    read.some((one) => one.partner === partner && one.month === month && one.approvedAt !== null);
  return {
    exposure: everyPartner(months.toReversed())
      .filter(({ partner, month }) => isOpenToReversals(partner, month, today) && !isCarriedOut(partner, month))
      .map(({ partner, month }) => ({
        month,
        partner,
        until: reversalsEndOn(partner, month),
        amount: exposureOf(partner, month, figures),
      })),
    statements: await statementsOfMonths(db, read, at),
  };
}

const everyPartner = (ofMonths: Months) => ofMonths.flatMap((month) => PARTNERS.map((partner) => ({ partner, month })));

/** Statements that were read are listed for this many months; those that are missing, until they are read or written off. */
const LISTED_MONTHS = 12;

/** Every month that a statement was read for, is expected for or is missing for, newest first. */
export async function statementsOfMonths(
  db: Queries,
  read: readonly PartnerStatement[],
  at: Date,
): Promise<StatementOfMonth[]> {
  const [proposalOf, earned, waived] = await Promise.all([
    proposalFor(db, at),
    earnedByMonth(db, PARTNERS),
    waivedStatements(db),
  ]);
  const overdue = overdueAmong(earned, [...read, ...waived], at);
  const last = addMonthsTo(southAfricanDate(at).slice(0, 7), -1);
  const first = addMonthsTo(last, 1 - LISTED_MONTHS);
  const months = [...new Set([last, ...[...read, ...earned, ...waived].map(({ month }) => month)])];
  const listed = everyPartner(
    months
      .filter((month) => month <= last)
      .sort()
      .reverse(),
  ).flatMap(({ partner, month }) => {
    const isThis = (one: { partner: Partner; month: string }) => one.partner === partner && one.month === month;
    const statement = read.find(isThis) ?? null;
    const isWaived = waived.some(isThis);
    const ours = earned.find(isThis)?.rewards ?? 0;
    const isOverdue = overdue.some(isThis);
    const isListed = isOverdue || month === last || ((statement !== null || isWaived) && month >= first);
    return isListed ? [{ partner, month, ours, isWaived, isOverdue, statement }] : [];
  });
  return Promise.all(
    listed.map(({ statement, ...of }) => {
      const month = {
        ...of,
        dueOn: statementDueOn(of.month),
        proposal: proposalOf(waiverSubject(of.partner, of.month)),
        statement: null,
      };
      return statement ? withUpload(db, month, statement, proposalOf) : month;
    }),
  );
}

/** The month as one of its uploads has it. */
export async function withUpload(
  db: Queries,
  month: StatementOfMonth,
  upload: PartnerStatement,
  proposalOf: (subject: string) => string | null,
): Promise<StatementOfMonth> {
  const statement = await shownStatement(db, upload);
  return { ...month, ours: ourRewards(statement.rows), proposal: proposalOf(`statement ${upload.id}`), statement };
}

async function shownStatement(db: Queries, statement: PartnerStatement): Promise<ReadStatement> {
  const { id, readAt, account, approvedAt, verdicts, fileRows, takenBack, isReplaced } = statement;
  const toTakeBack = approvedAt || isReplaced ? [] : await rowsToTakeBack(db, statement);
  const rows = everyVerdict(STATEMENT_VERDICTS, verdicts);
  return {
    id,
    readAt: readAt.toISOString(),
    readBy: account,
    approvedAt: approvedAt?.toISOString() ?? null,
    theirs: fileRows,
    rows,
    toTakeBack: { count: toTakeBack.length, amount: Number(sumOfRows(toTakeBack)) },
    takenBack: Number(takenBack),
  };
}

/** What a partner's completions of a month earned, minus what it took back, in cents. */
function exposureOf(partner: Partner, month: string, figures: readonly DailyFigure[]): number {
  const earned = sumOf(
    figures,
    ({ figure, kind, account, day }) =>
      figure === 'moved' && kind === 'earned' && account === `partner:${partner}` && day.startsWith(month),
  );
  // Corrections and reversals may come in a later month.
  const later = sumOf(
    figures,
    (one) =>
      ['corrected-cents-of-month', 'reversed-cents-of-month'].includes(one.figure) &&
      one.partner === partner &&
      one.detail === month,
  );
  return Math.max(0, -earned - later);
}
