import { sql, type Tx } from '../platform/database/database.ts';
import type { Person } from './names.ts';

export type NewAuditEntry = {
  readonly at: Date;
  readonly operator: Person;
  /** The second person, if two had to agree. */
  readonly approver?: Person | undefined;
  readonly command: string;
  /** Never a did or a name. */
  readonly subject?: string | null | undefined;
  readonly reason?: string | undefined;
  /** The number of the proposal that it belongs to, and its amount in cents. */
  readonly proposal?: string | null | undefined;
  readonly amount?: number | null | undefined;
};

/** Call this last in the transaction: other audit writes wait until the transaction ends. */
export const recordAudit = (tx: Tx, entry: NewAuditEntry) => {
  const { at, operator, approver, command, subject, reason, proposal, amount } = entry;
  return tx.many(sql`
    insert into audit (at, actor, actor_subject, second_actor, second_subject, command, subject, reason,
      proposal, amount)
    values (${at}, ${operator.account}, ${operator.subject}, ${approver?.account ?? null}, ${approver?.subject ?? null},
      ${command}, ${subject ?? null}, ${reason ?? null}, ${proposal ?? null}::bigint, ${amount ?? null}::bigint)`);
};
