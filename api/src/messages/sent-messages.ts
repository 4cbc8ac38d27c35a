/** What a panelist was sent. */
import type { MessageKind, MessageState } from '@panel/domain/messages';
import { type Queries, sql } from '../platform/database/database.ts';
import { IS_TO_MANY } from './kinds.ts';

/** How many other requests a panelist got since a time. Of two that are being sent concurrently the one claimed first counts. */
export const countContacts = (db: Queries, panelistId: string, since: Date, messageId: string): Promise<number> =>
  db.value(sql`
    select count(*)::int from messages
    where panelist_id = ${panelistId} and ${IS_TO_MANY} and state <> 'dropped' and created_at >= ${since} and id <> ${messageId}
      and (state in ('sent', 'unknown') or (
        state = 'sending' and (next_attempt_at, id) < (select next_attempt_at, id from messages where id = ${messageId})))`);

/** Those of the panelists who got this many requests since a time, or will get them. */
export async function withContacts(
  db: Queries,
  panelistIds: readonly string[],
  { since, count }: { since: Date; count: number },
): Promise<ReadonlySet<string>> {
  const ids = await db.column<string>(sql`
    select panelist_id from messages
    where panelist_id = any(${panelistIds}::uuid[]) and ${IS_TO_MANY} and state <> 'dropped' and created_at >= ${since}
    group by panelist_id having count(*) >= ${count}`);
  return new Set(ids);
}

/** Whether an inactivity notice was sent by then. */
export const wasNoticeSentBy = (db: Queries, subject: string, by: Date): Promise<boolean> =>
  db.value(sql`
    select exists (
      select from messages where kind = 'inactivity' and subject = ${subject} and state = 'sent' and sent_at <= ${by})`);

/** Whether each of the panelist's last inactivity notices since a time, this many of them, was undeliverable. */
export const hadNoticesNoRecipient = (db: Queries, panelistId: string, since: Date, times: number): Promise<boolean> =>
  db.value(sql`
    select count(*) = ${times} from (
      select has_no_recipient from messages
      where panelist_id = ${panelistId} and kind = 'inactivity' and created_at >= ${since}
      order by created_at desc limit ${times}) last
    where has_no_recipient`);

type MessageRecord = {
  readonly id: string;
  readonly kind: MessageKind;
  readonly state: MessageState;
  readonly createdAt: Date;
};

/** Messages sent or to be sent to a panelist, by the panelist or by their withdrawals. */
export const messagesTo = (
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
