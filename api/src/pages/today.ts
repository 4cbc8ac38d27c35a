import { addDays } from '@panel/domain/calendar';
import { isOverdue, type Waiting } from '@panel/domain/console/today-page';
import { ANSWER_DAYS } from '@panel/domain/disputes/disputes';
import { addMs, DAY_MS } from '@panel/domain/durations';
import { WITHHELD, type WithheldReason } from '@panel/domain/rewards/withheld';
import type { ConsoleDependencies } from '../console/dependencies.ts';
import type { PageReader } from '../console/page-request.ts';
import { decidedProposals, openProposals } from '../console/proposal-lists.ts';
import { openDisputes } from '../disputes/store.ts';
import { booksOf, bookTotals, dayFigures } from '../figures/page-figures.ts';
import { lastCountedDay, lastWholeDay } from '../figures/rollups.ts';
import { messagesInReview } from '../messages/outbox.ts';
import { unknownCodes } from '../partners/codes-page.ts';
import type { PartnerDependencies } from '../partners/partner.ts';
import { readPartyHealth } from '../partners/party-health.ts';
import { withheldRewards } from '../partners/reward-operations.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { openFreeze } from '../rewards/payout-freezes.ts';
import { openWithdrawals } from '../rewards/review.ts';
import { visitsBetween } from '../web/page-views.ts';

const SHOWN_DAYS = 30;
const DECIDED_DAYS = 7;

export const readToday: PageReader<'today', PartnerDependencies & ConsoleDependencies> = async ({
  deps,
  operator,
  at,
}) => {
  const { database } = deps;
  const to = await lastCountedDay(database, at);
  const from = addDays(to, 1 - SHOWN_DAYS);
  const [proposals, decided, totals, freeze, open, panelSize, days, daysBefore, visits, connections] =
    await Promise.all([
      openProposals(deps, operator),
      decidedProposals(database, operator, addMs(at, -DECIDED_DAYS * DAY_MS), at),
      bookTotals(database),
      openFreeze(database),
      openWithdrawals(database),
      latestPanelSize(database),
      dayFigures(database, from, to),
      dayFigures(database, addDays(from, -SHOWN_DAYS), addDays(from, -1)),
      visitsBetween(database, from, to),
      readPartyHealth(deps, at),
    ]);
  const waiting = await waitingThings(deps, at, open);
  const first = proposals[0];
  if (first) {
    const amount = proposals.reduce((sum, proposal) => sum + (proposal.amount ?? 0), 0);
    waiting.push({ kind: 'proposals', count: proposals.length, oldest: first.proposedAt, overdue: false, amount });
  }
  return {
    at: at.toISOString(),
    waiting: waiting.sort((a, b) => (a.oldest < b.oldest ? -1 : 1)),
    proposals,
    decided,
    books: booksOf(totals, at),
    payouts: {
      frozenSince: freeze?.since.toISOString() ?? null,
      open: {
        count: open.reduce((sum, { count }) => sum + count, 0),
        amount: open.reduce((sum, { amount }) => sum + amount, 0),
      },
    },
    connections,
    panelSize,
    days,
    daysBefore,
    visits,
  };
};

/** Approved panelists at the end of the last counted day. */
const latestPanelSize = async (db: Queries): Promise<number> =>
  Number(
    (
      await db.one<{ value: string }>(sql`
        select value from daily_figures where figure = 'size' and key = 'approved' order by day desc limit 1`)
    )?.value ?? 0,
  );

function reasonsOf(withheld: readonly { readonly reason: WithheldReason }[]): WithheldReason[] {
  const count = (reason: WithheldReason) => withheld.filter((one) => one.reason === reason).length;
  return WITHHELD.filter((reason) => count(reason) > 0).sort((a, b) => count(b) - count(a));
}

async function waitingThings(
  deps: PartnerDependencies,
  at: Date,
  open: Awaited<ReturnType<typeof openWithdrawals>>,
): Promise<Waiting[]> {
  const { database } = deps;
  const [withheld, messages, disputes, codes] = await Promise.all([
    withheldRewards(deps),
    messagesInReview(database),
    openDisputes(database),
    unknownCodes(database, lastWholeDay(at)),
  ]);
  const review = open.find(({ state }) => state === 'needs-review');
  const entry = (
    kind: Waiting['kind'],
    count: number,
    oldest: Date | null | undefined,
    amount: number | null,
    overdueMs?: number,
  ): Waiting[] => {
    if (count === 0 || !oldest) return [];
    const since = oldest.toISOString();
    return [{ kind, count, oldest: since, overdue: isOverdue(since, at.toISOString(), overdueMs), amount }];
  };
  return [
    ...entry('withdrawals', review?.count ?? 0, review?.oldest, review?.amount ?? null),
    ...entry(
      'withheld-rewards',
      withheld.length,
      withheld[0]?.receivedAt,
      withheld.reduce((sum, { amount, standing }) => sum + Number(amount) - (standing ?? 0), 0),
    ).map((waiting) => ({ ...waiting, reasons: reasonsOf(withheld) })),
    ...entry('unknown-codes', codes.length, codes[0] && new Date(codes[0].firstAt), null),
    ...entry('messages', messages.length, messages[0]?.createdAt, null),
    ...entry('disputes', disputes.count, disputes.oldest, null, ANSWER_DAYS * DAY_MS),
  ];
}
