/** Sends calls over connections that are kept open, and measures each. */
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Call } from './calls.ts';
import { quantile } from './statistics.ts';

export type Load = { readonly perSecond: number; readonly p50: number; readonly p99: number };

function send(agent: Agent, origin: URL, { method, path, body }: Call): Promise<void> {
  return new Promise((resolve, reject) => {
    const onResponse = (response: IncomingMessage) => {
      response.resume();
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        if (status >= 200 && status < 300) resolve();
        else reject(new Error(`${method} ${path.slice(0, 60)} was answered ${status}`));
      });
    };
    const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
    request({ agent, host: '127.0.0.1', port: origin.port, method, path, headers }, onResponse)
      .on('error', reject)
      .end(body);
  });
}

/**
 * Sends so many calls over so many connections at once, which are divided among several origins. An answer that is no success ends
 * the bench.
 */
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
      const began = performance.now();
      await send(agent, url, call);
      tookMs.push(performance.now() - began);
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
