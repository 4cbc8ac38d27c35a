/** Sends the partners' callbacks to the panel, with retries. */
import { nowOf } from './clock.ts';
import { appendBounded, type Callback, type Delivery, type Session, type State } from './state.ts';

const MAX_RETRIES = 5;
const TIMEOUT_MS = 10_000;

/** Sends a callback and returns the status of the first try, or null without a response. Retries continue in the background. */
export async function deliver(state: State, session: Session, callback: Callback): Promise<number | null> {
  const delivery: Delivery = {
    ...callback,
    party: session.party,
    session: session.id,
    at: nowOf(state.clock),
    tries: 0,
    status: null,
  };
  appendBounded(state.deliveries, delivery);
  await attempt(state, delivery);
  return delivery.status;
}

async function attempt(state: State, delivery: Delivery): Promise<void> {
  delivery.tries += 1;
  delivery.status = await send(delivery);
  const isAccepted = delivery.status !== null && delivery.status < 500 && delivery.status !== 429;
  // A reset has removed it from the list.
  if (!isAccepted && delivery.tries <= MAX_RETRIES && state.deliveries.includes(delivery))
    schedule(state, state.retryMs * 2 ** (delivery.tries - 1), () => void attempt(state, delivery));
}

/** Starts a timer that a reset cancels. */
export function schedule(state: State, ms: number, run: () => void): void {
  const { timers } = state;
  const timer = setTimeout(() => {
    timers.delete(timer);
    run();
  }, ms);
  timers.add(timer);
}

/** The signature covers the URL's exact bytes. These have no character that fetch() would rewrite. */
async function send({ method, url, body }: Callback): Promise<number | null> {
  const content = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } };
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(url, { method, redirect: 'manual', signal, ...content });
    await response.text();
    return response.status;
  } catch {
    return null;
  }
}
