/** Sends calls at a fixed rate, without waiting for earlier ones, and keeps every response. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './calls.ts';
import { Connection } from './connection.ts';
import type { CallResponse } from './load.ts';

const TICK_MS = 10;

export const isRefusal = ({ status }: CallResponse): boolean => status === 503 || status === 429;

type Sent = Call & { readonly kind: string };
export type KindResponse = CallResponse & {
  readonly kind: string;
  /** When it was sent, in seconds since the load started. */
  readonly second: number;
};
export type Sending = {
  /** Without those of the disturbed calls. */
  readonly responses: readonly KindResponse[];
  /** Calls in progress while the machine paused the sender, or sent soon after, when all overdue calls are sent at once. */
  readonly disturbed: readonly KindResponse[];
  /** The longest of these pauses. */
  readonly heldUpMs: number;
};
/** A longer pause disturbs the calls in progress and those of the next seconds. */
const PAUSE_MS = 250;
const DISTURBED_MS = 3000;

type Rate = {
  readonly perSecond: number;
  readonly seconds: number;
  /** Opened before the first call; more are opened on demand, up to `maxConnections`. */
  readonly connections?: number;
  readonly maxConnections?: number;
  /** Awaited once the first connections are open. */
  readonly whenOpen?: () => Promise<unknown>;
  readonly eachSecond?: (second: number) => void;
};

/** Like independent people. A call is not sent if no connection is left. */
export async function sendSteadily(
  origin: string,
  {
    perSecond,
    seconds,
    connections = 0,
    maxConnections = 5000,
    whenOpen = async () => undefined,
    eachSecond = () => undefined,
  }: Rate,
  callAt: (index: number) => Sent,
): Promise<Sending> {
  const port = Number(new URL(origin).port);
  const opened: Connection[] = [];
  const idle: Connection[] = [];
  const responses: KindResponse[] = [];
  const pauses: { readonly from: number; readonly to: number }[] = [];
  const pending = new Set<Promise<void>>();
  const open = (): Connection | undefined => {
    if (opened.length >= maxConnections) return undefined;
    const connection = new Connection(port);
    opened.push(connection);
    return connection;
  };
  const sendOver = async (connection: Connection, { kind, ...call }: Sent) => {
    const second = (performance.now() - began) / 1000;
    responses.push({ kind, second, ...(await connection.send(call)) });
    idle.push(connection);
  };
  // One after the other, so that a server isn't asked for a thousand connections at once.
  for (const connection of Array.from({ length: connections }, open)) {
    if (!connection) break;
    await connection.send({ method: 'GET', path: '/healthz' });
    idle.push(connection);
  }
  await whenOpen();
  const began = performance.now();
  let [second, due, heldUpMs, last] = [0, 0, 0, 0];
  const isDisturbed = ({ second }: KindResponse) =>
    pauses.some(({ from, to }) => second * 1000 > from - DISTURBED_MS && second * 1000 < to + DISTURBED_MS);
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    for (; due < Math.floor((passed / 1000) * perSecond); due += 1) {
      const connection = idle.pop() ?? open();
      if (!connection) continue;
      const sending = sendOver(connection, callAt(due)).finally(() => pending.delete(sending));
      pending.add(sending);
    }
    heldUpMs = Math.max(heldUpMs, passed - last);
    if (passed - last > PAUSE_MS) pauses.push({ from: last, to: passed });
    last = passed;
    if (passed >= (second + 1) * 1000) eachSecond(second++);
    await sleep(TICK_MS);
  }
  await Promise.all(pending);
  for (const connection of opened) connection.close();
  return {
    responses: responses.filter((response) => !isDisturbed(response)),
    disturbed: responses.filter(isDisturbed),
    heldUpMs,
  };
}
