/** Whether the server holds a steady load without an error or a leak, and refuses in time what is more than it can do. */
import { type CallName, callOf, panelistOrder } from '../calls.ts';
import { type Flood, startFlood } from '../flood.ts';
import { isSuccess, sendCalls } from '../load.ts';
import type { Context, Part } from '../part.ts';
import { memoryBytes } from '../processes.ts';
import { type RunningProduct, startArtifact, startDatabase } from '../product.ts';
import { number, seconds, table } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { median, quantile } from '../statistics.ts';
import { isRefusal, type KindResponse, type Sending, sendSteadily } from '../steady.ts';

/** What panelists and partners send, of a hundred calls. */
const MIX: readonly (readonly [name: CallName, share: number])[] = [
  ['registration check', 60],
  ['history', 18],
  ['submission', 10],
  ['Cint Match callback', 3],
  ['PureSpectrum callback', 3],
  ['withdrawal', 3],
  ['registration', 3],
];
const OF_A_HUNDRED = MIX.flatMap(([name, share]) => Array.from({ length: share }, () => name));
const MIXED_PER_SECOND = 300;
const READS_PER_SECOND = 500;
const CALLBACKS_PER_SECOND = 100;
/** Beside a flood; half as many as callbacks. */
const PHONES_PER_SECOND = 50;
const KEPT_CONNECTIONS = 100;
/** Enough for all that the server can do. */
const SERVED_AT_ONCE = 16;
const OVERLOAD_FACTOR = 5;
/** Several times as many as it lets be under way. */
const OVERLOAD_CONNECTIONS = 1000;
const MEGABYTE = 2 ** 20;

const READS: readonly CallName[] = ['registration check', 'history'];

type Stand = {
  readonly product: RunningProduct;
  /** So many panelists are only read. */
  readonly readers: number;
  /** One who has not sent this call yet; a read may name a panelist again. */
  readonly panelistFor: (name: CallName) => number;
};

const callOfKind = ({ product, panelistFor }: Stand, name: CallName) => ({
  kind: name,
  ...callOf(name, panelistFor(name), product.origin),
});

/** By a prime step, so that the kinds of calls alternate. */
const mixedCalls = (stand: Stand) => (index: number) =>
  callOfKind(stand, OF_A_HUNDRED[(index * 37) % OF_A_HUNDRED.length] as CallName);

const p99 = (responses: readonly KindResponse[]) =>
  quantile(
    responses.map(({ ms }) => ms),
    0.99,
  );

function steadyRow(
  name: string,
  perSecond: number,
  lasted: number,
  { responses, disturbed, heldUpMs }: Sending,
  limitMs: number,
) {
  const failed = responses.filter((response) => !isSuccess(response));
  const kinds = [...new Set(failed.map(({ kind, status }) => `${kind} ${status}`))].join(', ');
  const times = [...new Set(failed.map(({ second }) => Math.floor(second)))].sort((a, b) => a - b).join(', ');
  return [
    name,
    perSecond,
    `${lasted} s`,
    number(responses.length),
    failed.length === 0 ? 0 : `${failed.length} (${kinds}; in second ${times})`,
    number(median(responses.map(({ ms }) => ms))),
    number(p99(responses)),
    limitMs,
    `${number(disturbed.length)} (${disturbed.filter((response) => !isSuccess(response)).length} failed), ${number(heldUpMs)} ms`,
  ];
}

async function steadyLoad({ count, progress }: Context, stand: Stand): Promise<string> {
  const { product } = stand;
  const [long, short] = [count(600, 5), count(30, 2)];
  const memory: number[] = [];
  progress(`load: ${MIXED_PER_SECOND} mixed calls a second for ${long} s`);
  const eachSecond = () => memory.push(memoryBytes(product.processes));
  const mixed = await sendSteadily(
    product.origin,
    { perSecond: MIXED_PER_SECOND, seconds: long, eachSecond },
    mixedCalls(stand),
  );
  progress('load: reads and callbacks alone');
  const reads = await sendSteadily(product.origin, { perSecond: READS_PER_SECOND, seconds: short }, () =>
    callOfKind(stand, 'registration check'),
  );
  const callbacks = await sendSteadily(product.origin, { perSecond: CALLBACKS_PER_SECOND, seconds: short }, () =>
    callOfKind(stand, 'Cint Match callback'),
  );
  const fifth = Math.ceil(memory.length / 5);
  const [early, late] = [median(memory.slice(fifth, 2 * fifth)), median(memory.slice(-fifth))];
  const head = [
    'load',
    'a second',
    'for',
    'calls',
    'failed',
    'p50 ms',
    'p99 ms',
    'allowed p99',
    'left out, longest pause',
  ];
  return `${table(head, [
    steadyRow('mixed', MIXED_PER_SECOND, long, mixed, 500),
    steadyRow('registration checks', READS_PER_SECOND, short, reads, 250),
    steadyRow('callbacks', CALLBACKS_PER_SECOND, short, callbacks, 750),
  ])}

Left out: calls under way while the machine let nobody run for over 250 ms, and those of the three seconds before and after. Of a hundred mixed calls: ${MIX.map(([name, share]) => `${share} × ${name}`).join(', ')}. The server's memory was ${number(early / MEGABYTE)} MB in the
second fifth of the mixed load and ${number(late / MEGABYTE)} MB in the last (${number((late / early - 1) * 100)} % more); at most ${number(Math.max(...memory) / MEGABYTE)} MB of the 512 that are allowed.`;
}

