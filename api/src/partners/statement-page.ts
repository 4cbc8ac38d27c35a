/** A partner's statement of a month: what its upload found, or that it is missing. */

import { STATEMENT_VERDICTS, type StatementOfMonth, type StatementVerdict } from '@panel/domain/console/money-pages';
import type { CentsNumber, Instant, Paged } from '@panel/domain/console/values';
import type { RewardState } from '@panel/domain/rewards/pricing';
import { definePage, type PageRequest } from '../console/page.ts';
import { inRand } from '../console/page-csv.ts';
import { type PageRange, pageFrom, rangeIn } from '../console/paging.ts';
import { proposalFor } from '../console/proposal-lists.ts';
import { type Queries, sql } from '../platform/database/database.ts';
import { rewardsOfSessions, type TakenFrom, takenFrom } from '../rewards/credited.ts';
import { statementsOfMonths, withUpload } from './statement-months.ts';
import { allStatements, type PartnerStatement, rowsToTakeBack } from './statements.ts';

// Statement. Query: `statement`, or `partner` and `month`, or the newest one; `show`, a verdict or `all`; `cursor`.

export type ShownStatementRow = {
  session: string;
  verdict: StatementVerdict;
  /** Cents of our reward; 0 if there is none. */
  amount: CentsNumber;
  earnedAt: Instant | null;
  /** Of our reward now; null if there is none. */
  state: RewardState | null;
  takenBackAt: Instant | null;
};
export type StatementPageData = {
  /** Null if no statement is expected yet. */
  shown: StatementOfMonth | null;
  /** Null if there is nothing to take back. */
  takenFrom: TakenFrom | null;
  /** Null for all rows. Without a choice, the rows to take back. */
  show: StatementVerdict | null;
  rows: Paged<ShownStatementRow>;
  all: StatementOfMonth[];
};

const ROWS_PER_PAGE = 50;
/** What is shown first: the rows that are taken back. */
const TAKEN_BACK: readonly StatementVerdict[] = ['reversed', 'ours-only'];

const readStatementPage = async (request: PageRequest): Promise<StatementPageData> => {
  const { query, at } = request;
  const { database } = request.deps;
  const read = await allStatements(database);
  const asked = read.find(({ id }) => id === query.get('statement'));
  const [partner, month] = asked ? [asked.partner, asked.month] : [query.get('partner'), query.get('month')];
  const isNamed = query.has('statement') || (partner !== null && month !== null);
  const all = await statementsOfMonths(database, read, at);
  const newest = isNamed ? all.find((one) => one.partner === partner && one.month === month) : all[0];
  // An earlier upload of the same month stays at its own address.
  const shown =
    newest && asked && newest.statement?.id !== asked.id
      ? await withUpload(database, newest, asked, await proposalFor(database, at))
      : newest;
  const statement = shown?.statement ?? null;
  const kept = read.find(({ id }) => id === statement?.id);
  const found = (statement?.rows ?? []).filter(({ count }) => count > 0).map(({ verdict }) => verdict);
  const show = query.has('show')
    ? (STATEMENT_VERDICTS.find((verdict) => verdict === query.get('show')) ?? null)
    : (TAKEN_BACK.find((verdict) => found.includes(verdict)) ?? null);
  const page = rangeIn(request, ROWS_PER_PAGE);
  const total = (statement?.rows ?? []).reduce(
    (sum, { verdict, count }) => (show === null || verdict === show ? sum + count : sum),
    0,
  );
  return {
    shown: shown ?? null,
    takenFrom: kept && statement?.toTakeBack.count ? await takenFromBy(database, kept) : null,
    show,
    rows: kept ? await rowsOf(database, kept, show, page, total) : pageFrom<ShownStatementRow>([], 0, page),
    all,
  };
};

export const statementPage = definePage('statement', {
  read: readStatementPage,
  tables: { rows: ({ rows }) => inRand(rows.rows, 'amount') },
});

const takenFromBy = async (db: Queries, statement: PartnerStatement) =>
  takenFrom(
    db,
    (await rowsToTakeBack(db, statement)).map(({ sessionId }) => sessionId),
  );

async function rowsOf(
  db: Queries,
  { id, partner }: PartnerStatement,
  show: StatementVerdict | null,
  page: PageRange,
  total: number,
): Promise<Paged<ShownStatementRow>> {
  const rows = await db.many<{
    session: string;
    verdict: StatementVerdict;
    amount: string;
    takenBackAt: Date | null;
  }>(sql`
    select session_id as session, verdict, amount, applied_at as "takenBackAt" from partner_statement_rows
    where statement_id = ${id} and (${show}::text is null or verdict = ${show})
    order by session_id limit ${page.size} offset ${page.position}`);
  const rewards = await rewardsOfSessions(
    db,
    partner,
    rows.map(({ session }) => session),
  );
  const shown = rows.map(({ amount, takenBackAt, ...row }) => ({
    ...row,
    amount: Number(amount),
    earnedAt: rewards.get(row.session)?.earnedAt.toISOString() ?? null,
    state: rewards.get(row.session)?.state ?? null,
    takenBackAt: takenBackAt?.toISOString() ?? null,
  }));
  return pageFrom(shown, total, page);
}
