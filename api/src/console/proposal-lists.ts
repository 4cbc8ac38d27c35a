/** Lists of open and recently decided proposals. */

import type { Operation } from '@panel/domain/console/operation';
import type { Fact, ProposalEnd } from '@panel/domain/console/today-page';
import type { CentsNumber, Instant } from '@panel/domain/console/values';
import { type Queries, sql } from '../platform/database/database.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { didEndOf } from './find-panelist.ts';
import { isSamePerson } from './names.ts';
import type { Action, ProposalFacts, SignedInOperator } from './operation.ts';
import {
  currentFacts,
  findOpenProposals,
  type ProposalRow,
  proposerOf,
  proposingOperator,
  shownId,
} from './proposals.ts';
import { requireOperation } from './run-operation.ts';

export type Proposal = {
  id: string;
  operation: string;
  title: string;
  amount: CentsNumber | null;
  facts: Fact[];
  reason: string;
  proposedBy: string;
  proposedAt: Instant;
  endsAt: Instant;
  /** Proposed by the current operator, so another one must approve it. */
  own: boolean;
  mayApprove: boolean;
};
/** Only roles that may propose or approve it, and auditors, see a proposal's details. */
export type ListedProposal =
  | Proposal
  | (Omit<Proposal, 'facts' | 'reason' | 'own' | 'mayApprove'> & { facts: null; own: false; mayApprove: false });
export type DecidedProposal = Pick<Proposal, 'id' | 'title' | 'amount' | 'proposedBy'> & {
  end: ProposalEnd;
  decidedBy: string | null;
  /** What was said to the approval, or why it was refused or withdrawn; null for a role that can't read the details. */
  remark: string | null;
  at: Instant;
};

const GONE = { text: 'No longer possible' } as const;
const NOT_THERE = { text: 'None' } as const;

/** Each fact as proposed and as it is now. A fact that is missing on one side is 'None' there. */
function compared(proposed: ProposalFacts, now: ProposalFacts | null): Fact[] {
  if (now === null) return proposed.facts.map(({ label, value }) => ({ label, proposed: value, now: GONE }));
  const valueIn = ({ facts }: ProposalFacts, wanted: string) =>
    facts.find(({ label }) => label === wanted)?.value ?? NOT_THERE;
  const labels = new Set([...proposed.facts, ...now.facts].map(({ label }) => label));
  const facts = [...labels].map((label) => ({ label, proposed: valueIn(proposed, label), now: valueIn(now, label) }));
  if (labels.has('Amount') || proposed.amount === now.amount) return facts;
  const amountOf = ({ amount }: ProposalFacts) => (amount === null ? NOT_THERE : { cents: amount });
  return [...facts, { label: 'Amount', proposed: amountOf(proposed), now: amountOf(now) }];
}

/** Read each time instead of stored, because a proposal outlives the profile. */
async function panelistFact(
  { vault }: ConsoleDependencies,
  { inputs }: Operation,
  { tx, values }: Action,
): Promise<Fact[]> {
  const input = inputs.find(({ kind }) => kind === 'panelist');
  if (!input) return [];
  const end = await didEndOf(tx, vault, values[input.name] ?? '');
  const value = { text: end ?? 'can’t be read' };
  return [{ label: 'did ends in', proposed: value, now: value }];
}

/** A reference can be enough to claim a payout, and a reason may say anything, so not every role may read them. */
const mayRead = ({ roles, approvers }: Operation, { role }: SignedInOperator): boolean =>
  role === 'auditor' || roles.includes(role) || approvers?.includes(role) === true;

/** Oldest first, with the current facts if the operator may read them. */
export async function openProposals(deps: ConsoleDependencies, operator: SignedInOperator): Promise<ListedProposal[]> {
  const at = deps.clock.now();
  const rows = await findOpenProposals(deps.database, at);
  return Promise.all(rows.map((row) => listedProposal(deps, operator, row, at)));
}

/** A proposal as this operator may see it. The facts of a closed one are those that it was proposed with. */
export async function listedProposal(
  deps: ConsoleDependencies,
  operator: SignedInOperator,
  row: ProposalRow,
  at: Date,
): Promise<ListedProposal> {
  const operation = requireOperation(row.operation);
  const head = {
    id: shownId(row.id),
    operation: row.operation,
    title: operation.title,
    amount: row.facts.amount,
    proposedBy: row.proposedAccount,
    proposedAt: row.proposedAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  };
  const isOwn = isSamePerson(proposerOf(row), operator);
  if (!isOwn && !mayRead(operation, operator)) return { ...head, facts: null, own: false, mayApprove: false };
  const isOpen = row.state === 'open' && row.endsAt > at;
  const action = { operator: proposingOperator(row), values: row.inputs, at };
  const facts = await deps.database.transaction(async (tx) => [
    ...(await panelistFact(deps, operation, { ...action, tx })),
    ...compared(row.facts, isOpen ? await currentFacts(deps, operation, { ...action, tx }) : row.facts),
  ]);
  return {
    ...head,
    facts,
    reason: row.reason,
    own: isOwn,
    mayApprove: isOpen && !isOwn && operation.approvers?.includes(operator.role) === true,
  };
}

/** The open proposals without their facts, oldest first. */
export const openProposalHeads = async (db: Queries, at: Date) =>
  (await findOpenProposals(db, at)).map(({ id, operation, facts, proposedBy, proposedAccount, endsAt }) => ({
    id: shownId(id),
    operation,
    subject: facts.subject,
    proposedBy,
    proposedAccount,
    endsAt,
  }));

/** Finds the open proposal about a subject, or of an operation that has no subject. */
export async function proposalFor(db: Queries, at: Date): Promise<(about: string) => string | null> {
  const open = await openProposalHeads(db, at);
  return (about) => open.find(({ subject, operation }) => (subject ?? operation) === about)?.id ?? null;
}

type DecidedRow = Pick<ProposalRow, 'id' | 'operation' | 'facts' | 'proposedBy' | 'proposedAccount'> & {
  readonly end: ProposalEnd;
  readonly decidedAccount: string | null;
  readonly remark: string | null;
  readonly at: Date;
};

/** Proposals that were decided or expired since a time, newest first. */
export async function decidedProposals(
  db: Queries,
  operator: SignedInOperator,
  since: Date,
  at: Date,
): Promise<DecidedProposal[]> {
  const rows = await db.many<DecidedRow>(sql`
    select id, operation, facts, proposed_by as "proposedBy", proposed_account as "proposedAccount",
      decided_account as "decidedAccount", remark, state as end, decided_at as at
    from proposals where state <> 'open' and decided_at > ${since}
    union all
    select id, operation, facts, proposed_by, proposed_account, null, null, 'expired', ends_at
    from proposals where state = 'open' and ends_at > ${since} and ends_at <= ${at}
    order by at desc, id desc`);
  return rows.map(({ id, facts, end, decidedAccount, remark, ...row }) => {
    const operation = requireOperation(row.operation);
    return {
      id: shownId(id),
      title: operation.title,
      amount: facts.amount,
      proposedBy: row.proposedAccount,
      end,
      decidedBy: decidedAccount,
      remark: isSamePerson(proposerOf(row), operator) || mayRead(operation, operator) ? remark : null,
      at: row.at.toISOString(),
    };
  });
}
