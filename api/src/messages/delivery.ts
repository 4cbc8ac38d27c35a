/** Sends the messages in the outbox to the chat. */
import { isSendingTime, nextSendingTime, type SendingHours } from '@panel/domain/console/sends';
import { addMs, DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import type { FastifyBaseLogger } from 'fastify';
import type { Dependencies } from '../platform/dependencies.ts';
import { type Breaker, claimIfAllowed } from '../platform/parties/breaker.ts';
import { backoffMs, processSeveral, type Slots } from '../platform/queue.ts';
import { type Chat, isOutage, isSendOutage } from './chat.ts';
import { claimMessage, isToMany, type Message, type MessageKind, setMessageState } from './outbox.ts';

export type DeliveryDependencies = Dependencies & {
  readonly config: { readonly sendingHours: SendingHours };
  readonly chat: Chat;
};

/** Longer than a look-up and a send can take together. */
const LEASE_MS = MINUTE_MS;
const RETRY = { firstMs: MINUTE_MS, maxMs: 30 * MINUTE_MS };
/** Sending the same PIN to the same number twice is harmless, so a message without an answer is sent once more; then it needs review. */
const MAX_UNKNOWNS = 2;
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
    processSeveral(
      slots,
      signal,
      () => claimIfAllowed(chatBreaker, () => claimDueMessage(deps)),
      // A dropped message, or one whose device has no number, says nothing about the chat.
      (message) => deliverMessage(deps, context, message).finally(() => chatBreaker.release()),
    );
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
  const result = message.unknowns < MAX_UNKNOWNS ? await sendMessage(deps, context, message) : 'unknown';
  const at = deps.clock.now();
  const unknowns = message.unknowns + (result === 'unknown' ? 1 : 0);
  const hasNoRecipient = result === 'no-recipient' || result === 'no-claimant';
  const isLate = at > addMs(message.createdAt, GIVE_UP_AFTER_MS);
  const isOver = hasNoRecipient || (result === 'unknown' && unknowns >= MAX_UNKNOWNS) || (result !== 'sent' && isLate);
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
