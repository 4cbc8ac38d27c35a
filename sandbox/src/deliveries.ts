/** Calls that partners make on the panel, repeated when it doesn't take them. */
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { nowOf } from './clock.ts';
import { type Delivery, keep, type Session, type World } from './state.ts';

const RETRIES = 5;
const TIMEOUT_MS = 10_000;

export type Outgoing = {
  readonly label: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly body?: string;
};

/** Sends it and gives the answer's status, null for none. Repeats go on behind the caller's back. */
export async function deliver(world: World, session: Session, outgoing: Outgoing): Promise<number | null> {
  const delivery: Delivery = {
    ...outgoing,
    party: session.party,
    session: session.id,
    at: nowOf(world.clock),
    tries: 0,
    status: null,
  };
  keep(world.deliveries, delivery);
  await attempt(world, delivery);
  return delivery.status;
}

async function attempt(world: World, delivery: Delivery): Promise<void> {
  delivery.tries += 1;
  delivery.status = await call(delivery);
  const isTaken = delivery.status !== null && delivery.status < 500 && delivery.status !== 429;
  // After a reset nobody knows of it any more.
  if (!isTaken && delivery.tries <= RETRIES && world.deliveries.includes(delivery))
    later(world, world.retryMs * 2 ** (delivery.tries - 1), () => void attempt(world, delivery));
}

/** A timer that a reset forgets. */
export function later(world: World, ms: number, act: () => void): void {
  const { timers } = world;
  const timer = setTimeout(() => {
    timers.delete(timer);
    act();
  }, ms);
  timers.add(timer);
}

// Not fetch: it rewrites addresses, and the signature is over these very bytes.
function call({ method, url, body }: Outgoing): Promise<number | null> {
  return new Promise((resolve) => {
    const { protocol, hostname, port, origin } = new URL(url);
    const request = (protocol === 'https:' ? requestHttps : requestHttp)(
      {
        method,
        hostname: hostname.replace(/[[\]]/g, ''),
        port,
        path: url.slice(origin.length),
        timeout: TIMEOUT_MS,
        headers: {
          accept: '*/*',
          'content-length': Buffer.byteLength(body ?? ''),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
      },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? null);
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(null));
    request.end(body);
  });
}
