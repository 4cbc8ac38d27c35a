/** How proposals are decided: the approval's transaction carries the operation out, once. */
import type { AuditStep } from '@panel/domain/console/audit';
import { type InputValues, type Operation, PROPOSAL_HOURS } from '@panel/domain/console/operation';
import type { Role } from '@panel/domain/console/pages';
import type { ProposalEnd } from '@panel/domain/console/today-page';
import { type Queries, sql, type Tx } from '../platform/database/database.ts';
import { recordAudit } from './audit.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { isSamePerson, type Person } from './names.ts';
import {
  type Action,
  type Done,
  nullIfRefused,
  type Operator,
  OperatorError,
  type ProposalFacts,
  type SignedInOperator,
} from './operation.ts';
import { sealLabel } from './proposal-secrets.ts';
import { carryOut, requireOperation } from './run-operation.ts';

/** A row of `proposals`. */
export type ProposalRow = {
  readonly id: string;
  readonly operation: string;
  readonly inputs: InputValues;
  readonly facts: ProposalFacts;
  readonly reason: string;
  readonly proposedBy: string;
  readonly proposedAccount: string;
  readonly proposedRole: Role;
  readonly proposedAt: Date;
  readonly endsAt: Date;
  readonly state: 'open' | ProposalEnd;
  readonly decidedAccount: string | null;
  readonly decidedAt: Date | null;
  readonly remark: string | null;
  readonly reopens: string | null;
  readonly reopenedAs: string | null;
};

const PROPOSALS = sql`
  select id, operation, inputs, facts, reason, proposed_by as "proposedBy", proposed_account as "proposedAccount",
    proposed_role as "proposedRole", proposed_at as "proposedAt", ends_at as "endsAt", state, decided_account as "decidedAccount",
    decided_at as "decidedAt", remark, reopens, (select max(r.id) from proposals r where r.reopens = p.id) as "reopenedAs"
  from proposals p`;

export const shownId = (id: string): string => `P-${id}`;
/** Reads a shown id; null if it isn't one. */
export const proposalNumberOf = (id: string): string | null => /^P-(\d{1,15})$/.exec(id)?.[1] ?? null;

/** By its shown id. */
export const findProposal = (db: Queries, id: string): Promise<ProposalRow | undefined> =>
  db.one<ProposalRow>(sql`${PROPOSALS} where id = ${proposalNumberOf(id)}::bigint`);

/** Oldest first. */
export const findOpenProposals = (db: Queries, at: Date): Promise<ProposalRow[]> =>
  db.many<ProposalRow>(sql`${PROPOSALS} where state = 'open' and ends_at > ${at} order by id`);

/** Refuses a proposal that was decided or has expired. */
async function lockOpen(tx: Tx, id: string, at: Date): Promise<ProposalRow> {
  const row = await tx.one<ProposalRow>(sql`${PROPOSALS} where id = ${proposalNumberOf(id)}::bigint for update`);
  if (!row) throw new OperatorError('This proposal doesn’t exist.');
  if (row.state !== 'open') throw new OperatorError('This proposal was already decided.');
  if (row.endsAt <= at)
    throw new OperatorError(`This proposal expired after ${PROPOSAL_HOURS} hours. Propose it again.`);
  return row;
}

type Decision = { readonly operator: Operator; readonly remark: string | null; readonly at: Date };
type AuditedProposal = Pick<ProposalRow, 'id' | 'operation' | 'inputs' | 'facts' | 'reason'>;

export const proposerOf = ({
  proposedBy,
  proposedAccount,
}: Pick<ProposalRow, 'proposedBy' | 'proposedAccount'>): Person => ({
  subject: proposedBy,
  account: proposedAccount,
});
/** The proposer as they were signed in. The facts and the operation are theirs, whoever looks at it or approves it. */
export const proposingOperator = (row: ProposalRow): SignedInOperator => ({
  ...proposerOf(row),
  role: row.proposedRole,
});

const setDecided = (tx: Tx, id: string, state: ProposalRow['state'], { operator, remark, at }: Decision) =>
  tx.run(sql`
    update proposals set state = ${state}, secrets = null, decided_by = ${operator.subject},
      decided_account = ${operator.account}, decided_at = ${at}, remark = ${remark}
    where id = ${id}`);

/** Carries a proposal out. If the facts have changed, closes it and refuses. A refused attempt is audited. */
export async function approve(
  deps: ConsoleDependencies,
  operator: SignedInOperator,
  id: string,
  remark: string | null,
): Promise<Done> {
  try {
    return await carryOutProposal(deps, operator, id, remark);
  } catch (error) {
    // The closing of an outdated proposal is audited already.
    if (error instanceof OperatorError && error.code !== 'facts-changed')
      await recordRefusedApproval(deps, operator, id, error.message);
    throw error;
  }
}

const recordRefusedApproval = (deps: ConsoleDependencies, operator: Operator, id: string, reason: string) =>
  deps.database.transaction(async (tx) => {
    const row = await findProposal(tx, id);
    if (!row) return;
    await recordAudit(tx, { ...auditOf(row, operator, 'not-approved', deps.clock.now()), reason });
  });

