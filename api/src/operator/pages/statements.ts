/** Partners' statements on the Money page, and what partners could still take back. */
import { type MoneyPage, STATEMENT_VERDICTS } from '@panel/domain/console/money-pages';
import { PARTNERS, type Partner } from '@panel/domain/partners/partners';
import { isOpenMonth, type PartnerStatement } from '../../partners/statements.ts';
import type { Queries } from '../../platform/database.ts';
import { partnerKey, partnerTransferKey } from '../figure-keys.ts';
import { openProposalHeads } from '../proposal-lists.ts';
import { type Figure, sumOf } from '../rollups.ts';
import { recentStatements } from '../statements.ts';

type Months = readonly string[];

/** `months` end with the one that is not over; `figures` are theirs. */
export async function statementsAt(
  db: Queries,
  figures: readonly Figure[],
  months: Months,
  at: Date,
): Promise<Pick<MoneyPage, 'exposure' | 'statements'>> {
  const [read, proposals] = await Promise.all([recentStatements(db, at), openProposalHeads(db, at)]);
  const newestFirst = months.toReversed();
  const lastDay = figures.at(-1)?.day ?? '';
  const open = newestFirst.filter((month) => isOpenMonth(month, lastDay));
  const isCarriedOut = (partner: Partner, month: string) =>
    read.some((one) => one.partner === partner && one.month === month && one.approvedAt !== null);
  const everyPartner = (ofMonths: Months) =>
    ofMonths.flatMap((month) => PARTNERS.map((partner) => ({ partner, month })));
  return {
    exposure: everyPartner(open)
      .filter(({ partner, month }) => !isCarriedOut(partner, month))
      .map(({ partner, month }) => ({ month, partner, amount: exposureOf(partner, month, figures) })),
    statements: everyPartner(newestFirst.slice(1)).flatMap(({ partner, month }, index) => {
      const statement = read.find((one) => one.partner === partner && one.month === month);
      // The last month's statements are waited for; older ones are shown where they were read.
      if (!statement && index >= PARTNERS.length) return [];
      const isEarned = ({ figure, key, day }: Figure) =>
        figure === 'transfers' && key === partnerTransferKey('earned', partner) && day.startsWith(month);
      const proposal = statement && proposals.find(({ subject }) => subject === `statement ${statement.id}`);
      return {
        partner,
        month,
        ours: sumOf(figures, isEarned),
        statement: statement ? { ...shown(statement), proposal: proposal?.id ?? null } : null,
      };
    }),
  };
}

const shown = ({ id, readAt, account, approvedAt, verdicts }: PartnerStatement) => ({
  id,
  readAt: readAt.toISOString(),
  readBy: account,
  approvedAt: approvedAt?.toISOString() ?? null,
  rows: STATEMENT_VERDICTS.map((verdict) => ({ verdict, ...verdicts[verdict] })),
});

/** What a partner's completions of a month earned and it did not take back, in cents. */
function exposureOf(partner: Partner, month: string, figures: readonly Figure[]): number {
  const kinds = [partnerTransferKey('earned', partner), partnerTransferKey('corrected', partner)];
  const earned = sumOf(
    figures,
    ({ figure, key, day }) => figure === 'moved' && kinds.includes(key) && day.startsWith(month),
  );
  const reversed = sumOf(
    figures,
    ({ figure, key }) => figure === 'reversed-cents-of-month' && key === partnerKey(partner, month),
  );
  return Math.max(0, -earned - reversed);
}
