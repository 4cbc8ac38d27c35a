import { addDays, lastDaysOfMonths, monthsUpTo, southAfricanDate, startOfDay } from '@panel/domain/calendar';
import { type Liability, type MoneyPageData, PAYOUT_AGES_MS, sumOfLiability } from '@panel/domain/console/money-pages';
import { addMs } from '@panel/domain/durations';
import { OPEN_WITHDRAWAL_STATES, type OpenWithdrawalState } from '@panel/domain/rewards/withdrawal';
import { definePage, type PageRequest } from '../console/page.ts';
import { type CsvRow, inRand } from '../console/page-csv.ts';
import { proposalFor } from '../console/proposal-lists.ts';
import type { FigureOf } from '../figures/day-figures.ts';
import { isPaidOut } from '../figures/page-figures.ts';
import { type DailyFigure, figuresBetween, lastCountedDay, sumOf } from '../figures/rollups.ts';
import { messagesInReview } from '../messages/operations.ts';
import type { PartnerDependencies } from '../partners/dependencies.ts';
import { statementsAt } from '../partners/statement-months.ts';
import { withheldCompletions } from '../partners/store.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { booksOf, bookTotals, totalIn } from '../rewards/books.ts';
import { openFreeze } from '../rewards/payout-freezes.ts';
import { withdrawalsToResolve } from '../rewards/review.ts';
import { latestFiles } from '../rewards/settlement-files.ts';

const MONTHS = 12;

const readMoney = async ({ deps, at }: PageRequest<PartnerDependencies>): Promise<MoneyPageData> => {
  const { database } = deps;
  const counted = await lastCountedDay(database, at);
  const months = monthsUpTo(counted.slice(0, 7), MONTHS);
  const figures = await figuresBetween(
    database,
    ['moved', 'owed-by-partner', 'transfers', 'corrected-cents-of-month', 'reversed-cents-of-month'],
    `${months[0]}-01`,
    counted,
  );
  // On the first of a month, the counted days are of the previous one.
  const [firstUncounted, monthStart] = [addDays(counted, 1), `${southAfricanDate(at).slice(0, 7)}-01`];
  const [totals, balances, since, payouts, waiting, [file], statements] = await Promise.all([
    bookTotals(database),
    balancesAt(database, [...lastDaysOfMonths(counted, MONTHS), counted]),
    movedSince(database, firstUncounted > monthStart ? firstUncounted : monthStart, at),
    payoutsByAge(database, at),
    waitingMoney(deps, at),
    latestFiles(database, 1),
    // Today decides which month is over: on the first of a month, the previous month is.
    statementsAt(database, figures, monthsUpTo(southAfricanDate(at).slice(0, 7), MONTHS), at),
  ]);
  const liability = liabilityOf((account) => Number(totalIn(totals, 'postings', account)));
  return {
    at: at.toISOString(),
    liability,
    owed: -Number(totalIn(totals, 'postings', 'owed')),
    liabilityOverTime: balances,
    movement: movementOf(figures, since, liability, monthStart),
    flows: months.map((month) => flowOf(month, figures)),
    payouts,
    ...waiting,
    books: booksOf(totals, at),
    settlement: file ?? null,
    ...statements,
  };
};

export const moneyPage = definePage('money', {
  read: readMoney,
  tables: {
    liability: ({ liabilityOverTime }) => inRand(liabilityOverTime, 'available', 'pending', 'reserved', 'unclaimed'),
    flows: ({ flows }) => inRand(flows, 'owedByPartners', 'accepted', 'paidOut'),
    payouts: ({ payouts }) =>
      inRand(
        payouts.map(({ state, ages: [under15Minutes, upTo1Hour, upTo24Hours, longer], amount }) => ({
          state,
          under15Minutes,
          upTo1Hour,
          upTo24Hours,
          longer,
          amount,
        })),
        'amount',
      ),
    'needs-review': ({ needsReview }) => inRand(needsReview, 'amount'),
    settlement: ({ settlement }) => inRand(settlement?.rows ?? [], 'amount'),
    statements: ({ statements }) =>
      statements.flatMap(({ statement, dueOn, isWaived, proposal, ...ours }): CsvRow[] =>
        statement
          ? inRand(
              statement.rows.map((row) => ({ ...ours, ...row })),
              'amount',
            )
          : [ours],
      ),
    exposure: ({ exposure }) => inRand(exposure, 'amount'),
  },
});

const liabilityOf = (total: (account: string) => number): Liability => ({
  available: total('available'),
  pending: total('pending'),
  reserved: total('reserved'),
  unclaimed: total('unclaimed'),
});

/** The liability at the end of each day, oldest first. */
async function balancesAt(db: Queries, days: readonly string[]): Promise<MoneyPageData['liabilityOverTime']> {
  const rows = await db.many<{ account: string; day: string; value: string }>(sql`
    select account, day::text as day, value from daily_figures where figure = 'balance' and day = any(${days}::date[])`);
  return [...new Set(days)].sort().map((day) => ({
    day,
    ...liabilityOf((account) => Number(rows.find((row) => row.day === day && row.account === account)?.value ?? 0)),
  }));
}

type Moved = readonly Pick<DailyFigure, 'kind' | 'account' | 'value'>[];

