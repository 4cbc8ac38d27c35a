/** Every call and every batch on a small and a large panel, next to a query of a table that never grows. */
import { openBatches } from '../batches.ts';
import { CALLS, type Call, type CallName, callOf, panelistOrder, sampleCalls } from '../calls.ts';
import { controlCall, createControlTable, startBareServer } from '../control.ts';
import { type Load, sendCalls } from '../load.ts';
import type { Context, Part } from '../part.ts';
import { type BenchDatabase, type RunningProduct, startDatabase, startProduct } from '../product.ts';
import { number, ratio, table } from '../report.ts';
import { fillPanel, makeDue, POSTINGS_PER_PANELIST, type Range, spread } from '../seed.ts';
import { median, medianOf } from '../statistics.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [2000, 4000];
const CONNECTIONS = 2;
/** A quarter of the 16 GB that docs/operations.md gives a panel of a million. */
const MEMORY = { shared_buffers: '4GB' } as const;
const NAMES = Object.keys(CALLS) as CallName[];

type Figures = Pick<Load, 'p50' | 'p99'> & { readonly controlP50: number };
type Grown = { readonly size: number; readonly calls: Map<CallName, Figures>; readonly batches: Map<string, Figures> };

/** Every call, alternating with the control. */
async function measureCalls(
  { rounds, count }: Context,
  database: BenchDatabase,
  product: RunningProduct,
  range: Range,
) {
  const calls = count(400, 20);
  const bare = await startBareServer(database.url);
  const panelistAt = panelistOrder(range);
  let used = 0;
  /** Each round has its own panelists. They make every call once; the last call is the deletion. */
  const send = (name: CallName) =>
    sendCalls(product.origin, calls, CONNECTIONS, (index) => callOf(name, panelistAt(used + index), product.origin));
  // The first calls prepare statements and fill caches.
  for (const name of NAMES) await send(name);
  await sendCalls(bare.origin, calls, CONNECTIONS, controlCall);
  const measured = await rounds.measure(count(3, 1), async () => {
    used += calls;
    const round = new Map<CallName, Figures>();
    for (const name of NAMES) {
      const control = await sendCalls(bare.origin, calls, CONNECTIONS, controlCall);
      round.set(name, { ...(await send(name)), controlP50: control.p50 });
    }
    return round;
  });
  await bare.stop();
  return mediansOf(measured);
}

/** Gives this many panelists, and no others, the answers that select the sample. */
async function markSample(
  database: BenchDatabase,
  product: RunningProduct,
  range: Range,
  count: number,
): Promise<void> {
  await database.client.query(
    `update profiles set answers = answers - 'first_language' where answers ? 'first_language'`,
  );
  const calls = spread(range, count, 0).flatMap(sampleCalls);
  await sendCalls(product.origin, calls.length, CONNECTIONS, (index) => calls[index] as Call);
}

async function controlMs({ client }: BenchDatabase): Promise<number> {
  const tookMs: number[] = [];
  for (let time = 0; time < 11; time += 1) {
    const began = performance.now();
    await client.query('select count(*), sum(length(text)) from bench_control');
    tookMs.push(performance.now() - began);
  }
  return median(tookMs);
}

/** One batch of each kind on this many rows, alternating with the control. */
async function measureBatches(
  { rounds, count }: Context,
  database: BenchDatabase,
  product: RunningProduct,
  range: Range,
) {
  const due = count(200, 20);
  const batches = await openBatches(database.url);
  await markSample(database, product, range, due);
  let round = 0;
  const measured = await rounds.measure(count(3, 1), async () => {
    await makeDue(database.client, range, due, round++);
    const controlP50 = await controlMs(database);
    const run = await batches.run(due);
    return new Map(run.map(({ name, ms }) => [name, { p50: ms, p99: ms, controlP50 }]));
  });
  await batches.close();
  return mediansOf(measured);
}

function mediansOf<Name extends string>(rounds: readonly Map<Name, Figures>[]): Map<Name, Figures> {
  const names = [...(rounds[0]?.keys() ?? [])];
  const of = (name: Name, figure: keyof Figures) =>
    medianOf(rounds, (round) => round.get(name)?.[figure] ?? Number.NaN);
  return new Map(
    names.map((name) => [name, { p50: of(name, 'p50'), p99: of(name, 'p99'), controlP50: of(name, 'controlP50') }]),
  );
}

/** How a figure changed from the smallest panel to the largest, next to how the control changed. */
function growthTable(grown: readonly Grown[], kind: 'calls' | 'batches'): string {
  const [smallest, largest] = [grown[0] as Grown, grown.at(-1) as Grown];
  const figures = (size: Grown, name: string) => (size[kind] as Map<string, Figures>).get(name) as Figures;
  const rows = [...smallest[kind].keys()].map((name) => {
    const [small, large] = [figures(smallest, name), figures(largest, name)];
    const cells = grown.map((size) => {
      const { p50, p99 } = figures(size, name);
      return kind === 'calls' ? `${number(p50)} / ${number(p99)}` : number(p50);
    });
    const growth = [ratio(large.p50, small.p50), ratio(large.controlP50, small.controlP50)];
    return [name, ...cells, ...growth];
  });
  const sizes = grown.map(({ size }) => `${number(size)} panelists`);
  const unit = kind === 'calls' ? 'p50 / p99 in ms' : 'ms';
  return table([unit, ...sizes, 'growth', 'control’s growth'], rows);
}

export const part: Part = {
  title: 'Growth: the same call on a larger panel',
  async run(context) {
    const { progress, quick, count } = context;
    // Nothing here outlives the run, and filling is much faster without waiting for the disk.
    const database = await startDatabase({ fsync: 'off', synchronous_commit: 'off', max_wal_size: '8GB', ...MEMORY });
    try {
      await createControlTable(database.client);
      const grown: Grown[] = [];
      for (const size of quick ? QUICK_SIZES : SIZES) {
        progress(`growth: filling up to ${size} panelists`);
        // The existing panelists have been used: each size is measured on those that it adds.
        const range = { from: grown.at(-1)?.size ?? 0, to: size };
        await fillPanel(database.client, range);
        const product = await startProduct(database.url, { ROLE: 'api', LOG_LEVEL: 'warn' });
        progress('growth: batches');
        const batches = await measureBatches(context, database, product, range);
        progress('growth: calls');
        const calls = await measureCalls(context, database, product, range);
        await product.stop();
        grown.push({ size, calls, batches });
      }
      const largest = (grown.at(-1)?.size ?? 0) * POSTINGS_PER_PANELIST;
      return `
The largest panel has ${number(largest)} postings, and PostgreSQL ${MEMORY.shared_buffers} of shared memory. The control is the bare route with one select of a table of 10,000 rows; a figure that grows
as little as the control doesn't grow.

${growthTable(grown, 'calls')}

One batch of ${count(200, 20)} rows that are due, or of as many panelists who fit a sample. The control reads a table of 10,000 rows.

${growthTable(grown, 'batches')}`;
    } finally {
      await database.close();
    }
  },
};
