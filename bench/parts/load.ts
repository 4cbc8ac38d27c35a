/** Whether the server sustains a steady load without an error or a leak. */
import type { CallName } from '../calls.ts';
import { isSuccess } from '../load.ts';
import { callsFor, describeMix, FROM_ALL, type KindCall, mixed } from '../mix.ts';
import type { Context, Part } from '../part.ts';
import { memoryBytes } from '../processes.ts';
import { type RunningProduct, startArtifact, startDatabase } from '../product.ts';
import { number, table } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { median, quantile } from '../statistics.ts';
import { type KindResponse, type Sending, sendSteadily } from '../steady.ts';

const MIXED_PER_SECOND = 300;
const READS_PER_SECOND = 500;
const CALLBACKS_PER_SECOND = 100;
const MEGABYTE = 2 ** 20;
const MAX_MEGABYTES = 512;

const p99 = (responses: readonly KindResponse[]) =>
  quantile(
    responses.map(({ ms }) => ms),
    0.99,
  );

function steadyRow(
  { allow }: Context,
  name: string,
  perSecond: number,
  lasted: number,
  { responses, disturbed, heldUpMs }: Sending,
  limitMs: number,
) {
  const failed = responses.filter((response) => !isSuccess(response));
  const kinds = [...new Set(failed.map(({ kind, status }) => `${kind} ${status}`))].join(', ');
  const times = [...new Set(failed.map(({ second }) => Math.floor(second)))].sort((a, b) => a - b).join(', ');
  const slowest = p99(responses);
  allow(`load: p99 of ${name} is ${number(slowest)} ms, at most ${limitMs} ms`, slowest <= limitMs);
  return [
    name,
    perSecond,
    `${lasted} s`,
    number(responses.length),
    failed.length === 0 ? 0 : `${failed.length} (${kinds}; in second ${times})`,
    number(median(responses.map(({ ms }) => ms))),
    number(slowest),
    limitMs,
    `${number(disturbed.length)} (${disturbed.filter((response) => !isSuccess(response)).length} failed), ${number(heldUpMs)} ms`,
  ];
}

async function steadyLoad(
  context: Context,
  product: RunningProduct,
  callOfKind: (name: CallName) => KindCall,
): Promise<string> {
  const { count, progress, allow } = context;
  const [long, short] = [count(600, 5), count(30, 2)];
  const memory: number[] = [];
  progress(`load: ${MIXED_PER_SECOND} mixed calls a second for ${long} s`);
  const eachSecond = () => memory.push(memoryBytes(product.processes));
  const mixedLoad = await sendSteadily(
    product.origin,
    { perSecond: MIXED_PER_SECOND, seconds: long, eachSecond },
    mixed(FROM_ALL, callOfKind),
  );
  progress('load: reads and callbacks alone');
  const reads = await sendSteadily(product.origin, { perSecond: READS_PER_SECOND, seconds: short }, () =>
    callOfKind('registration check'),
  );
  const callbacks = await sendSteadily(product.origin, { perSecond: CALLBACKS_PER_SECOND, seconds: short }, () =>
    callOfKind('Cint Match callback'),
  );
  const fifth = Math.ceil(memory.length / 5);
  const [early, late] = [median(memory.slice(fifth, 2 * fifth)), median(memory.slice(-fifth))];
  const peak = Math.max(...memory) / MEGABYTE;
  allow(`load: the memory is ${number(peak)} MB, at most ${MAX_MEGABYTES} MB`, peak <= MAX_MEGABYTES);
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
    steadyRow(context, 'mixed', MIXED_PER_SECOND, long, mixedLoad, 500),
    steadyRow(context, 'registration checks', READS_PER_SECOND, short, reads, 250),
    steadyRow(context, 'callbacks', CALLBACKS_PER_SECOND, short, callbacks, 750),
  ])}

Left out: calls in progress while the machine paused the sender for over 250 ms, and those of the three seconds before and after. Of a hundred mixed calls: ${describeMix(FROM_ALL)}. The server's memory was ${number(early / MEGABYTE)} MB in the
second fifth of the mixed load and ${number(late / MEGABYTE)} MB in the last (${number((late / early - 1) * 100)} % more); at most ${number(peak)} MB of the ${MAX_MEGABYTES} that are allowed.`;
}

export const part: Part = {
  title: 'Load: a steady rate for ten minutes',
  async run(context) {
    const panelists = context.count(200_000, 8000);
    const range = { from: 0, to: panelists };
    const database = await startDatabase({ shared_buffers: '2GB' });
    context.progress(`load: filling a panel of ${panelists}`);
    await fillPanel(database.client, range);
    const product = await startArtifact(database.url, { ROLE: 'api', LOG_LEVEL: 'warn' });
    const steady = await steadyLoad(context, product, callsFor(range, product.origin));
    await product.stop();
    await database.close();
    return `${number(panelists)} panelists, one server process built by \`npm run build\`; calls are sent at a fixed rate, without waiting for earlier ones.

${steady}`;
  },
};
