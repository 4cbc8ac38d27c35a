/** Statements that partners did not send: they stay overdue until two people write them off. */
import { inWords, southAfricanDate } from '@panel/domain/calendar';
import { isStatementOverdue, statementDueOn } from '@panel/domain/console/uploads';
import { PARTNER_NAMES, PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { type Implementation, inputOf, type OperationRun, OperatorError } from '../console/operation.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { partnerOf } from './blocks.ts';
import { allStatements } from './statements.ts';

type EarnedInMonth = { readonly partner: Partner; readonly month: string; readonly rewards: number };

/** How many rewards each partner's surveys earned, by month. */
export const earnedByMonth = async (db: Queries, partners: readonly Partner[]): Promise<EarnedInMonth[]> =>
  (
    await db.many<{ account: string; month: string; rewards: number }>(sql`
      select account, to_char(day, 'YYYY-MM') as month, sum(value)::int as rewards from daily_figures
      where figure = 'transfers' and kind = 'earned' and account = any(${partners.map((one) => `partner:${one}`)}::text[])
      group by 1, 2`)
  ).flatMap(({ account, month, rewards }) => {
    const partner = partners.find((one) => account === `partner:${one}`);
    return partner ? [{ partner, month, rewards }] : [];
  });

export const waivedStatements = (db: Queries) => db.many<OfMonth>(sql`select partner, month from waived_statements`);

type OfMonth = { readonly partner: Partner; readonly month: string };

/** The statements that are past their due day and neither read nor written off, of months in which the partner's surveys earned rewards. */
export async function overdueStatements(db: Queries, at: Date): Promise<EarnedInMonth[]> {
  const [earned, read, waived] = await Promise.all([
    earnedByMonth(db, PARTNERS),
    allStatements(db),
    waivedStatements(db),
  ]);
  return overdueAmong(earned, [...read, ...waived], at);
}

/** The same, of what was read already. `settled` are the months that were read or written off. */
export const overdueAmong = (
  earned: readonly EarnedInMonth[],
  settled: readonly OfMonth[],
  at: Date,
): EarnedInMonth[] =>
  earned.filter(
    ({ partner, month, rewards }) =>
      rewards > 0 &&
      isStatementOverdue(month, southAfricanDate(at)) &&
      !settled.some((one) => one.partner === partner && one.month === month),
  );

export const waiverSubject = (partner: Partner, month: string): string => `statement ${partner} ${month}`;

async function requireOverdue(run: OperationRun): Promise<OfMonth> {
  const [partner, month] = [partnerOf(run), inputOf(run, 'month')];
  const isThis = (one: OfMonth) => one.partner === partner && one.month === month;
  if (!isStatementOverdue(month, southAfricanDate(run.at)))
    throw new OperatorError(`The statement is not overdue. It is due on ${statementDueOn(month)}.`);
  if ((await allStatements(run.tx)).some(isThis)) throw new OperatorError('This statement was uploaded.');
  if ((await waivedStatements(run.tx)).some(isThis)) throw new OperatorError('This statement was already written off.');
  return { partner, month };
}

const waiveStatement: Implementation = {
  async facts(run) {
    const { partner, month } = await requireOverdue(run);
    const earned = (await earnedByMonth(run.tx, [partner])).find((one) => one.month === month);
    return {
      subject: waiverSubject(partner, month),
      amount: null,
      facts: [
        { label: 'Partner', value: { text: PARTNER_NAMES[partner] } },
        { label: 'Month', value: { text: inWords(month) } },
        { label: 'Due', value: { text: statementDueOn(month) } },
        { label: 'Rewards that stay unconfirmed', value: { text: String(earned?.rewards ?? 0) } },
      ],
    };
  },
  async perform(run) {
    const { partner, month } = await requireOverdue(run);
    await run.tx.run(sql`insert into waived_statements (partner, month) values (${partner}, ${month})`);
    return { message: 'The statement is written off.', subject: waiverSubject(partner, month) };
  },
};

export const waiverOperations = {
  'waive-statement': waiveStatement,
};
