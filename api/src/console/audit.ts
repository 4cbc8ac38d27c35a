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
};

/** Call this last in the transaction: other audit writes wait until the transaction ends. */
export const recordAudit = (tx: Tx, { at, operator, approver, command, subject, reason }: NewAuditEntry) =>
  tx.many(sql`
    insert into audit (at, actor, actor_subject, second_actor, second_subject, command, subject, reason)
    values (${at}, ${operator.account}, ${operator.subject}, ${approver?.account ?? null}, ${approver?.subject ?? null},
      ${command}, ${subject ?? null}, ${reason ?? null})`);
