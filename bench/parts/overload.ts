/** Whether HAProxy refuses excess calls quickly while the server keeps serving. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { hasHaproxy, startProxy } from '../../e2e/proxy.ts';
import { callsFor, PHONE_MIX, phoneCalls } from '../calls.ts';
import type { Flood, FloodOrder } from '../flood.ts';
import { isRefusal, isSuccess, openConnections, sendCalls, sendSteadily } from '../load.ts';
import type { Context, Part } from '../part.ts';
import { startDatabase, startProduct } from '../product.ts';
import { number, seconds, targetTable } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { quantile } from '../statistics.ts';

const OVERLOAD_FACTOR = 5;
/** Enough to reach the server's maximum. */
const SERVED_AT_ONCE = 32;
/** More than needed if each refusal comes in time. */
const CONNECTIONS = 2000;
const CALLBACKS_PER_SECOND = 100;
const CALLBACK_CONNECTIONS = 100;

const MAX_ACCEPTED_MS = 2000;
const MAX_REFUSAL_MS = 50;
const MAX_CALLBACK_MS = 750;
const MAX_RECOVERY_MS = 10_000;

/** Resolves once the flood has started. */
async function startFlood(order: FloodOrder): Promise<{ readonly over: Promise<Flood> }> {
  const child = fork(new URL('../flood.ts', import.meta.url));
  child.send(order);
  await once(child, 'message');
  const over = once(child, 'message').then(([result]) => {
    child.disconnect();
    return result as Flood;
  });
  return { over };
}

/** Floods the server while a partner's callbacks arrive at their usual rate. */
async function measure({ count, progress, allow }: Context, origin: string, panelists: number): Promise<string> {
  const half = panelists / 2;
  const callOfKind = callsFor({ from: 0, to: half }, origin);
  const { perSecond } = await sendCalls(origin, count(10_000, 100), SERVED_AT_ONCE, phoneCalls(callOfKind));
  const lasting = count(20, 3);
  progress(`overload: ${number(OVERLOAD_FACTOR * perSecond)} calls a second`);
  const connections = await openConnections(origin, CALLBACK_CONNECTIONS);
  const { over } = await startFlood({
    origin,
    perSecond: OVERLOAD_FACTOR * perSecond,
    seconds: lasting,
    connections: CONNECTIONS,
    range: { from: half, to: panelists },
  });
  const callbacks = await sendSteadily(connections, { perSecond: CALLBACKS_PER_SECOND, seconds: lasting }, () =>
    callOfKind('Cint Match callback'),
  );
  const flood = await over;
  const stopped = performance.now();
  await sendCalls(origin, 20, 1, () => callOfKind('registration check'));
  const recoveredMs = performance.now() - stopped;
  const accepted = callbacks.filter(isSuccess);
  const callbackP99 = quantile(
    callbacks.map(({ ms }) => ms),
    0.99,
  );
  const otherResponses =
    flood.sent -
    flood.accepted -
    flood.refused +
    callbacks.filter((each) => !isSuccess(each) && !isRefusal(each)).length;
  const sentPerSecond = flood.sent / lasting;
  return targetTable({ allow }, 'overload', [
    { name: `served a second, ${SERVED_AT_ONCE} at once`, shown: number(perSecond) },
    {
      name: 'sent a second',
      shown: `${number(sentPerSecond)}, ${number(sentPerSecond / perSecond)} times as many`,
      target: `${OVERLOAD_FACTOR} times as many`,
      isMet: sentPerSecond > 0.9 * OVERLOAD_FACTOR * perSecond,
    },
    {
      name: 'accepted of these a second',
      shown: `${number(flood.accepted / lasting)}, p99 ${seconds(flood.acceptedP99)}`,
      target: `p99 at most ${seconds(MAX_ACCEPTED_MS)}`,
      isMet: flood.acceptedP99 <= MAX_ACCEPTED_MS,
    },
    {
      name: 'refused, with Retry-After',
      shown: `${number(flood.refused)}, ${number(flood.withRetryAfter)} of them`,
      target: 'all with it',
      isMet: flood.withRetryAfter === flood.refused,
    },
    {
      name: 'a refusal takes, p50 and p99',
      shown: `${number(flood.refusedP50)} and ${number(flood.refusedP99)} ms`,
      target: `p99 at most ${MAX_REFUSAL_MS} ms`,
      isMet: flood.refusedP99 <= MAX_REFUSAL_MS,
    },
    {
      name: 'any other response, or none',
      shown: number(otherResponses),
      target: '0',
      isMet: otherResponses === 0,
    },
    {
      name: 'callbacks accepted',
      shown: `${number(accepted.length)} of ${number(callbacks.length)}, p99 ${seconds(callbackP99)}`,
      target: `all, p99 at most ${seconds(MAX_CALLBACK_MS)}`,
      isMet: accepted.length === callbacks.length && callbackP99 <= MAX_CALLBACK_MS,
    },
    {
      name: 'twenty calls afterwards',
      shown: seconds(recoveredMs),
      target: `at most ${seconds(MAX_RECOVERY_MS)}`,
      isMet: recoveredMs <= MAX_RECOVERY_MS,
    },
  ]);
}

export const part: Part = {
  title: 'Overload: excess calls are refused',
  async run(context) {
    if (!hasHaproxy()) throw new Error('HAProxy is not installed: apt-get install haproxy');
    const panelists = context.count(200_000, 16_000);
    const database = await startDatabase({ shared_buffers: '2GB' });
    context.progress(`overload: filling a panel of ${panelists}`);
    await fillPanel(database.client, { from: 0, to: panelists });
    const product = await startProduct(database.url, 'api');
    const proxy = await startProxy(product.origin);
    const measured = await measure(context, proxy.origin, panelists);
    await proxy.stop();
    await product.stop();
    await database.close();
    return `${number(panelists)} panelists, one server process built by \`npm run build\`, behind HAProxy with the configuration of \`deploy/\`. It is sent ${OVERLOAD_FACTOR} times
the calls that ${SERVED_AT_ONCE} connections are served, in the mix that phones send (${PHONE_MIX.map(([name, share]) => `${share} × ${name}`).join(', ')}), at a fixed rate, without waiting for
earlier ones, over ${number(CONNECTIONS)} connections; a call is not sent if none of them is idle. Another process sends ${CALLBACKS_PER_SECOND} callbacks of a partner
a second. All of them share the machine's cores with the server and the database.

${measured}`;
  },
};
