/** The chat messages: queued in the transaction that makes them necessary, and sent to the chat by the worker. */
import { randomUUID } from 'node:crypto';
import { isSendingTime, nextSendingTime, type SendingHours, waitingSince } from '@panel/domain/console/sends';
import { addMs, ageMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { MessageKind, MessageState } from '@panel/domain/messages';
import type { FastifyBaseLogger } from 'fastify';
import { type Queries, type Statement, sql, type Tx } from '../platform/database/database.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { isNotSetAside, setAside } from '../platform/failed-items.ts';
import { type Breaker, claimIfAllowed } from '../platform/parties/breaker.ts';
import { backoffMs, processSeveral, type Queue, type Slots } from '../platform/queue.ts';
import { type Vault, vaultLabel } from '../platform/security/vault.ts';
import { type Chat, isOutage, isSendOutage } from './chat.ts';
import { IS_TO_MANY, isToMany } from './kinds.ts';

type NewMessage = {
  readonly kind: MessageKind;
  readonly subject: string;
  readonly panelistId: string | null;
  /** Not sent before this time; the default is now. It is given up a day later. */
  readonly sendAt?: Date;
};

/**
 * Queues messages, once per kind and subject, in the transaction that made them necessary. An invitation that was dropped, so not sent, is
 * queued again.
 */
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
    on conflict (kind, subject) do update set state = 'waiting', attempts = 0, created_at = excluded.created_at,
      next_attempt_at = excluded.next_attempt_at, has_no_recipient = false
      where messages.kind = 'invitation' and messages.state = 'dropped'`;

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

/** The most overdue of these messages. */
const mostOverdueStatement = (which: Statement, at: Date): Statement =>
  sql`
    select id from messages
    where state in ('waiting', 'sending', 'unknown') and ${which} and next_attempt_at <= ${at}
      and ${isNotSetAside('messages', sql`messages.id::text`, at)}
    order by next_attempt_at limit 1
    for no key update skip locked`;

/**
 * Claims a message until the lease ends. A voucher or a code doesn't wait behind thousands of requests. A worker that died while sending
 * counts as an unknown.
 */
const claimMessage = async (tx: Tx, at: Date, leaseUntil: Date): Promise<Message | undefined> => {
  const [message] = await tx.returning<Message>(sql`
    update messages set state = 'sending', attempts = attempts + 1, next_attempt_at = ${leaseUntil},
      unknowns = unknowns + (state = 'sending')::int
    where id = coalesce((${mostOverdueStatement(sql`not ${IS_TO_MANY}`, at)}), (${mostOverdueStatement(sql`true`, at)}))
    returning id, kind, subject, panelist_id as "panelistId", did_sealed as "didSealed", attempts, unknowns, created_at as "createdAt"`);
  return message;
};

type Outcome = {
  readonly state: MessageState;
  readonly unknowns: number;
  readonly hasNoRecipient: boolean;
  readonly retryAt: Date;
};

/** Records how an attempt ended, unless its lease ran out and another worker has the message now. */
const setMessageState = (
  tx: Tx,
  { id, attempts }: Pick<Message, 'id' | 'attempts'>,
  { state, unknowns, hasNoRecipient, retryAt }: Outcome,
  at: Date,
) =>
  tx.run(sql`
    update messages set state = ${state}, unknowns = ${unknowns}, has_no_recipient = ${hasNoRecipient}, next_attempt_at = ${retryAt},
      sent_at = ${state === 'sent' ? at : null},
      did_sealed = case when ${state === 'sent' || state === 'dropped'}::boolean then null else did_sealed end
    where id = ${id} and attempts = ${attempts} and state = 'sending'`);

export async function messagesToSend(db: Queries, hours: SendingHours, at: Date): Promise<Queue> {
  const row = await db.one<{ length: number; oldest: Date | null; oldestToMany: Date | null }>(sql`
    select count(*)::int as length, min(created_at) filter (where not ${IS_TO_MANY}) as oldest,
      min(created_at) filter (where ${IS_TO_MANY}) as "oldestToMany"
    from messages where state in ('waiting', 'sending', 'unknown')`);
  const toMany = row?.oldestToMany && waitingSince(hours, row.oldestToMany, at);
  return { length: row?.length ?? 0, oldestMs: Math.max(ageMs(row?.oldest, at), ageMs(toMany, at)) };
}

/** Gives up the notices that these withdrawals were returned, unless they were sent. Takes effect now, even on a decision made a moment ago. */
export const dropReturnedNotices = (tx: Tx, withdrawalIds: readonly string[], at: Date) =>
  tx.run(sql`
    update messages set state = 'dropped', next_attempt_at = ${at}
    where kind = 'withdrawal-returned' and subject = any(${withdrawalIds}::text[]) and state <> 'sent'`);

export type DeliveryDependencies = Dependencies & {
  readonly config: { readonly sendingHours: SendingHours };
  readonly chat: Chat;
};

/** Longer than a look-up and a send can take together. */
const LEASE_MS = MINUTE_MS;
const RETRY = { firstMs: MINUTE_MS, maxMs: 30 * MINUTE_MS };
/**
 * Sending the same PIN to the same number twice is harmless, so a message without an answer is sent once more; then it needs review.
 * Requests to many are not repeated: one that may have arrived counts as sent.
 */
const maxUnknowns = (message: Message): number => (isToMany(message) ? 1 : 2);
/** After a day an invitation is too late, and a message about money needs review. */
const GIVE_UP_AFTER_MS = DAY_MS;

type Composed = {
  readonly did: string;
  readonly text: string;
  /** Whether the recipient needs it to claim money. */
  readonly isNeededToClaim?: boolean;
};
/** Composes a message's text when it is sent; null if it should not be sent any more. */
export type Compose = (message: Message) => Promise<Composed | null>;
/** Each feature composes its own messages. */
export type Composers = { readonly [K in MessageKind]: Compose };

/** Returns a function to call repeatedly; all its runs share `atOnce` slots, so a run that hangs does not block the next. */
export function messageRunner(deps: DeliveryDependencies, atOnce: number, context: DeliveryContext) {
  const slots: Slots = { free: atOnce };
  const { chatBreaker, signal } = context;
  return (): Promise<number> =>
    processSeveral({
      slots,
      signal,
      claim: () => claimIfAllowed(chatBreaker, () => claimDueMessage(deps)),
      // A dropped message, or one whose device has no number, says nothing about the chat.
      process: (message) => deliverMessage(deps, context, message).finally(() => chatBreaker.release()),
      setAside: ({ id }, error) => setAside(deps.database, { job: 'messages', item: id, error }, deps.clock.now()),
    });
}

/** State that the runs of one process share. */
export type DeliveryContext = {
  readonly composers: Composers;
  readonly chatBreaker: Breaker;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Aborted when the process stops: the message being sent is finished, and no new one starts. */
  readonly signal: AbortSignal;
};

const claimDueMessage = ({ database, clock }: DeliveryDependencies): Promise<Message | undefined> =>
  database.transaction((tx) => {
    const at = clock.now();
    return claimMessage(tx, at, addMs(at, LEASE_MS));
  });

type SendResult = 'sent' | 'unknown' | 'waiting' | NoRecipient;
type NoRecipient = 'no-recipient' | 'no-claimant';

async function deliverMessage(deps: DeliveryDependencies, context: DeliveryContext, message: Message): Promise<void> {
  if (isToMany(message) && !isSendingTime(deps.config.sendingHours, deps.clock.now())) return postpone(deps, message);
  const answer = message.unknowns < maxUnknowns(message) ? await sendMessage(deps, context, message) : 'unknown';
  const result = answer === 'unknown' && isToMany(message) ? 'sent' : answer;
  const at = deps.clock.now();
  const unknowns = message.unknowns + (answer === 'unknown' ? 1 : 0);
  const hasNoRecipient = result === 'no-recipient' || result === 'no-claimant';
  const isLate = at > addMs(message.createdAt, GIVE_UP_AFTER_MS);
  const isOver =
    hasNoRecipient || (result === 'unknown' && unknowns >= maxUnknowns(message)) || (result !== 'sent' && isLate);
  const needsReview = isAboutMoney(message) && !isUnneeded(message, result);
  const state = isOver ? (needsReview ? 'needs-review' : 'dropped') : result;
  const retryAt = addMs(at, backoffMs(message.attempts, RETRY));
  await deps.database.transaction((tx) =>
    // A later answer from the chat doesn't change the outcome, because the day is over.
    setMessageState(tx, message, { state, unknowns, hasNoRecipient: hasNoRecipient && !isLate, retryAt }, at),
  );
}

/** Keeps a message that was delayed into the night until the morning. */
function postpone({ config, database, clock }: DeliveryDependencies, message: Message): Promise<void> {
  const at = clock.now();
  const retryAt = nextSendingTime(config.sendingHours, at);
  const { unknowns } = message;
  return database.transaction(async (tx) => {
    await setMessageState(tx, message, { state: 'waiting', unknowns, hasNoRecipient: false, retryAt }, at);
  });
}

/** A message about money is never just dropped. */
const isAboutMoney = ({ kind }: Message) => kind === 'voucher' || kind === 'withdrawal-returned';
/** The balance shows returned money, unless the profile is deleted. If the chat doesn't know the device, there is nowhere to send it. */
const isUnneeded = ({ kind }: Message, result: SendResult) =>
  kind === 'withdrawal-returned' && result === 'no-recipient';

async function sendMessage(
  deps: DeliveryDependencies,
  context: DeliveryContext,
  message: Message,
): Promise<SendResult> {
  const { chatBreaker, signal, log } = context;
  const prepared = await prepareMessage(deps, context, message).catch((error: unknown) => {
    // Nothing was sent yet, so it is retried like a message that the chat doesn't accept.
    log.error({ err: error, kind: message.kind, id: message.id }, 'a message could not be composed');
    return 'waiting' as const;
  });
  if (typeof prepared === 'string') return prepared;
  if (signal.aborted) return 'waiting';
  const sent = await deps.chat.send({ jobId: message.id, ...prepared });
  if (isSendOutage(sent)) chatBreaker.failed();
  else chatBreaker.succeeded();
  return sent.kind === 'accepted' ? 'sent' : sent.kind === 'unknown' ? 'unknown' : 'waiting';
}

type Prepared = { readonly number: string; readonly text: string };

/** A message's text and number, or why there is nothing to send now. */
async function prepareMessage(
  { chat }: DeliveryDependencies,
  { composers, chatBreaker }: DeliveryContext,
  message: Message,
): Promise<Prepared | 'waiting' | NoRecipient> {
  const composed = await composers[message.kind](message);
  if (!composed) return 'no-recipient';
  const lookup = await chat.lookUp(composed.did);
  if (isOutage(lookup)) chatBreaker.failed();
  if (lookup.kind === 'unknown') return composed.isNeededToClaim ? 'no-claimant' : 'no-recipient';
  return lookup.kind === 'unreachable' ? 'waiting' : { number: lookup.number, text: composed.text };
}
