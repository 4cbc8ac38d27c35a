/** Secret inputs of a proposal, such as a PIN. They are encrypted, and erased when the proposal is decided or expires. */
import { sql, type Tx } from '../platform/database.ts';

export const sealLabel = (operation: string, proposedAt: Date) => `proposals:${operation}:${proposedAt.toISOString()}`;

const ERASED_AT_ONCE = 200;

/** Erases the secrets of expired proposals. Returns the number of rows. */
export const eraseExpiredSecrets = async (tx: Tx, at: Date): Promise<number> =>
  (
    await tx.many(sql`
      update proposals set secrets = null
      where id in (
        select id from proposals where state = 'open' and secrets is not null and ends_at <= ${at}
        order by id limit ${ERASED_AT_ONCE} for update skip locked)
      returning 1`)
  ).length;