const movedSince = async (db: Queries, day: string, at: Date): Promise<Moved> =>
  (
    await db.many<Pick<DailyFigure, 'kind' | 'account'> & { amount: string }>(sql`
      select t.kind, p.account, sum(p.amount)::bigint as amount
      from transfers t join postings p on p.transfer_id = t.id
      where t.at >= ${startOfDay(day)} and t.at < ${addMs(at, 1)} group by t.kind, p.account`)
  ).map(({ amount, ...one }) => ({ ...one, value: Number(amount) }));

/** These change what panelists owe, not what the panel owes. */
const DEBTS: readonly FigureOf['kind'][] = ['reversed', 'written-off', 'debt-restored'];
const CREDITS: readonly FigureOf['kind'][] = ['earned', 'corrected', 'reinstated'];

/** The rewards accepted from partners, in cents. */
const acceptedIn = (moved: Moved): number =>
  moved.reduce((sum, { kind, account, value }) => {
    // A reward reinstated after its profile was deleted goes back to write-off. The panel doesn't owe it.
    const isCounted = account.startsWith('partner:') || account === 'write-off';
    return CREDITS.includes(kind) && isCounted ? sum - value : sum;
  }, 0);
const sumWhere = (moved: Moved, picks: (one: Moved[number]) => boolean): number =>
  moved.reduce((sum, one) => (picks(one) ? sum + one.value : sum), 0);

/** This month's changes of the liability. The opening plus all changes is the current liability. */
function movementOf(
  figures: readonly DailyFigure[],
  since: Moved,
  liability: Liability,
  from: string,
): MoneyPageData['movement'] {
  const moved = [...figures.filter(({ figure, day }) => figure === 'moved' && day >= from), ...since];
  const taken = {
    accepted: acceptedIn(moved),
    thankYous: -sumWhere(moved, ({ account }) => account === 'thank-you'),
    reversed: -sumWhere(
      moved,
      ({ kind, account }) => kind === 'reversed' && ['pending', 'available'].includes(account),
    ),
    debtsPaidOff: sumWhere(moved, ({ kind, account }) => !DEBTS.includes(kind) && account === 'owed'),
    paidOut: sumWhere(moved, isPaidOut),
    forfeited: sumWhere(moved, ({ account }) => account === 'forfeited'),
  };
  const { accepted, thankYous, reversed, debtsPaidOff, paidOut, forfeited } = taken;
  const opening = sumOfLiability(liability) - accepted - thankYous + reversed + debtsPaidOff + paidOut + forfeited;
  return { from, opening, ...taken };
}

function flowOf(month: string, figures: readonly DailyFigure[]): MoneyPageData['flows'][number] {
  const ofMonth = figures.filter(({ day }) => day.startsWith(month));
  const moved = ofMonth.filter(({ figure }) => figure === 'moved');
  return {
    month,
    owedByPartners: sumOf(ofMonth, ({ figure }) => figure === 'owed-by-partner'),
    accepted: acceptedIn(moved),
    paidOut: sumWhere(moved, isPaidOut),
  };
}

type AgeBand = { state: OpenWithdrawalState; band: number; count: number; amount: string };

async function payoutsByAge(db: Queries, at: Date): Promise<MoneyPageData['payouts']> {
  const rows = await db.many<AgeBand>(sql`
    select state, width_bucket(extract(epoch from ${at}::timestamptz - requested_at) * 1000, ${PAYOUT_AGES_MS}::numeric[]) as band,
      count(*)::int as count, sum(amount)::bigint as amount
    from withdrawals where state in ('reserved', 'sending', 'unknown', 'needs-review') group by 1, 2`);
  return OPEN_WITHDRAWAL_STATES.map((state) => {
    const ofState = rows.filter((row) => row.state === state);
    const countOf = (band: number) => ofState.find((row) => row.band === band)?.count ?? 0;
    return {
      state,
      ages: [countOf(0), countOf(1), countOf(2), countOf(3)],
      amount: ofState.reduce((sum, { amount }) => sum + Number(amount), 0),
    };
  });
}

/** What operators have to decide, each with its open proposal. */
async function waitingMoney(deps: PartnerDependencies, at: Date) {
  const { database } = deps;
  const [proposalOf, freeze, withdrawals, withheld, messages] = await Promise.all([
    proposalFor(database, at),
    openFreeze(database),
    withdrawalsToResolve(database, at, { isInReview: true }),
    withheldCompletions(database, deps.config.pricing),
    messagesInReview(database),
  ]);
  return {
    frozen: freeze
      ? { since: freeze.since.toISOString(), reason: freeze.reason, proposal: proposalOf('resume-payouts') }
      : null,
    needsReview: withdrawals.map(({ id, reference, amount, requestedAt, code, quality }) => ({
      id,
      reference,
      answer: code ?? '',
      since: requestedAt.toISOString(),
      amount: Number(amount),
      quality,
      proposal: proposalOf(id),
    })),
    withheldRewards: withheld.map(({ id, reason, amount, standing, receivedAt, quality }) => ({
      event: id,
      reason,
      earnedAt: receivedAt.toISOString(),
      amount,
      standing,
      quality,
      proposal: proposalOf(id),
    })),
    messages: messages.map(({ id, kind, since, amount, reference }) => ({
      message: id,
      kind,
      reference,
      since: since.toISOString(),
      amount: Number(amount ?? 0),
      proposal: proposalOf(id),
    })),
  };
}