/** The flood comes from a process of its own; what is measured beside it is what a partner and a phone wait for. */
async function overload({ count, progress }: Context, stand: Stand): Promise<string> {
  const { product, readers } = stand;
  const check = () => callOfKind(stand, 'registration check');
  const { perSecond } = await sendCalls(product.origin, count(6000, 100), SERVED_AT_ONCE, check);
  const lasting = count(20, 3);
  const offered = OVERLOAD_FACTOR * perSecond;
  progress(`load: ${number(offered)} calls a second over ${OVERLOAD_CONNECTIONS} connections`);
  const lastsBeside = { perSecond: CALLBACKS_PER_SECOND + PHONES_PER_SECOND, seconds: lasting };
  let over: Promise<Flood> | undefined;
  const beginFlood = async () => {
    ({ over } = await startFlood({
      origin: product.origin,
      perSecond: offered,
      // It begins a second before and ends a second after what is measured beside it.
      seconds: lasting + 2,
      connections: OVERLOAD_CONNECTIONS,
      panelists: readers,
    }));
  };
  const beside = await sendSteadily(
    product.origin,
    // As a proxy has them in front of the server.
    { ...lastsBeside, connections: KEPT_CONNECTIONS, whenOpen: beginFlood },
    (index) => (index % 3 === 0 ? check() : callOfKind(stand, 'Cint Match callback')),
  );
  const flood = (await over) as Flood;
  const stopped = performance.now();
  await sendCalls(product.origin, 20, 1, check);
  const recoveredMs = performance.now() - stopped;
  const callbacks = beside.responses.filter(({ kind }) => kind !== 'registration check');
  const phones = beside.responses.filter(({ kind }) => kind === 'registration check');
  const refused = phones.filter(isRefusal);
  const allRefused = flood.refused + refused.length;
  const others = (responses: readonly KindResponse[]) =>
    responses.filter((response) => !isSuccess(response) && !isRefusal(response));
  const sentPerSecond = flood.sent / (lasting + 2);
  const rows = [
    [
      'flood',
      `${number(sentPerSecond)} checks a second, ${number(sentPerSecond / perSecond)} times what it can serve`,
      `${OVERLOAD_FACTOR} times`,
    ],
    ['accepted of the flood', `${number(flood.accepted)}, p99 ${seconds(flood.acceptedP99)}`, 'p99 at most 2 s'],
    [
      'accepted of the phones',
      `${number(phones.filter(isSuccess).length)}, p99 ${seconds(p99(phones.filter(isSuccess)))}`,
      'p99 at most 2 s',
    ],
    [
      'refused',
      `${number(allRefused)}, ${number(flood.withRetryAfter + refused.filter(({ retryAfter }) => retryAfter).length)} of them with Retry-After; p50 ${number(median(refused.map(({ ms }) => ms)))} ms for the phones, ${number(flood.refusedP50)} ms for the flood`,
      '503 or 429 with Retry-After, in 50 ms',
    ],
    [
      'any other answer, or none',
      number(flood.sent - flood.accepted - flood.refused + others(beside.responses).length),
      '0',
    ],
    [
      'callbacks',
      `${number(callbacks.filter(isSuccess).length)} of ${number(callbacks.length)} accepted, p99 ${seconds(p99(callbacks))}`,
      'p99 at most 0.75 s',
    ],
    [
      'left out, longest pause',
      `${number(flood.disturbed + beside.disturbed.length)}, ${number(beside.heldUpMs)} ms`,
      '',
    ],
    ['twenty calls afterwards', seconds(recoveredMs), 'normal within 10 s'],
  ];
  return `Then a flood of ${OVERLOAD_FACTOR} times the ${number(perSecond)} checks a second that ${SERVED_AT_ONCE} connections are served, over at most ${number(OVERLOAD_CONNECTIONS)} connections; a call for which none
is left is not sent. Another process sends ${CALLBACKS_PER_SECOND} callbacks of a partner and ${PHONES_PER_SECOND} checks of other phones a second for ${lasting} s, over connections that are open already. All of them share the machine's cores with the server and
the database:

${table(['overload', 'measured', 'allowed'], rows)}`;
}

export const part: Part = {
  title: 'Load: held for ten minutes, and refused where it is too much',
  async run(context) {
    const panelists = context.count(200_000, 8000);
    const range = { from: 0, to: panelists };
    const database = await startDatabase({ shared_buffers: '2GB' });
    context.progress(`load: filling a panel of ${panelists}`);
    await fillPanel(database.client, range);
    const product = await startArtifact(database.url, { ROLE: 'api', LOG_LEVEL: 'warn' });
    const inOrder = panelistOrder(range);
    const readers = panelists / 8;
    let [reads, writes] = [0, 0];
    const panelistFor = (name: CallName) => inOrder(READS.includes(name) ? reads++ % readers : readers + writes++);
    const stand = { product, readers, panelistFor };
    const steady = await steadyLoad(context, stand);
    const refused = await overload(context, stand);
    await product.stop();
    await database.close();
    return `${number(panelists)} panelists, one server process of what \`npm run build\` makes; calls are sent at a fixed rate, whether or not earlier ones
were answered.

${steady}

${refused}`;
  },
};
