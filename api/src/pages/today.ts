import { addDays } from '@panel/domain/calendar';
import type { FailedItem } from '@panel/domain/console/jobs';
import type { Books, PartyHealth } from '@panel/domain/console/today-page';
import type { CountAndAmount, Instant } from '@panel/domain/console/values';
import { addMs, DAY_MS } from '@panel/domain/durations';
import type { OpenWithdrawalState } from '@panel/domain/rewards/withdrawal';
import type { ConsoleDependencies } from '../console/dependencies.ts';
import { definePage, type PageRequest } from '../console/page.ts';
import { inRand } from '../console/page-csv.ts';
import {
  type DecidedProposal,
  decidedProposals,
  type ListedProposal,
  openProposals,
} from '../console/proposal-lists.ts';
import { type DayFigures, dayFigures } from '../figures/page-figures.ts';
import { lastCountedDay } from '../figures/rollups.ts';
import type { PartnerDependencies } from '../partners/dependencies.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { failedItems } from '../platform/failed-items.ts';
import { readPartyHealth } from '../platform/parties/party-health.ts';
import { booksOf, bookTotals } from '../rewards/books.ts';
import { openFreeze } from '../rewards/payout-freezes.ts';
import { openWithdrawals } from '../rewards/review.ts';
import { type Visits, visitsBetween } from '../web/page-views.ts';
import { type Waiting, waitingItems } from './waiting.ts';

export type TodayPageData = {
  at: Instant;
  /** The longest wait first. */
  waiting: Waiting[];
  failedItems: FailedItem[];
  proposals: ListedProposal[];
  decided: DecidedProposal[];
  books: Books;
  payouts: { frozenSince: Instant | null; open: (CountAndAmount & { state: OpenWithdrawalState })[] };
  connections: PartyHealth[];
  panelSize: number;
  /** The last 30 days that were counted and the 30 days before them, oldest first. */
  days: DayFigures[];
  daysBefore: DayFigures[];
  /** Of the same days as `days`. Null if there were none. */
  visits: Visits | null;
};

const SHOWN_DAYS = 30;
const DECIDED_DAYS = 7;

const readToday = async ({
  deps,
  operator,
  at,
}: PageRequest<PartnerDependencies & ConsoleDependencies>): Promise<TodayPageData> => {
  const { database } = deps;
  const to = await lastCountedDay(database, at);
  const from = addDays(to, 1 - SHOWN_DAYS);
  const [proposals, decided, totals, freeze, open, panelSize, days, daysBefore, visits, connections, failed] =
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
      failedItems(database),
    ]);
  const waiting = await waitingItems(deps, at);
  const first = proposals[0];
  if (first) {
    const amount = proposals.reduce((sum, proposal) => sum + (proposal.amount ?? 0), 0);
    waiting.push({ kind: 'proposals', count: proposals.length, oldest: first.proposedAt, overdue: false, amount });
  }
  return {
    at: at.toISOString(),
    waiting: waiting.sort((a, b) => (a.oldest < b.oldest ? -1 : 1)),
    failedItems: failed,
    proposals,
    decided,
    books: booksOf(totals, at),
    payouts: {
      frozenSince: freeze?.since.toISOString() ?? null,
      open: open.map(({ state, count, amount }) => ({ state, count, amount })),
    },
    connections,
    panelSize,
    days,
    daysBefore,
    visits,
  };
};

export const todayPage = definePage('today', {
  read: readToday,
  tables: {
    days: ({ days, daysBefore }) => inRand([...daysBefore, ...days], 'paidOut'),
    connections: ({ connections }) => connections.map(({ halfHours, ...connection }) => connection),
  },
});

/** Approved panelists at the end of the last counted day. */
async function latestPanelSize(db: Queries): Promise<number> {
  const [size = 0] = await db.column(sql`
    select value from daily_figures where figure = 'size' and detail = 'approved' order by day desc limit 1`);
  return Number(size);
}
