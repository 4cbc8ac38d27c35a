/** Partners' statements on the Money page, and what partners can still take back. */
import { southAfricanDate } from '@panel/domain/calendar';
import { type MoneyPageData, STATEMENT_VERDICTS } from '@panel/domain/console/money-pages';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { openProposalHeads } from '../console/proposal-lists.ts';
import { partnerKey, partnerTransferKey } from '../figures/figure-keys.ts';
import { type DailyFigure, sumOf } from '../figures/rollups.ts';
import type { Queries } from '../platform/database/database.ts';
import { recentStatements, sumOfRows } from './statement-operations.ts';
import { isOpenMonth, type PartnerStatement, rowsToTakeBack } from './statements.ts';

type Months = readonly string[];

/** `months` ends with the current month; `figures` are of these months. */
export async function statementsAt(
  db: Queries,
  figures: readonly DailyFigure[],
  months: Months,
  at: Date,
): Promise<Pick<MoneyPageData, 'exposure' | 'statements'>> {
  const [read, proposals] = await Promise.all([recentStatements(db, at), openProposalHeads(db, at)]);
  const newestFirst = months.toReversed();
  const today = southAfricanDate(at);
  const open = newestFirst.filter((month) => isOpenMonth(month, today));
  const isCarriedOut = (partner: Partner, month: string) =>
    read.some((one) => one.partner === partner && one.month === month && one.approvedAt !== null);
  const everyPartner = (ofMonths: Months) =>
    ofMonths.flatMap((month) => PARTNERS.map((partner) => ({ partner, month })));
  const listed = everyPartner(newestFirst.slice(1)).flatMap(({ partner, month }, index) => {
    const statement = read.find((one) => one.partner === partner && one.month === month) ?? null;
    // Last month's statements are expected. Older ones are listed if they were read.
    return statement || index < PARTNERS.length ? [{ partner, month, statement }] : [];
  });
  return {
    exposure: everyPartner(open)
      .filter(({ partner, month }) => !isCarriedOut(partner, month))
      .map(({ partner, month }) => ({ month, partner, amount: exposureOf(partner, month, figures) })),
    statements: await Promise.all(
      listed.map(async ({ partner, month, statement }) => {
        const isEarned = ({ figure, key, day }: DailyFigure) =>
          figure === 'transfers' && key === partnerTransferKey('earned', partner) && day.startsWith(month);
        const proposal = statement && proposals.find(({ subject }) => subject === `statement ${statement.id}`);
        return {
          partner,
          month,
          ours: sumOf(figures, isEarned),
          statement: statement ? { ...(await shown(db, statement)), proposal: proposal?.id ?? null } : null,
        };
      }),
    ),
  };
}

async function shown(db: Queries, statement: PartnerStatement) {
  const { id, readAt, account, approvedAt, verdicts, takenBack } = statement;
  const rows = approvedAt ? [] : await rowsToTakeBack(db, statement);
  return {
    id,
    readAt: readAt.toISOString(),
    readBy: account,
    approvedAt: approvedAt?.toISOString() ?? null,
    rows: STATEMENT_VERDICTS.map((verdict) => ({ verdict, ...verdicts[verdict] })),
    toTakeBack: { count: rows.length, amount: Number(sumOfRows(rows)) },
    takenBack: Number(takenBack),
  };
}

/** What a partner's completions of a month earned, minus what it took back, in cents. */
function exposureOf(partner: Partner, month: string, figures: readonly DailyFigure[]): number {
  const earned = sumOf(
    figures,
    ({ figure, key, day }) =>
      figure === 'moved' && key === partnerTransferKey('earned', partner) && day.startsWith(month),
  );
  // Corrections and reversals may come in a later month.
  const later = sumOf(
    figures,
    ({ figure, key }) =>
      ['corrected-cents-of-month', 'reversed-cents-of-month'].includes(figure) && key === partnerKey(partner, month),
  );
  return Math.max(0, -earned - later);
}
