/** What was entered in secret for a proposal, such as a PIN: encrypted, and gone once it is decided or its time is over. */
import { sql, type Tx } from '../platform/database/database.ts';

export const sealLabel = (operation: string, proposedAt: Date) => `proposals:${operation}:${proposedAt.toISOString()}`;

const ERASED_AT_ONCE = 200;

/** Erases the secrets of proposals that ended unanswered, since nobody can carry those out any more. Returns the number of rows. */
export const eraseExpiredSecrets = async (tx: Tx, at: Date): Promise<number> =>
  (
    await tx.many(sql`
      update proposals set secrets = null
      where id in (
        select id from proposals where state = 'open' and secrets is not null and ends_at <= ${at}
        order by id limit ${ERASED_AT_ONCE} for update skip locked)
      returning 1`)
  ).length;
