/** How an operation is carried out: checked, in one transaction, audited. */

import { OPERATIONS, type OperationName, operationOf } from '@panel/domain/console/all-operations';
import { type InputError, type InputValues, type Operation, readInputs } from '@panel/domain/console/operation';
import { ROLES } from '@panel/domain/console/pages';
import type { Tx } from '../platform/database/database.ts';
import { recordAudit } from './audit.ts';
import type { ConsoleDependencies } from './dependencies.ts';
import type { Person } from './names.ts';
import { type Done, type Implementation, type Operations, type Operator, OperatorError } from './operation.ts';

export const ALL_OPERATIONS: readonly Operation[] = Object.values(OPERATIONS);

const twoPeople = ALL_OPERATIONS.filter(({ approvers }) => approvers !== null);
export const APPROVERS = ROLES.filter((role) => twoPeople.some(({ approvers }) => approvers?.includes(role)));
/** Approvers may refuse a proposal, and proposers may withdraw theirs. */
export const PROPOSERS = ROLES.filter(
  (role) => APPROVERS.includes(role) || twoPeople.some(({ roles }) => roles.includes(role)),
);

export function requireOperation(name: string): Operation {
  const operation = operationOf(name);
  if (!operation) throw new OperatorError('This operation doesn’t exist.');
  return operation;
}

/** The errors are listed by field. */
export class InvalidInputs extends OperatorError {
  constructor(errors: readonly InputError[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join(' '), 'invalid-inputs', { errors });
  }
}

export function requireInputs(
  operation: Pick<Operation, 'inputs'>,
  given: Readonly<Record<string, unknown>>,
): InputValues {
  const read = readInputs(operation, given);
  if ('errors' in read) throw new InvalidInputs(read.errors);
  return read.values;
}

type Call = { readonly operator: Operator; readonly operation: Operation; readonly values: InputValues };

/** `before` writes the audit rows that come before the operation's own. */
type AuditOptions = {
  readonly approver?: Person | undefined;
  readonly before?: () => Promise<unknown>;
  readonly proposal?: string;
  readonly amount?: number | null;
};

export type Implementations<Needs> = Readonly<Record<OperationName, Implementation<Needs>>>;

export function bindOperations<Needs>(implementations: Implementations<Needs>, deps: Needs): Operations {
  const implementationOf = ({ name }: Operation) => implementations[name as OperationName];
  return {
    async facts(operation, action) {
      const { facts } = implementationOf(operation);
      if (!facts) throw new Error(`${operation.name} is approved without facts`);
      return facts({ ...action, deps });
    },
    perform: (operation, action) => implementationOf(operation).perform({ ...action, deps }),
  };
}

/** Performs an operation and records who did it and who approved it. */
export async function carryOut(
  tx: Tx,
  deps: ConsoleDependencies,
  call: Call,
  { approver, before, proposal, amount }: AuditOptions = {},
): Promise<Done> {
  const { operator, operation, values } = call;
  const at = deps.clock.now();
  const done = await deps.operations.perform(operation, { tx, operator, values, at });
  await before?.();
  await recordAudit(tx, {
    at,
    operator,
    approver,
    action: operation,
    values,
    step: operation.isReadOnly && !approver ? 'viewed' : 'done',
    subject: done.subject,
    reason: values.reason ?? done.reason,
    proposal,
    amount,
  });
  return done;
}

/** For an operation that needs no approval. */
export const performAlone = (deps: ConsoleDependencies, call: Call): Promise<Done> =>
  deps.database.transaction((tx) => carryOut(tx, deps, call));
