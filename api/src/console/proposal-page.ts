/** One proposal, open or closed, at its own address. */
import type { ProposalDetails } from '@panel/domain/console/proposal-page';
import { type Queries, sql } from '../platform/database/database.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import type { PageReader, PageRequest } from './page-request.ts';
import { type ListedRow, listedProposal, openProposalHeads } from './proposal-lists.ts';
import { proposalNumberOf, shownId } from './proposals.ts';
import { isReopenable, needsSecret } from './propose.ts';
import { requireOperation } from './run-operation.ts';

type Row = ListedRow & {
  readonly decidedAccount: string | null;
  readonly decidedAt: Date | null;
  readonly remark: string | null;
  readonly reopens: string | null;
  readonly reopenedAs: string | null;
};

const readRow = (db: Queries, number: string) =>
  db.one<Row>(sql`
    select id, operation, inputs, facts, reason, proposed_by as "proposedBy", proposed_account as "proposedAccount",
      proposed_at as "proposedAt", ends_at as "endsAt", state, decided_account as "decidedAccount", decided_at as "decidedAt",
      remark, reopens, (select max(r.id) from proposals r where r.reopens = p.id) as "reopenedAs"
    from proposals p where id = ${number}`);

async function detailsOf({ deps, operator, at }: PageRequest<ConsoleDependencies>, row: Row): Promise<ProposalDetails> {
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

export const readProposalPage: PageReader<'proposal', ConsoleDependencies> = async (request) => {
  const { deps, query, at } = request;
  const number = proposalNumberOf(query.get('id') ?? '');
  const [row, heads] = await Promise.all([
    number === null ? undefined : readRow(deps.database, number),
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
