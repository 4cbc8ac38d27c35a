/** What tracing a tenth of all calls costs: two servers, with and without it, take turns with the same calls. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callsFor, phoneCalls } from '../calls.ts';
import { sendCalls } from '../load.ts';
import type { Part } from '../part.ts';
import { cpuSeconds } from '../processes.ts';
import { type RunningProduct, startDatabase, startProduct } from '../product.ts';
import { number, table } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { medianOf } from '../statistics.ts';

const CONNECTIONS = 16;
const SHARE = 0.1;
const MAX_MORE_CPU = 0.03;

/** Accepts what a collector would, and counts the bytes. */
async function startCollector() {
  let bytes = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk) => {
      bytes += chunk.length;
    });
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}`, bytes: () => bytes, close: () => server.close() };
}

export const part: Part = {
  title: 'Traces: what a tenth of all calls costs',
  async run({ rounds, count, progress, allow }) {
    const panelists = count(200_000, 4000);
    const database = await startDatabase({ shared_buffers: '1GB' });
    const collector = await startCollector();
    try {
      progress(`traces: filling a panel of ${panelists}`);
      const half = panelists / 2;
      await fillPanel(database.client, { from: 0, to: panelists });
      const plain = await startProduct(database.url, { ROLE: 'api' });
      const traced = await startProduct(database.url, {
        ROLE: 'api',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: String(SHARE),
      });
      const measurer = ({ origin, pid }: RunningProduct, range: { from: number; to: number }) => {
        const callAt = phoneCalls(callsFor(range, origin));
        return async (calls: number) => {
          const before = cpuSeconds([pid()]);
          await sendCalls(origin, calls, CONNECTIONS, callAt);
          return ((cpuSeconds([pid()]) - before) * 1000) / calls;
        };
      };
      const measurePlain = measurer(plain, { from: 0, to: half });
      const measureTraced = measurer(traced, { from: half, to: panelists });
      // Until both servers are optimised by the compiler, each round is faster than the one before.
      for (const measure of [measurePlain, measureTraced]) await measure(count(15_000, 100));
      progress('traces: rounds');
      // Which of them begins changes with each round.
      const measured = await rounds.measure(count(9, 1), async (index) => {
        const calls = count(5000, 100);
        const [first, second] = index % 2 === 0 ? [measurePlain, measureTraced] : [measureTraced, measurePlain];
        const [one, other] = [await first(calls), await second(calls)];
        const [plainMs, tracedMs] = index % 2 === 0 ? [one, other] : [other, one];
        progress(`traces: ${number(plainMs)} ${number(tracedMs)} ${((tracedMs / plainMs - 1) * 100).toFixed(1)} %`);
        return { plainMs, tracedMs };
      });
      const bytes = collector.bytes();
      await Promise.all([plain.stop(), traced.stop()]);
      const more = medianOf(measured, ({ plainMs, tracedMs }) => tracedMs / plainMs - 1);
      allow(
        `traces: ${number(100 * more)} % more CPU per call, at most ${100 * MAX_MORE_CPU} %`,
        more <= MAX_MORE_CPU && bytes > 0,
      );
      const rows = [
        ['without traces', number(medianOf(measured, ({ plainMs }) => plainMs)), '', ''],
        [
          `${100 * SHARE} % of calls traced`,
          number(medianOf(measured, ({ tracedMs }) => tracedMs)),
          `${number(100 * more)} %`,
          `at most ${100 * MAX_MORE_CPU} %`,
        ],
      ];
      return `
The calls that phones make, in their usual shares, ${CONNECTIONS} connections at once, on two servers that share a database and take turns.
CPU time of the server's process, median of the rounds.

${table(['server', 'CPU ms per call', 'more', 'target'], rows)}`;
    } finally {
      collector.close();
      await database.close();
    }
  },
};
