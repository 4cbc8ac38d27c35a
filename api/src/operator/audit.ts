import { sql, type Tx } from '../platform/database.ts';
import { type Context, requireOption } from './command.ts';

export type AuditEntry = {
  readonly command: string;
  /** What it was done to: never a did or a name. */
  readonly subject?: string;
  readonly reason?: string;
  readonly second?: string;
};

/** Records who did what, in the transaction that does it. */
export const insertAudit = (tx: Tx, context: Context, { command, subject, reason, second }: AuditEntry) =>
  tx.many(sql`
    insert into audit (at, actor, second_actor, command, subject, reason)
    values (${context.deps.clock.now()}, ${requireOption(context, 'as')}, ${second ?? null}, ${command}, ${subject ?? null},
      ${reason ?? null})`);
