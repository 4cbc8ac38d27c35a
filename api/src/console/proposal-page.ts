/** One proposal, open or closed, at its own address. */

import type { ProposalEnd } from '@panel/domain/console/today-page';
import type { Instant } from '@panel/domain/console/values';
import type { ConsoleDependencies } from './dependencies.ts';
import { definePage, type PageRequest } from './page.ts';
import { type ListedProposal, listedProposal, openProposalHeads } from './proposal-lists.ts';
import { findProposal, type ProposalRow, shownId } from './proposals.ts';
import { isReopenable, needsSecret } from './propose.ts';
import { requireOperation } from './run-operation.ts';

// One proposal. Query: `id`, such as P-10.

export type ProposalDetails = ListedProposal & {
  state: 'open' | ProposalEnd;
  /** Null while it is open, and if it expired. */
  decidedBy: string | null;
  decidedAt: Instant | null;
  /** Why it was declined or withdrawn, or a comment of the approver; null for a role that can't read the details. */
  remark: string | null;
  mayReopen: boolean;
  /** The closed proposal that it repeats, and the one that repeats it. */
  reopens: string | null;
  reopenedAs: string | null;
};
export type ProposalPageData = {
  at: Instant;
  /** Null if no proposal has this number. */
  proposal: ProposalDetails | null;
  /** The other open proposals, oldest first. */
  others: { id: string; title: string; proposedBy: string; endsAt: Instant }[];
};

async function detailsOf(
  { deps, operator, at }: PageRequest<ConsoleDependencies>,
  row: ProposalRow,
): Promise<ProposalDetails> {
  const listed = await listedProposal(deps, operator, row, at);
  const operation = requireOperation(row.operation);
  const hasExpired = row.state === 'open' && row.endsAt <= at;
  const decidedAt = hasExpired ? row.endsAt : row.decidedAt;
  return {
    ...listed,
    state: hasExpired ? 'expired' : row.state,
    decidedBy: row.decidedAccount,
    decidedAt: decidedAt?.toISOString() ?? null,
    remark: listed.facts && row.remark,
    mayReopen: operation.roles.includes(operator.role) && isReopenable(row, at) && !needsSecret(operation, row.inputs),
    reopens: row.reopens && shownId(row.reopens),
    reopenedAs: row.reopenedAs && shownId(row.reopenedAs),
  };
}

const readProposalPage = async (request: PageRequest<ConsoleDependencies>): Promise<ProposalPageData> => {
  const { deps, query, at } = request;
  const [row, heads] = await Promise.all([
    findProposal(deps.database, query.get('id') ?? ''),
    openProposalHeads(deps.database, at),
  ]);
  const proposal = row ? await detailsOf(request, row) : null;
  return {
    at: at.toISOString(),
    proposal,
    others: heads
      .filter(({ id }) => id !== proposal?.id)
      .map(({ id, operation, proposedAccount, endsAt }) => ({
        id,
        title: requireOperation(operation).title,
        proposedBy: proposedAccount,
        endsAt: endsAt.toISOString(),
      })),
  };
};

export const proposalPage = definePage('proposal', { read: readProposalPage, tables: {} });
