/** Sends calls over connections that are kept open, and measures each. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './calls.ts';
import { type CallResponse, Connection } from './connection.ts';
import { quantile } from './statistics.ts';

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number };

export const isSuccess = ({ status }: CallResponse): boolean =>
  typeof status === 'number' && status >= 200 && status < 300;
export const isRefusal = ({ status }: CallResponse): boolean => status === 503 || status === 429;

/** Sends a call and returns its milliseconds. A response that isn't a success ends the bench. */
export async function sendCall(connection: Connection, call: Call): Promise<number> {
  const response = await connection.send(call);
  if (!isSuccess(response)) throw new Error(`${call.method} ${call.path.slice(0, 60)} was answered ${response.status}`);
  return response.ms;
}

/** Sends this many calls over this many connections. */
export async function sendCalls(
  origin: string,
  count: number,
  connections: number,
  callAt: (index: number) => Call,
): Promise<Load> {
  const tookMs: number[] = [];
  let next = 0;
  const sendNext = async () => {
    const connection = new Connection(origin);
    try {
      while (next < count) tookMs.push(await sendCall(connection, callAt(next++)));
    } finally {
      connection.close();
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, sendNext));
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: count / seconds, p50: quantile(tookMs, 0.5), p99: quantile(tookMs, 0.99) };
}

const TICK_MS = 10;

type Rate = { readonly perSecond: number; readonly seconds: number };

/** Opens connections one after the other, so that a server isn't asked for a thousand at once. */
export async function openConnections(origin: string, count: number): Promise<Connection[]> {
  const opened = Array.from({ length: count }, () => new Connection(origin));
  for (const connection of opened) await connection.send({ method: 'GET', path: '/healthz' });
  return opened;
}

/** Sends calls at a fixed rate, without waiting for earlier ones, and returns every response. A call is not sent if no connection is idle. */
export async function sendSteadily(
  connections: readonly Connection[],
  { perSecond, seconds }: Rate,
  callAt: (index: number) => Call,
): Promise<CallResponse[]> {
  const idle = [...connections];
  const responses: CallResponse[] = [];
  const pending = new Set<Promise<void>>();
  const sendOver = async (connection: Connection, index: number) => {
    responses.push(await connection.send(callAt(index)));
    idle.push(connection);
  };
  const began = performance.now();
  let due = 0;
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    for (; due < Math.floor((passed / 1000) * perSecond); due += 1) {
      const connection = idle.pop();
      if (!connection) continue;
      const sending = sendOver(connection, due).finally(() => pending.delete(sending));
      pending.add(sending);
    }
    await sleep(TICK_MS);
  }
  await Promise.all(pending);
  for (const connection of connections) connection.close();
  return responses;
}
