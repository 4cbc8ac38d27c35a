/** Sends calls over connections that are kept open, and measures each. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Call } from './calls.ts';
import { quantile } from './statistics.ts';

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number };

export type CallResponse = {
  /** Or the error's code, if there was no response. */
  readonly status: number | string;
  readonly ms: number;
  readonly retryAfter: string | undefined;
};

function send(agent: Agent, { port }: URL, { method, path, body }: Call): Promise<CallResponse> {
  const began = performance.now();
  return new Promise((resolve) => {
    const end = (status: number | string, retryAfter?: string) =>
      resolve({ status, ms: performance.now() - began, retryAfter });
    const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
    request({ agent, host: '127.0.0.1', port, method, path, headers }, (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => end(response.statusCode ?? 0, response.headers['retry-after']));
    })
      .on('error', ({ code, message }: NodeJS.ErrnoException) => end(code ?? message))
      .end(body);
  });
}

export const isSuccess = ({ status }: CallResponse): boolean =>
  typeof status === 'number' && status >= 200 && status < 300;

/** Sends this many calls over this many connections, divided among the origins. A response that isn't a success ends the bench. */
export async function sendCalls(
  origins: string | readonly string[],
  count: number,
  connections: number,
  callAt: (index: number) => Call,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const urls = [origins].flat().map((origin) => new URL(origin));
  const tookMs: number[] = [];
  let next = 0;
  const sendNext = async (_: unknown, connection: number) => {
    const url = urls[connection % urls.length] as URL;
    while (next < count) {
      const call = callAt(next++);
      const response = await send(agent, url, call);
      if (!isSuccess(response))
        throw new Error(`${call.method} ${call.path.slice(0, 60)} was answered ${response.status}`);
      tookMs.push(response.ms);
    }
  };
  const began = performance.now();
  try {
    await Promise.all(Array.from({ length: connections }, sendNext));
  } finally {
    agent.destroy();
  }
  const seconds = (performance.now() - began) / 1000;
  return { perSecond: count / seconds, p50: quantile(tookMs, 0.5), p99: quantile(tookMs, 0.99) };
}
