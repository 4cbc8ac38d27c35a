import { sql, type Tx } from '../platform/database/database.ts';
import type { Person } from './names.ts';

/**
 * How often an operator ran a command since then. Other audit writes wait until the transaction ends, so that of two concurrent
 * runs the second counts the first.
 */
export async function countAudited(tx: Tx, { account }: Person, command: string, since: Date): Promise<number> {
  await tx.many(sql`select pg_advisory_xact_lock(hashtext('audit chain'))`);
  return tx.value(sql`
    select count(*)::int from audit where actor = ${account} and command = ${command} and at >= ${since}`);
}

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
  return tx.run(sql`
    insert into audit (at, actor, actor_subject, second_actor, second_subject, command, subject, reason,
      proposal, amount)
    values (${at}, ${operator.account}, ${operator.subject}, ${approver?.account ?? null}, ${approver?.subject ?? null},
      ${command}, ${subject ?? null}, ${reason ?? null}, ${proposal ?? null}::bigint, ${amount ?? null}::bigint)`);
};
