/** Sends calls without regard for what the server can do, and keeps every answer. */
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from './calls.ts';
import { type Answer, send } from './load.ts';

const TICK_MS = 10;

type Sent = Call & { readonly kind: string };
export type KindAnswer = Answer & { readonly kind: string };

const sendKind = async (agent: Agent, origin: URL, { kind, ...call }: Sent): Promise<KindAnswer> => ({
  kind,
  ...(await send(agent, origin, call)),
});

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
): Promise<KindAnswer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const url = new URL(origin);
  const answers: Promise<KindAnswer>[] = [];
  const began = performance.now();
  let second = 0;
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - began) {
    const due = Math.floor((passed / 1000) * perSecond);
    while (answers.length < due) answers.push(sendKind(agent, url, callAt(answers.length)));
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
): Promise<KindAnswer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const url = new URL(origin);
  const answers: KindAnswer[] = [];
  const end = performance.now() + seconds * 1000;
  let next = 0;
  const sendUntilEnd = async () => {
    while (performance.now() < end) answers.push(await sendKind(agent, url, callAt(next++)));
  };
  await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  agent.destroy();
  return answers;
}
