/** The same calls sent to one, two and four server processes on one database, and which part of the machine they used up. */
import { cpus } from 'node:os';
import { type CallName, callOf, panelistOrder } from '../calls.ts';
import { type Load, sendCalls } from '../load.ts';
import type { Context, Part } from '../part.ts';
import { cpuSeconds } from '../processes.ts';
import { type BenchDatabase, startArtifact, startDatabase } from '../product.ts';
import { type Cell, number, ratio, table } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { medianOf } from '../statistics.ts';

const PROCESSES = [1, 2, 4] as const;
const MEASURED: readonly CallName[] = ['registration check', 'submission', 'withdrawal'];
const CONNECTIONS = 32;
/** A part that is used above this share limits the rate. */
const USED_UP = 0.9;
const SETTINGS = { shared_buffers: '2GB', max_connections: '250' } as const;

/** In cores. */
type Used = { readonly sender: number; readonly servers: number; readonly postgres: number };
type Measured = Load & Used;

async function measure(
  database: BenchDatabase,
  processes: readonly number[],
  load: () => Promise<Load>,
): Promise<Measured> {
  const cpu = () => [cpuSeconds([process.pid]), cpuSeconds(processes), cpuSeconds(database.processes())] as const;
  const [before, began] = [cpu(), performance.now()];
  const result = await load();
  const seconds = (performance.now() - began) / 1000;
  const [sender = 0, servers = 0, postgres = 0] = cpu().map((used, index) => (used - (before[index] ?? 0)) / seconds);
  return { ...result, sender, servers, postgres };
}

/** A Node process runs its JavaScript on one core. */
function limitOf({ sender, servers, postgres }: Used, processes: number): string {
  if (sender > USED_UP) return 'the sender';
  if (servers > USED_UP * processes && servers + postgres + sender < USED_UP * cpus().length)
    return 'a core for each server process';
  return servers + postgres + sender > USED_UP * cpus().length
    ? "all of the machine's cores"
    : 'waiting: round trips, commits, locks';
}

async function measureCall(
  { rounds, count, progress }: Context,
  name: CallName,
  database: BenchDatabase,
  product: Awaited<ReturnType<typeof startArtifact>>,
  nextPanelist: () => number,
) {
  // Even with every round that may be discarded, half of the panel is enough.
  const [calls, warmUp] = [count(1200, 60), count(400, 20)];
  progress(`scaling: ${name}`);
  const callAt = () => callOf(name, nextPanelist(), product.origin);
  await sendCalls(product.origins, warmUp, CONNECTIONS, callAt);
  const measured = await rounds.measure(count(5, 1), async () => {
    const round = [];
    for (const processes of PROCESSES)
      round.push(
        await measure(database, product.processes.slice(0, processes), () =>
          sendCalls(product.origins.slice(0, processes), calls, CONNECTIONS, callAt),
        ),
      );
    return round;
  });
  return PROCESSES.map((processes, index): Cell[] => {
    const of = (figure: keyof Measured) => medianOf(measured, (round) => round[index]?.[figure] ?? Number.NaN);
    const used = { sender: of('sender'), servers: of('servers'), postgres: of('postgres') };
    const gain = medianOf(measured, (round) => (round[index]?.perSecond ?? 0) / (round[0]?.perSecond ?? 0));
    return [
      index === 0 ? name : '',
      processes,
      number(of('perSecond')),
      ratio(gain, 1),
      number(of('p50')),
      number(of('p99')),
      ...Object.values(used).map((cores) => cores.toFixed(2)),
      limitOf(used, processes),
    ];
  });
}

const HEAD = [
  'call',
  'processes',
  'a second',
  'of one process',
  'p50 ms',
  'p99 ms',
  'cores: sender',
  'servers',
  'PostgreSQL',
  'limited by',
];

export const part: Part = {
  title: 'Scaling: one, two and four server processes',
  async run(context) {
    const panelists = context.count(200_000, 2000);
    const range = { from: 0, to: panelists };
    const database = await startDatabase(SETTINGS);
    try {
      context.progress(`scaling: filling a panel of ${panelists}`);
      await fillPanel(database.client, range);
      const environment = { ROLE: 'api', LOG_LEVEL: 'warn' };
      const product = await startArtifact(database.url, environment, Math.max(...PROCESSES));
      const inOrder = panelistOrder(range);
      const rows: Cell[][] = [];
      for (const name of MEASURED) {
        let used = 0;
        rows.push(...(await measureCall(context, name, database, product, () => inOrder(used++))));
      }
      await product.stop();
      return `
${number(panelists)} panelists, ${CONNECTIONS} connections at once, divided among the processes; all of them, the sender and PostgreSQL share the
${cpus().length} cores of one machine. Another process doesn't make a call cheaper: the rate grows until a part of the machine is used up.

${table(HEAD, rows)}`;
    } finally {
      await database.close();
    }
  },
};
