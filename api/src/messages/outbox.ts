/** The chat messages to send, sent, or needing review. */

import { randomUUID } from 'node:crypto';
import { ageMs } from '@panel/domain/durations';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import type { Queue } from '../platform/queue.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';

/** Assumption: chat-notices. */
export const MESSAGE_KINDS = [
  'voucher',
  'withdrawal-requested',
  'withdrawal-returned',
  'profile-deleted',
  'inactivity',
  'invitation',
  'task',
  'task-reminder',
  'data-code',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];
/** Requests to take part, which go to many panelists at once. */
export const isToMany = ({ kind }: Pick<Message, 'kind'>): boolean =>
  kind === 'invitation' || kind === 'task' || kind === 'task-reminder';
export const MESSAGE_STATES = ['waiting', 'sending', 'unknown', 'sent', 'dropped', 'needs-review'] as const;
type MessageState = (typeof MESSAGE_STATES)[number];

type NewMessage = {
  readonly kind: MessageKind;
  readonly subject: string;
  readonly panelistId: string | null;
  /** Not sent before this time; the default is now. It is given up a day later. */
  readonly sendAt?: Date;
};

/** Queues messages, once per kind and subject, in the transaction that made them necessary. Returns the ids of the new ones. */
export const insertMessagesStatement = (messages: readonly NewMessage[], at: Date): Statement =>
  sql`
    insert into messages (id, kind, subject, panelist_id, state, created_at, next_attempt_at)
    select id, kind, subject, panelist_id, 'waiting', send_at, send_at
    from unnest(
      ${messages.map(() => randomUUID())}::uuid[],
      ${messages.map(({ kind }) => kind)}::text[],
      ${messages.map(({ subject }) => subject)}::text[],
      ${messages.map(({ panelistId }) => panelistId)}::uuid[],
      ${messages.map(({ sendAt = at }) => sendAt)}::timestamptz[]
    ) as m (id, kind, subject, panelist_id, send_at)
    on conflict (kind, subject) do nothing
    returning id`;

/** Queues a message to a device that no profile or withdrawal names any more. The device is erased once the message was sent or given up. */
export function insertMessageToDeviceStatement(vault: Vault, kind: MessageKind, did: string, at: Date): Statement {
  const id = randomUUID();
  return sql`
    insert into messages (id, kind, subject, did_sealed, state, created_at, next_attempt_at)
    values (${id}, ${kind}, ${id}, ${vault.seal(vaultLabel.messageDid(id), did)}, 'waiting', ${at}, ${at})`;
}

export type Message = {
  readonly id: string;
  readonly kind: MessageKind;
  readonly subject: string;
  readonly panelistId: string | null;
  /** The device, if only the message names it. */
  readonly didSealed: Buffer | null;
  readonly attempts: number;
  /** How often it was sent without an answer. */
  readonly unknowns: number;
  readonly createdAt: Date;
};

/** Claims the most overdue message until the lease ends. A worker that died while sending counts as an unknown. */
export const claimMessage = (tx: Tx, at: Date, leaseUntil: Date) =>
  tx.one<Message>(sql`
    update messages set state = 'sending', attempts = attempts + 1, next_attempt_at = ${leaseUntil},
      unknowns = unknowns + (state = 'sending')::int
    where id = (
      select id from messages
      where state in ('waiting', 'sending', 'unknown') and next_attempt_at <= ${at}
      order by next_attempt_at limit 1
      for no key update skip locked
    )
    returning id, kind, subject, panelist_id as "panelistId", did_sealed as "didSealed", attempts, unknowns, created_at as "createdAt"`);

type Outcome = {
  readonly state: MessageState;
  readonly unknowns: number;
  readonly hasNoRecipient: boolean;
  readonly retryAt: Date;
};

/** Records how an attempt ended, unless its lease ran out and another worker has the message now. */
export const setMessageState = (
  tx: Tx,
  { id, attempts }: Pick<Message, 'id' | 'attempts'>,
  { state, unknowns, hasNoRecipient, retryAt }: Outcome,
  at: Date,
) =>
  tx.many(sql`
    update messages set state = ${state}, unknowns = ${unknowns}, has_no_recipient = ${hasNoRecipient}, next_attempt_at = ${retryAt},
      sent_at = ${state === 'sent' ? at : null},
      did_sealed = case when ${state === 'sent' || state === 'dropped'}::boolean then null else did_sealed end
    where id = ${id} and attempts = ${attempts} and state = 'sending'`);

/** How many other requests a panelist got since a time. Of two that are being sent concurrently one counts. */
export const countContacts = (db: Queries, panelistId: string, since: Date, messageId: string): Promise<number> =>
  db.value(sql`
    select count(*)::int from messages
    where panelist_id = ${panelistId} and kind in ('invitation', 'task', 'task-reminder') and state <> 'dropped'
      and created_at >= ${since} and id <> ${messageId}
      and (state in ('sent', 'unknown') or (state = 'sending' and id < ${messageId}))`);

/** Whether a message was sent by then. */
export const wasSentBy = (db: Queries, kind: MessageKind, subject: string, by: Date): Promise<boolean> =>
  db.value(sql`
    select exists (
      select from messages where kind = ${kind} and subject = ${subject} and state = 'sent' and sent_at <= ${by})`);

/** Whether each of the panelist's last messages of a kind since a time, this many of them, was undeliverable. */
export const hadNoRecipient = (
  db: Queries,
  { kind, panelistId, since, times }: { kind: MessageKind; panelistId: string; since: Date; times: number },
): Promise<boolean> =>
  db.value(sql`
    select count(*) = ${times} from (
      select has_no_recipient from messages
      where panelist_id = ${panelistId} and kind = ${kind} and created_at >= ${since}
      order by created_at desc limit ${times}) last
    where has_no_recipient`);

export async function messagesToSend(db: Queries, at: Date): Promise<Queue> {
  const row = await db.one<{ length: number; oldest: Date | null }>(sql`
    select count(*)::int as length, min(created_at) as oldest
    from messages where state in ('waiting', 'sending', 'unknown')`);
  return { length: row?.length ?? 0, oldestMs: ageMs(row?.oldest, at) };
}

/** Gives up the notices that these withdrawals were returned, unless they were sent. Takes effect now, even on a decision made a moment ago. */
export const dropReturnedNotices = (tx: Tx, withdrawalIds: readonly string[], at: Date) =>
  tx.many(sql`
    update messages set state = 'dropped', next_attempt_at = ${at}
    where kind = 'withdrawal-returned' and subject = any(${withdrawalIds}::text[]) and state <> 'sent'`);

type MessageRecord = { readonly id: string; readonly kind: string; readonly state: string; readonly createdAt: Date };

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
