/** Sends calls without regard for what the server can do, and keeps every answer. */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './calls.ts';

const TICK_MS = 10;

export type Answer = {
  readonly kind: string;
  readonly status: number | 'none';
  readonly ms: number;
  readonly retryAfter: string | undefined;
};
type Sent = Call & { readonly kind: string };

function send(agent: Agent, port: string, { kind, method, path, body }: Sent): Promise<Answer> {
  const began = performance.now();
  return new Promise((resolve) => {
    const headers = body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) } : {};
    request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          kind,
          status: response.statusCode ?? 'none',
          ms: performance.now() - began,
          retryAfter: response.headers['retry-after'],
        }),
      );
    })
      .on('error', () => resolve({ kind, status: 'none', ms: performance.now() - began, retryAfter: undefined }))
      .end(body);
  });
}

/**
 * At a fixed rate, whether or not earlier ones were answered, as people do who do not know of each other. `eachSecond` is called while it
 * runs.
 */
export async function sendSteadily(
  origin: string,
  perSecond: number,
  seconds: number,
  callAt: (index: number) => Sent,
  eachSecond: (second: number) => void = () => undefined,
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const { port } = new URL(origin);
  const answers: Promise<Answer>[] = [];
  const began = performance.now();
  let second = 0;
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    const due = Math.floor((passed / 1000) * perSecond);
    while (answers.length < due) answers.push(send(agent, port, callAt(answers.length)));
    if (passed >= (second + 1) * 1000) eachSecond(second++);
    await sleep(TICK_MS);
  }
  const all = await Promise.all(answers);
  agent.destroy();
  return all;
}

/** Over so many connections, each of which sends its next call as soon as it has an answer. */
export async function sendWithoutPause(
  origin: string,
  connections: number,
  seconds: number,
  callAt: (index: number) => Sent,
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { port } = new URL(origin);
  const answers: Answer[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const sendUntilEnd = async () => {
    while (performance.now() < end) answers.push(await send(agent, port, callAt(next++)));
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  agent.destroy();
  return answers;
}
