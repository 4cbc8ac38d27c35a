import { sql, type Tx } from '../platform/database.ts';

export type NewAuditEntry = {
  readonly at: Date;
  readonly actor: string;
  /** The second person, where two had to agree. */
  readonly approver?: string | undefined;
  readonly command: string;
  /** What it was done to: never a did or a name. */
  readonly subject?: string | null | undefined;
  readonly reason?: string | undefined;
};

/** Records who did what, in the transaction that does it and as its last step: all others that record something wait until it ends. */
export const recordAudit = (tx: Tx, { at, actor, approver, command, subject, reason }: NewAuditEntry) =>
  tx.many(sql`
    insert into audit (at, actor, second_actor, command, subject, reason)
    values (${at}, ${actor}, ${approver ?? null}, ${command}, ${subject ?? null}, ${reason ?? null})`);
