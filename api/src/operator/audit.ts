import { sql, type Tx } from '../platform/database.ts';

export type AuditEntry = {
  readonly at: Date;
  readonly actor: string;
  /** Who else had to agree. */
  readonly second?: string | undefined;
  readonly command: string;
  /** What it was done to: never a did or a name. */
  readonly subject?: string | null | undefined;
  readonly reason?: string | undefined;
};

/** Records who did what, in the transaction that does it. */
export const recordAudit = (tx: Tx, { at, actor, second, command, subject, reason }: AuditEntry) =>
  tx.many(sql`
    insert into audit (at, actor, second_actor, command, subject, reason)
    values (${at}, ${actor}, ${second ?? null}, ${command}, ${subject ?? null}, ${reason ?? null})`);
