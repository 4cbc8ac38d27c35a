/** Every operation with its implementation. Each is checked, carried out and audited in one transaction. */
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
import type { Tx } from '../platform/database.ts';
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
/** Approvers may refuse a proposal, and proposers may withdraw theirs. */
export const PROPOSERS = ROLES.filter(
  (role) => APPROVERS.includes(role) || twoPeople.some(({ roles }) => roles.includes(role)),
);

export const implementationOf = ({ name }: Operation): Implementation => IMPLEMENTATIONS[name as OperationName];

export function requireOperation(name: string): Operation {
  const operation = operationOf(name);
  if (!operation) throw new OperatorError('This operation doesn’t exist.');
  return operation;
}

/** The errors are listed by field. */
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

/** `before` writes the audit rows that come before the operation's own. */
type AuditOptions = { readonly approver?: Person | undefined; readonly before?: () => Promise<unknown> };

/** Performs an operation and records who did it and who approved it. */
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

/** For an operation that needs no approval. */
export const performAlone = (deps: AppDependencies, call: Call): Promise<Done> =>
  deps.database.transaction((tx) => carryOut(tx, deps, call));
