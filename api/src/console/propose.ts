/** Operations that need two people: one proposes here, another approves. Only one proposal for the same decision can be open. */

import {
  type DoneByTwo,
  type InputValues,
  type Operation,
  PROPOSAL_HOURS,
  proposalKeyOf,
} from '@panel/domain/console/operation';
import { addMs, HOUR_MS } from '@panel/domain/durations';
import { sql, type Tx } from '../platform/database/database.ts';
import { recordAudit } from './audit.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import { OperatorError, type SignedInOperator } from './operation.ts';
import { sealLabel } from './proposal-secrets.ts';
import { findProposal, type ProposalRow, shownId } from './proposals.ts';
import { requireOperation } from './run-operation.ts';

/** Returns the proposal's id. `reopens` is the number of the closed proposal that it repeats. */
export const propose = (
  deps: ConsoleDependencies,
  operator: SignedInOperator,
  operation: Operation & DoneByTwo,
  values: InputValues,
  reopens: string | null = null,
): Promise<string> =>
  deps.database.transaction(async (tx) => {
    const at = deps.clock.now();
    const facts = await deps.operations.facts(operation, { tx, operator, values, at });
    const isSecret = (name: string) => operation.inputs.some((input) => input.name === name && input.kind === 'secret');
    const [secret, plain] = [true, false].map((wanted) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => isSecret(name) === wanted)),
    ) as [InputValues, InputValues];
    const sealed =
      Object.keys(secret).length > 0 ? deps.vault.seal(sealLabel(operation.name, at), JSON.stringify(secret)) : null;
    const key = proposalKeyOf(operation, values);
    await closeExpired(tx, key, at);
    const [row] = await tx.returning<{ id: string }>(sql`
      insert into proposals (operation, inputs, secrets, facts, reason, proposed_by, proposed_account, proposed_role,
        proposed_at, ends_at, state, proposal_key, reopens, webhook_due_at)
      values (${operation.name}, ${JSON.stringify(plain)}, ${sealed}, ${JSON.stringify(facts)}, ${values.reason ?? ''},
        ${operator.subject}, ${operator.account}, ${operator.role}, ${at}, ${addMs(at, PROPOSAL_HOURS * HOUR_MS)}, 'open',
        ${key}, ${reopens}::bigint, ${at})
      on conflict (proposal_key) where state = 'open' do nothing
      returning id`);
    if (!row) throw await duplicateOf(tx, key);
    await recordAudit(tx, {
      at,
      operator,
      action: operation,
      values,
      step: 'proposed',
      subject: facts.subject,
      reason: values.reason,
      proposal: row.id,
      amount: facts.amount,
    });
    return shownId(row.id);
  });

/** A proposal that expired stays open in the table, so it would block the next one. */
const closeExpired = (tx: Tx, key: string, at: Date) =>
  tx.run(sql`
    update proposals set state = 'expired', secrets = null, decided_at = ends_at
    where proposal_key = ${key} and state = 'open' and ends_at <= ${at}`);

async function duplicateOf(tx: Tx, key: string): Promise<OperatorError> {
  const open = await tx.one<{ id: string; account: string }>(sql`
    select id, proposed_account as account from proposals where proposal_key = ${key} and state = 'open'`);
  if (!open) return new OperatorError('Another proposal for this was decided just now. Try again.');
  const proposal = shownId(open.id);
  const message = `${proposal} for this is already waiting for approval, proposed by ${open.account}.`;
  return new OperatorError(message, 'duplicate-proposal', { proposal });
}

/** Proposes again what was closed without being carried out, with the facts of today. Returns the new proposal's id. */
export async function reopenClosedProposal(
  deps: ConsoleDependencies,
  operator: SignedInOperator,
  id: string,
  reason: string,
): Promise<string> {
  const row = await findProposal(deps.database, id);
  if (!row) throw new OperatorError('This proposal doesn’t exist.');
  const operation = requireOperation(row.operation);
  if (!operation.approvers || !operation.roles.includes(operator.role))
    throw new OperatorError(`Only ${operation.roles.join(' or ')} may reopen this.`);
  if (!isReopenable(row, deps.clock.now()))
    throw new OperatorError('Only a proposal that was closed without being carried out can be reopened.');
  if (needsSecret(operation, row.inputs))
    throw new OperatorError('What was entered in secret was erased when the proposal was closed. Propose it again.');
  return propose(deps, operator, operation, { ...row.inputs, reason }, row.id);
}

export const isReopenable = ({ state, endsAt }: Pick<ProposalRow, 'state' | 'endsAt'>, at: Date): boolean =>
  state === 'open' ? endsAt <= at : state !== 'carried-out';

/** A secret isn't kept after the decision, so it has to be entered again. */
export const needsSecret = ({ inputs }: Operation, values: InputValues): boolean =>
  inputs.some(({ kind, when }) => kind === 'secret' && (!when || values[when.input] === when.is));
