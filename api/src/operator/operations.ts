/** Every operation with the function that does it, and how one is carried out: checked, in one transaction, audited. */
import {
  auditText,
  type InputError,
  type InputValues,
  type Operation,
  readInputs,
} from '@panel/domain/console/operation';
import { OPERATIONS, type OperationName, operationOf } from '@panel/domain/console/operations';
import { ROLES } from '@panel/domain/console/pages';
import type { AppDependencies } from '../dependencies.ts';
import type { Tx } from '../platform/database/database.ts';
import { recordAudit } from './audit.ts';
import { askPartner, creditDispute, declineDispute, openDisputedCard } from './disputes.ts';
import { closeMessageOperation, resend } from './messages.ts';
import type { Person } from './names.ts';
import { type Done, type Implementation, type Operator, OperatorError, type Run } from './operation.ts';
import { blockPartnerOperation, unblockPartnerOperation } from './partners.ts';
import {
  claimPayoutOperation,
  freezePayoutsOperation,
  resolvePayoutOperation,
  resumePayoutsOperation,
} from './payouts.ts';
import { addNote, changeStatus, erasePerson, exportPerson, openPanelistCard } from './people.ts';
import { reconcile } from './reconcile.ts';
import { creditReward, reverseReward } from './rewards.ts';
import { drawSample, inviteToTask, remindOfTask, stopTask } from './sample.ts';
import { createToken } from './sessions.ts';
import { applyStatement, importStatement } from './statements.ts';
import { resendVoucher } from './vouchers.ts';

const IMPLEMENTATIONS: Readonly<Record<OperationName, Implementation>> = {
  'open-card': openPanelistCard,
  'set-status': changeStatus,
  'add-note': addNote,
  'export-person': exportPerson,
  'erase-person': erasePerson,
  'draw-sample': drawSample,
  'invite-task': inviteToTask,
  'remind-task': remindOfTask,
  'stop-task': stopTask,
  'open-disputed-card': openDisputedCard,
  'credit-dispute': creditDispute,
  'decline-dispute': declineDispute,
  'ask-partner': askPartner,
  'resend-voucher': resendVoucher,
  'credit-reward': creditReward,
  'reverse-reward': reverseReward,
  'freeze-payouts': freezePayoutsOperation,
  'resume-payouts': resumePayoutsOperation,
  'resolve-payout': resolvePayoutOperation,
  'claim-payout': claimPayoutOperation,
  'resend-message': resend,
  'close-message': closeMessageOperation,
  reconcile,
  'block-partner': blockPartnerOperation,
  'unblock-partner': unblockPartnerOperation,
  'read-statement': importStatement,
  'apply-statement': applyStatement,
  'create-token': createToken,
};

export const ALL_OPERATIONS: readonly Operation[] = Object.values(OPERATIONS);

const twoPeople = ALL_OPERATIONS.filter(({ approvers }) => approvers !== null);
export const APPROVERS = ROLES.filter((role) => twoPeople.some(({ approvers }) => approvers?.includes(role)));
/** Who proposes may withdraw it. */
export const PROPOSERS = ROLES.filter(
  (role) => APPROVERS.includes(role) || twoPeople.some(({ roles }) => roles.includes(role)),
);

export const implementationOf = ({ name }: Operation): Implementation => IMPLEMENTATIONS[name as OperationName];

export function requireOperation(name: string): Operation {
  const operation = operationOf(name);
  if (!operation) throw new OperatorError('There is no such operation.');
  return operation;
}

/** What is wrong with the inputs of an operation, by field. */
export class InvalidInputs extends OperatorError {
  override name = 'InvalidInputs';
  readonly errors: readonly InputError[];
  constructor(errors: readonly InputError[]) {
    super(errors.map(({ field, message }) => `${field}: ${message}`).join(' '));
    this.errors = errors;
  }
}

export function requireInputs(operation: Operation, given: Readonly<Record<string, unknown>>): InputValues {
  const read = readInputs(operation, given);
  if ('errors' in read) throw new InvalidInputs(read.errors);
  return read.values;
}

type Call = { readonly operator: Operator; readonly operation: Operation; readonly values: InputValues };

/** `before` records what stands in the audit before the row of the operation. */
type AuditOptions = { readonly approver?: Person | undefined; readonly before?: () => Promise<unknown> };

/** Does an operation in the transaction, and records who did it and, where two people had to agree, who else. */
export async function carryOut(
  tx: Tx,
  deps: AppDependencies,
  call: Call,
  { approver, before }: AuditOptions = {},
): Promise<Done> {
  const { operator, operation, values } = call;
  const at = deps.clock.now();
  const run: Run = { tx, deps, operator, values, at };
  const done = await implementationOf(operation).perform(run);
  await before?.();
  await recordAudit(tx, {
    at,
    operator,
    approver,
    command: auditText(operation, values),
    subject: done.subject,
    reason: values.reason ?? done.reason,
  });
  return done;
}

/** An operation that one person decides. */
export const performAlone = (deps: AppDependencies, call: Call): Promise<Done> =>
  deps.database.transaction((tx) => carryOut(tx, deps, call));
