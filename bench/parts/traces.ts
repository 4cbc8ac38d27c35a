/** What tracing a tenth of all calls costs: two servers, with and without it, take turns with the same calls. */
import { startCollector } from '../../api/test/collector.ts';
import { callsFor, phoneCalls } from '../calls.ts';
import { sendCalls, sendUntilAccepted } from '../load.ts';
import type { Part } from '../part.ts';
import { cpuSeconds } from '../processes.ts';
import { startDatabase, startProduct } from '../product.ts';
import { number, table } from '../report.ts';
import { fillPanel } from '../seed.ts';
import { sum } from '../statistics.ts';

const CONNECTIONS = 16;
const SHARE = 0.1;
const MAX_MORE_CPU = 0.03;
/** Two processes of the same program differ by a few percent, so several pairs of them are compared. */
const PAIRS = 3;
const ROUNDS = 16;
/** CPU time of two servers that take turns can be compared on a busy machine too. */
const ON_ANY_MACHINE = { waitMs: 0, discards: 0 } as const;

type Measured = { readonly plainMs: number; readonly tracedMs: number };
const meanOf = (measured: readonly Measured[], figure: (round: Measured) => number): number =>
  sum(measured.map(figure)) / measured.length;
/** The share of more CPU time. The mean, because the rounds in which calls are traced are few. */
const moreOf = (measured: readonly Measured[]): number =>
  meanOf(measured, ({ tracedMs }) => tracedMs) / meanOf(measured, ({ plainMs }) => plainMs) - 1;

export const part: Part = {
  title: 'Traces: what a tenth of all calls costs',
  async run({ rounds, count, progress, allow }) {
    const [pairs, calls, warmUp] = [count(PAIRS, 1), count(500, 100), count(3000, 100)];
    const each = count(8000, 2000);
    const database = await startDatabase({ shared_buffers: '1GB' });
    const collector = await startCollector();
    const tracing = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: String(SHARE),
    };
    let used = 0;
    let sent = 0;
    async function startMeasured(environment: Readonly<Record<string, string>>) {
      const product = await startProduct(database.url, 'api', environment);
      const callAt = phoneCalls(callsFor({ from: used, to: used + each }, product.origin));
      used += each;
      const send = (number: number, connections: number) => {
        if (environment === tracing) sent += number;
        return sendCalls(product.origin, number, connections, callAt, sendUntilAccepted);
      };
      // A cold server would refuse many calls at once. Until it is optimised by the compiler, each round is faster than the one before.
      await send(50, 1);
      await send(warmUp, CONNECTIONS);
      const cpuMs = async () => {
        const before = cpuSeconds([product.pid()]);
        await send(calls, CONNECTIONS);
        return ((cpuSeconds([product.pid()]) - before) * 1000) / calls;
      };
      return { cpuMs, stop: product.stop };
    }
    try {
      progress('traces: filling a panel');
      await fillPanel(database.client, { from: 0, to: 2 * pairs * each });
      const measured: Measured[] = [];
      for (let pair = 1; pair <= pairs; pair += 1) {
        const [plain, traced] = [await startMeasured({}), await startMeasured(tracing)];
        const measureBoth = async (index: number) => {
          // Which of them begins changes with each round.
          if (index % 2 === 0) return { plainMs: await plain.cpuMs(), tracedMs: await traced.cpuMs() };
          const tracedMs = await traced.cpuMs();
          return { plainMs: await plain.cpuMs(), tracedMs };
        };
        const found = await rounds.measure(count(ROUNDS, 1), measureBoth, ON_ANY_MACHINE);
        measured.push(...found);
        progress(`traces: servers ${pair}: ${number(100 * moreOf(found))} % more`);
        await Promise.all([plain.stop(), traced.stop()]);
      }
      const more = moreOf(measured);
      const share = collector.spans().filter(({ attributes }) => attributes['http.route']).length / sent;
      allow(
        `traces: ${number(100 * more)} % more CPU per call, at most ${100 * MAX_MORE_CPU} %`,
        more <= MAX_MORE_CPU && share > SHARE / 2,
      );
      const rows = [
        ['without traces', number(meanOf(measured, ({ plainMs }) => plainMs)), '', ''],
        [
          `${number(100 * share)} % of calls traced`,
          number(meanOf(measured, ({ tracedMs }) => tracedMs)),
          `${number(100 * more)} %`,
          `at most ${100 * MAX_MORE_CPU} %`,
        ],
      ];
      return `
The calls that phones make, in their usual shares, ${CONNECTIONS} connections at once, on two servers that share a database and take turns;
${pairs} times with new processes. CPU time of the server's process, mean of the rounds, and the share that the collector received.

${table(['server', 'CPU ms per call', 'more', 'target'], rows)}`;
    } finally {
      await collector.close();
      await database.close();
    }
  },
};
