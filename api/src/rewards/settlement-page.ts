/** The result of an upload of the issuer's settlement file. */

import type { UploadedFile } from '@panel/domain/console/money-pages';
import {
  ALARMING_VERDICTS,
  isShown,
  SETTLEMENT_FILTERS,
  type SettlementFilter,
  type SettlementRow,
  type SettlementTotal,
  totalsOf,
} from '@panel/domain/console/upload-pages';
import type { CountAndAmount, Instant, Paged } from '@panel/domain/console/values';
import { definePage, type PageRequest } from '../console/page.ts';
import { inRand } from '../console/page-csv.ts';
import { pageOf, rangeIn } from '../console/paging.ts';
import { openProposalHeads } from '../console/proposal-lists.ts';
import type { Queries } from '../platform/database/database.ts';
import { openFreeze } from './payout-freezes.ts';
import { openWithdrawals, withdrawalsToResolve } from './review.ts';
import { findFile, latestFiles, rowsOfFile, type StoredRow } from './settlement-files.ts';
import { assessed, writeOffSubject } from './settlement-operations.ts';

// Settlement. Query: `file`, or the newest one; `show`, one of the filters; `cursor`.

export type SettlementPageData = {
  /** `waiting` are the withdrawals that wait for payouts to resume; `proposal` is the one to resume them. */
  frozen: { since: Instant; reason: string; waiting: CountAndAmount; proposal: string | null } | null;
  /** Null before the first upload. */
  file: UploadedFile | null;
  show: SettlementFilter;
  counts: Record<SettlementFilter, number>;
  /** By result. Each of our rows and each row of the file is counted once. */
  totals: SettlementTotal[];
  /** Rows of this file that froze payouts and still need attention. */
  alarming: CountAndAmount;
  rows: Paged<SettlementRow>;
  /** The last uploads, newest first. */
  files: UploadedFile[];
};

const ROWS_PER_PAGE = 50;
const LISTED_FILES = 31;

type Proposals = Awaited<ReturnType<typeof openProposalHeads>>;

const readSettlement = async (request: PageRequest): Promise<SettlementPageData> => {
  const { query, at } = request;
  const { database } = request.deps;
  const asked = query.get('file');
  const [files, proposals, resolvable] = await Promise.all([
    latestFiles(database, LISTED_FILES),
    openProposalHeads(database, at),
    withdrawalsToResolve(database, at),
  ]);
  const file = asked === null ? files[0] : await findFile(database, asked);
  const payouts = new Set(resolvable.map(({ id }) => id));
  const rows = file ? (await rowsOfFile(database, file.id)).map((row) => shownRow(row, payouts, proposals)) : [];
  const counts = Object.fromEntries(
    SETTLEMENT_FILTERS.map((filter) => [filter, rows.filter((row) => isShown(row, filter)).length]),
  ) as Record<SettlementFilter, number>;
  const show = SETTLEMENT_FILTERS.find((filter) => filter === query.get('show')) ?? (counts.open > 0 ? 'open' : 'all');
  const shown = rows.filter((row) => isShown(row, show));
  const alarming = rows.filter((row) => row.needsAttention && ALARMING_VERDICTS.includes(row.verdict));
  return {
    frozen: await frozenAt(database, proposals),
    file: file ?? null,
    show,
    counts,
    totals: totalsOf(rows),
    alarming: { count: alarming.length, amount: alarming.reduce((sum, { theirs }) => sum + (theirs ?? 0), 0) },
    rows: pageOf(shown, rangeIn(request, ROWS_PER_PAGE)),
    files,
  };
};

export const settlementPage = definePage('settlement', {
  read: readSettlement,
  tables: {
    rows: ({ rows }) =>
      inRand(
        rows.rows.map(({ asked, toWriteOff, payout, ...row }) => ({ ...row, askedBy: asked?.by ?? null })),
        'ours',
        'theirs',
      ),
  },
});

async function frozenAt(db: Queries, proposals: Proposals): Promise<SettlementPageData['frozen']> {
  const [freeze, open] = await Promise.all([openFreeze(db), openWithdrawals(db)]);
  if (!freeze) return null;
  const { count = 0, amount = 0 } = open.find(({ state }) => state === 'reserved') ?? {};
  return {
    since: freeze.since.toISOString(),
    reason: freeze.reason,
    waiting: { count, amount },
    proposal: proposals.find(({ operation }) => operation === 'resume-payouts')?.id ?? null,
  };
}

function shownRow(row: StoredRow, payouts: ReadonlySet<string>, proposals: Proposals): SettlementRow {
  const { reference, transaction, verdict, state, withdrawalId, askedBy, askedAt, writtenOffAt } = row;
  const payout = withdrawalId !== null && payouts.has(withdrawalId) ? withdrawalId : null;
  const subjects = [withdrawalId, transaction === null ? null : writeOffSubject(reference, transaction)];
  return {
    reference,
    transaction,
    verdict,
    state,
    ...assessed(row),
    payout,
    asked: askedBy !== null && askedAt !== null ? { by: askedBy, at: askedAt.toISOString() } : null,
    writtenOffAt: writtenOffAt?.toISOString() ?? null,
    proposal: proposals.find(({ subject }) => subject !== null && subjects.includes(subject))?.id ?? null,
  };
}
