import type { OperationName } from '@panel/domain/console/all-operations';
import type { AuditStep, OtherAction } from '@panel/domain/console/audit';
import { auditedInputs, type InputValues, type Operation } from '@panel/domain/console/operation';
import { sql, type Tx } from '../platform/database/database.ts';
import type { Person } from './names.ts';
import type { Operator } from './operation.ts';

/**
 * How often an operator did something since then. Other audit writes wait until the transaction ends, so that of two concurrent
 * runs the second counts the first.
 */
export async function countAudited(
  tx: Tx,
  { account }: Person,
  operation: OperationName,
  since: Date,
): Promise<number> {
  await tx.many(sql`select pg_advisory_xact_lock(hashtext('audit chain'))`);
  return tx.value(sql`
    select count(*)::int from audit
    where actor = ${account} and operation = ${operation} and step = 'done' and at >= ${since}`);
}

/** An operation, of whose values the audit keeps those that its definition names; or another action. */
export type Act = {
  readonly action: Operation | OtherAction;
  readonly values?: InputValues;
};

export type NewAuditEntry = Act & {
  readonly at: Date;
  readonly operator: Pick<Operator, 'account' | 'subject' | 'role'>;
  /** The second person, if two had to agree. */
  readonly approver?: Person | undefined;
  readonly step: AuditStep;
  /** Never a did or a name. */
  readonly subject?: string | null | undefined;
  readonly reason?: string | null | undefined;
  /** The number of the proposal that it belongs to, and its amount in cents. */
  readonly proposal?: string | null | undefined;
  readonly amount?: number | null | undefined;
};

/** Call this last in the transaction: other audit writes wait until the transaction ends. */
export const recordAudit = (tx: Tx, entry: NewAuditEntry) => {
  const { at, operator, approver, action, values = {}, step, subject, reason, proposal, amount } = entry;
  const [operation, inputs] =
    typeof action === 'string' ? [action, values] : [action.name, auditedInputs(action, values)];
  return tx.run(sql`
    insert into audit (at, actor, actor_subject, role, second_actor, second_subject, operation, step, inputs, subject, reason,
      proposal, amount)
    values (${at}, ${operator.account}, ${operator.subject}, ${operator.role}, ${approver?.account ?? null}, ${approver?.subject ?? null},
      ${operation}, ${step}, ${JSON.stringify(inputs)}, ${subject ?? null}, ${reason ?? null}, ${proposal ?? null}::bigint,
      ${amount ?? null}::bigint)`);
};
