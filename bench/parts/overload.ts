/** Whether HAProxy and the server refuse excess calls quickly while the server keeps serving. */
import { hasHaproxy, startProxy } from '../../e2e/proxy.ts';
import { type Flood, startFlood } from '../flood.ts';
import { isSuccess, sendCalls } from '../load.ts';
import { callsFor, describeMix, FROM_PHONES, mixed } from '../mix.ts';
import type { Context, Part } from '../part.ts';
import { startArtifact, startDatabase } from '../product.ts';
import { number, seconds, table } from '../report.ts';
import { fillPanel, type Range } from '../seed.ts';
import { quantile } from '../statistics.ts';
import { isRefusal, type KindResponse, sendSteadily } from '../steady.ts';

const OVERLOAD_FACTOR = 5;
/** Enough to reach the server's maximum. */
const SERVED_AT_ONCE = 32;
/** More than needed if each refusal comes in time. */
const CONNECTIONS = 2000;
const CALLBACKS_PER_SECOND = 100;
const CHECKS_PER_SECOND = 50;
/** The panelists whose calls are measured during the flood. */
const KEPT_CONNECTIONS = 100;

const quantileOf = (responses: readonly KindResponse[], share: number) =>
  quantile(
    responses.map(({ ms }) => ms),
    share,
  );
const times = (p50: number, p99: number) => `${number(p50)} and ${number(p99)} ms`;

/** The figures of each table row for one way to the server. */
async function measure({ count, progress }: Context, origin: string, range: Range): Promise<string[]> {
  const half = (range.from + range.to) / 2;
  const callOfKind = callsFor({ from: range.from, to: half }, origin);
  const { perSecond } = await sendCalls(origin, count(10_000, 100), SERVED_AT_ONCE, mixed(FROM_PHONES, callOfKind));
  const lasting = count(20, 3);
  progress(`overload: ${number(OVERLOAD_FACTOR * perSecond)} calls a second`);
  let over: Promise<Flood> | undefined;
  const beginFlood = async () => {
    ({ over } = await startFlood({
      origin,
      perSecond: OVERLOAD_FACTOR * perSecond,
      // It starts a second before and ends a second after the measurement.
      seconds: lasting + 2,
      connections: CONNECTIONS,
      range: { from: half, to: range.to },
    }));
  };
  const duringFlood = await sendSteadily(
    origin,
    {
      perSecond: CALLBACKS_PER_SECOND + CHECKS_PER_SECOND,
      seconds: lasting,
      connections: KEPT_CONNECTIONS,
      whenOpen: beginFlood,
    },
    (index) => callOfKind(index % 3 === 0 ? 'registration check' : 'Cint Match callback'),
  );
  const flood = (await over) as Flood;
  const stopped = performance.now();
  await sendCalls(origin, 20, 1, () => callOfKind('registration check'));
  const recoveredMs = performance.now() - stopped;
  const callbacks = duringFlood.responses.filter(({ kind }) => kind === 'Cint Match callback');
  const checks = duringFlood.responses.filter(({ kind }) => kind === 'registration check');
  const refused = checks.filter(isRefusal);
  const [all, withRetryAfter] = [
    flood.refused + refused.length,
    flood.withRetryAfter + refused.filter(({ retryAfter }) => retryAfter).length,
  ];
  const others = duringFlood.responses.filter((response) => !isSuccess(response) && !isRefusal(response));
  const sentPerSecond = flood.sent / (lasting + 2);
  return [
    number(perSecond),
    `${number(sentPerSecond)}, ${number(sentPerSecond / perSecond)} times as many`,
    `${number(flood.accepted / (lasting + 2))}, p99 ${seconds(flood.acceptedP99)}`,
    `${number(all)}, ${number(withRetryAfter)} of them`,
    times(flood.refusedP50, flood.refusedP99),
    times(quantileOf(refused, 0.5), quantileOf(refused, 0.99)),
    number(flood.sent - flood.accepted - flood.refused + others.length),
    `${number(callbacks.filter(isSuccess).length)} of ${number(callbacks.length)}, p99 ${seconds(quantileOf(callbacks, 0.99))}`,
    `${number(flood.disturbed + duringFlood.disturbed.length)}, ${number(duringFlood.heldUpMs)} ms`,
    seconds(recoveredMs),
  ];
}

const ROWS = [
  ['served a second, 32 at once', ''],
  ['sent a second', '5 times as many'],
  ['accepted of these', 'p99 at most 2 s'],
  ['refused, with Retry-After', 'all with it'],
  ['a refusal takes, p50 and p99', '50 ms'],
  ['the same, during the flood', '50 ms'],
  ['any other response, or none', '0'],
  ['callbacks accepted', 'all, p99 at most 0.75 s'],
  ['left out, longest pause', ''],
  ['twenty calls afterwards', 'normal within 10 s'],
] as const;

export const part: Part = {
  title: 'Overload: excess calls are refused',
  async run(context) {
    if (!hasHaproxy()) throw new Error('HAProxy is not installed: apt-get install haproxy');
    const each = context.count(200_000, 16_000);
    const database = await startDatabase({ shared_buffers: '2GB' });
    context.progress(`overload: filling a panel of ${2 * each}`);
    await fillPanel(database.client, { from: 0, to: 2 * each });
    const product = await startArtifact(database.url, { ROLE: 'api', LOG_LEVEL: 'warn' });
    const proxy = await startProxy(product.origin);
    const proxied = await measure(context, proxy.origin, { from: 0, to: each });
    await proxy.stop();
    const alone = await measure(context, product.origin, { from: each, to: 2 * each });
    await product.stop();
    await database.close();
    const rows = ROWS.map(([name, allowed], index) => [name, proxied[index] ?? '', alone[index] ?? '', allowed]);
    return `${number(2 * each)} panelists, one server process built by \`npm run build\`: behind HAProxy with the configuration of \`deploy/\`, and alone. It is sent ${OVERLOAD_FACTOR} times
the calls that ${SERVED_AT_ONCE} connections are served, in the mix that phones send (of ${FROM_PHONES.reduce((sum, [, share]) => sum + share, 0)}: ${describeMix(FROM_PHONES)}), at a fixed rate, without waiting for
earlier ones, over at most ${number(CONNECTIONS)} connections; a call is not sent if no connection is left. Another process sends ${CALLBACKS_PER_SECOND} callbacks of a partner and ${CHECKS_PER_SECOND} checks
a second over open connections: _during the flood_. All of them share the machine's cores with the server and the database.

${table(['overload', 'behind HAProxy', 'the process alone', 'allowed'], rows)}`;
  },
};
