/** The messages to a panelist, for panelists who ask what is stored about them. */
import { type Queries, sql } from '../platform/database.ts';

type MessageRecord = { readonly id: string };

/** By their panelist, or by the withdrawals that they are about. */
export const messageRecordsOf = (
  db: Queries,
  panelistId: string,
  withdrawalIds: readonly string[],
): Promise<MessageRecord[]> =>
  db.many<MessageRecord>(sql`
    select id, kind, state, attempts, unknowns, created_at as "createdAt", next_attempt_at as "nextAttemptAt",
      sent_at as "sentAt", has_no_recipient as "hasNoRecipient"
    from messages
    where panelist_id = ${panelistId}
      or (kind in ('voucher', 'withdrawal-requested', 'withdrawal-returned') and subject = any(${withdrawalIds}::text[]))
    order by created_at`);
