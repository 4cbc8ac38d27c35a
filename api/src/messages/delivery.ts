/** Sends what waits in the outbox to the chat. */
import type { Dependencies } from '../platform/dependencies.ts';
import { backoffMs, later, processDue } from '../platform/queue.ts';
import type { Chat } from './chat.ts';
import { claimMessage, type Message, type MessageKind, setMessageState } from './outbox.ts';

type DeliveryDependencies = Dependencies & { readonly chat: Chat };

const MINUTE_MS = 60_000;
/** Longer than a lookup and a send can take together. */
const LEASE_MS = MINUTE_MS;
const RETRY = { firstMs: MINUTE_MS, maxMs: 30 * MINUTE_MS };
/** The same PIN to the same number twice costs nothing, so a message without an answer is sent once more; then it needs review. */
const MAX_UNKNOWNS = 2;
/** After a day an invitation is too late, and a message about money needs review. */
const GIVE_UP_AFTER_MS = 24 * 60 * MINUTE_MS;

/** Makes a message's text at the moment it is sent; null where it is not to be sent any more. */
export type Compose = (message: Message) => Promise<{ readonly did: string; readonly text: string } | null>;
/** Each feature composes its own messages. */
export type Composers = { readonly [K in MessageKind]: Compose };

/** Returns the number of messages processed. */
export const deliverMessages = (deps: DeliveryDependencies, composers: Composers, limit = 100): Promise<number> =>
  processDue(
    limit,
    () =>
      deps.database.transaction((tx) => {
        const at = deps.clock.now();
        return claimMessage(tx, at, later(at, LEASE_MS));
      }),
    (message) => deliverMessage(deps, composers, message),
  );

type SendResult = 'sent' | 'unknown' | 'waiting' | 'no-recipient';

async function deliverMessage(deps: DeliveryDependencies, composers: Composers, message: Message): Promise<void> {
  const result = message.unknowns < MAX_UNKNOWNS ? await sendMessage(deps, composers, message) : 'unknown';
  const at = deps.clock.now();
  const unknowns = message.unknowns + (result === 'unknown' ? 1 : 0);
  const isOver =
    result === 'no-recipient' ||
    (result === 'unknown' && unknowns >= MAX_UNKNOWNS) ||
    (result !== 'sent' && at > later(message.createdAt, GIVE_UP_AFTER_MS));
  const state = isOver ? (isAboutMoney(message) ? 'needs-review' : 'dropped') : result;
  const retryAt = later(at, backoffMs(message.attempts, RETRY));
  await deps.database.transaction((tx) => setMessageState(tx, message.id, { state, unknowns, retryAt }, at));
}

/** A message about somebody's money is never just dropped. */
const isAboutMoney = ({ kind }: Message) => kind === 'voucher' || kind === 'withdrawal-returned';

async function sendMessage(
  { chat }: DeliveryDependencies,
  composers: Composers,
  message: Message,
): Promise<SendResult> {
  const composed = await composers[message.kind](message);
  if (!composed) return 'no-recipient';
  const lookup = await chat.lookUp(composed.did);
  if (lookup.kind === 'unknown') return 'no-recipient';
  if (lookup.kind === 'unreachable') return 'waiting';
  const sent = await chat.send({ jobId: message.id, number: lookup.number, text: composed.text });
  return sent.kind === 'accepted' ? 'sent' : sent.kind === 'unknown' ? 'unknown' : 'waiting';
}