async function carryOutProposal(
  deps: ConsoleDependencies,
  operator: SignedInOperator,
  id: string,
  remark: string | null,
): Promise<Done> {
  let attempt: { readonly at: Date; readonly done: Done | null } | undefined;
  const decide = async (tx: Tx, at: Date): Promise<Done | null> => {
    const row = await lockOpen(tx, id, at);
    const operation = requireOperation(row.operation);
    if (isSamePerson(proposerOf(row), operator))
      throw new OperatorError('You proposed this, so someone else must approve it.');
    if (!operation.approvers?.includes(operator.role))
      throw new OperatorError(`Only ${operation.approvers?.join(' or ')} may approve this.`);
    const values = { ...row.inputs, ...(await readSecrets(tx, deps, row)) };
    const proposer = proposingOperator(row);
    const now = await currentFacts(deps, operation, { tx, operator: proposer, values, at });
    if (!isSame(now, row.facts)) {
      await setDecided(tx, row.id, 'facts-changed', { operator, remark, at });
      await recordAudit(tx, auditOf(row, operator, 'outdated', at));
      return null;
    }
    await setDecided(tx, row.id, 'carried-out', { operator, remark, at });
    const approval = auditOf(row, operator, 'approved', at);
    return carryOut(
      tx,
      deps,
      { operator: proposer, operation, values },
      {
        approver: operator,
        proposal: row.id,
        amount: row.facts.amount,
        before: async () => remark !== null && recordAudit(tx, { ...approval, reason: remark }),
      },
    );
  };
  const done = await deps.database
    .transaction(async (tx) => {
      const at = deps.clock.now();
      attempt = { at, done: await decide(tx, at) };
      return attempt.done;
    })
    .catch(async (error: unknown) => {
      // Decided by this call, then refused as decided: the answer to the commit was lost, and the transaction was retried.
      const row = attempt && error instanceof OperatorError ? await findProposal(deps.database, id) : undefined;
      const isOwn = row?.decidedAccount === operator.account && row.decidedAt?.getTime() === attempt?.at.getTime();
      if (!attempt || !isOwn) throw error;
      return attempt.done;
    });
  if (!done) throw new OperatorError('The facts have changed since the proposal, so it was closed.', 'facts-changed');
  return done;
}

/** Closes a proposal: an approver refuses it, or the proposer withdraws it. */
export const refuseProposal = (
  deps: ConsoleDependencies,
  operator: SignedInOperator,
  id: string,
  remark: string,
): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const row = await lockOpen(tx, id, at);
    const operation = requireOperation(row.operation);
    const isOwn = isSamePerson(proposerOf(row), operator);
    if (!isOwn && !operation.approvers?.includes(operator.role))
      throw new OperatorError(`Only ${operation.approvers?.join(' or ')} may refuse this.`);
    await setDecided(tx, row.id, isOwn ? 'withdrawn' : 'refused', { operator, remark, at });
    await recordAudit(tx, { ...auditOf(row, operator, isOwn ? 'withdrawn' : 'refused', at), reason: remark });
  });

/** Withdraws these people's open proposals, except those made in `keptRole`. Returns the number withdrawn. */
export async function withdrawProposals(
  tx: Tx,
  subjects: readonly string[],
  { operator, remark, at }: Decision & { readonly remark: string },
  keptRole: Role | null = null,
): Promise<number> {
  // Lock all rows before the audit: an approval that holds one of them may be waiting for the audit lock.
  const rows = await tx.returning<AuditedProposal>(sql`
    update proposals set state = 'withdrawn', secrets = null, decided_by = ${operator.subject},
      decided_account = ${operator.account}, decided_at = ${at}, remark = ${remark}
    where state = 'open' and ends_at > ${at} and proposed_by = any(${subjects}::text[])
      and (${keptRole}::text is null or proposed_role <> ${keptRole})
    returning id, operation, inputs, facts, reason`);
  for (const row of rows.toSorted((a, b) => Number(a.id) - Number(b.id)))
    await recordAudit(tx, { ...auditOf(row, operator, 'withdrawn', at), reason: remark });
  return rows.length;
}

const auditOf = (row: AuditedProposal, operator: Operator, step: AuditStep, at: Date) => ({
  at,
  operator,
  action: requireOperation(row.operation),
  values: row.inputs,
  step,
  subject: row.facts.subject ?? shownId(row.id),
  reason: row.reason,
  proposal: row.id,
  amount: row.facts.amount,
});

async function readSecrets(
  tx: Tx,
  { vault }: ConsoleDependencies,
  { id, operation, proposedAt }: ProposalRow,
): Promise<InputValues> {
  const sealed = await tx.value<Buffer | null>(sql`select secrets from proposals where id = ${id}`);
  return sealed ? JSON.parse(vault.open(sealLabel(operation, proposedAt), sealed)) : {};
}

/** Null if the operation is no longer possible. */
export const currentFacts = (
  { operations }: ConsoleDependencies,
  operation: Operation,
  action: Action,
): Promise<ProposalFacts | null> => operations.facts(operation, action).catch(nullIfRefused);

/** Sorts the keys, because PostgreSQL stores them in another order. */
const isSame = (one: ProposalFacts | null, other: ProposalFacts): boolean =>
  one !== null && canonical(one) === canonical(other);
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
