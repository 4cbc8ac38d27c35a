import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startCollector } from '../../../test/collector.ts';
import { sampleInSlices } from './tracing.ts';

const REQUESTS = 100;
/** A server that is traced answers its own requests, and prints the ids that it gave them. */
const SERVER = `
import { startTracing } from './api/src/platform/monitoring/tracing.ts';
startTracing(process.env);
const { createServer } = await import('node:http');
const { tracer } = await import('./api/src/platform/monitoring/tracer.ts');
const ids = [];
const server = createServer((request, response) => {
  ids.push(tracer.requestId(request));
  response.end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
for (let at = 0; at < ${REQUESTS}; at += 1) await (await fetch('http://127.0.0.1:' + server.address().port)).text();
server.closeAllConnections();
server.close();
await tracer.stop();
console.log(ids.join());
`;

/** The ids of requests to a server that traces this share, and those that the collector received. */
async function trace(share: number) {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const env = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: String(share),
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', SERVER],
    { env },
  );
  return { ids: stdout.trim().split(','), traced: collector.spans().map(({ traceId }) => traceId) };
}

it('traces requests under their ids', async () => {
  const { ids, traced } = await trace(1);
  expect(new Set(ids).size).toBe(REQUESTS);
  expect(traced.sort()).toEqual(ids.sort());
});

it('gives requests that it does not trace an id too', async () => {
  const { ids, traced } = await trace(0);
  expect(new Set(ids).size).toBe(REQUESTS);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(traced).toEqual([]);
});

it.each([0, 0.1, 0.5, 1])('samples a share of %d, in one slice of each second', (share) => {
  let now = 0;
  const isSampled = sampleInSlices(share, () => now);
  for (let second = 0; second < 20; second += 1) {
    const sampled = Array.from({ length: 1000 }, (_, ms) => {
      now = second * 1000 + ms;
      return isSampled();
    });
    const count = sampled.filter(Boolean).length;
    expect(Math.abs(count - share * 1000)).toBeLessThanOrEqual(1);
    expect(sampled.lastIndexOf(true) - sampled.indexOf(true)).toBe(count === 0 ? 0 : count - 1);
  }
});

it('loads no SDK and no instrumentation unless it is on', async () => {
  // prom-client loads @opentelemetry/api by itself, which does nothing alone.
  const loadedBy = async (module: string): Promise<number> => {
    const count = `
import { createRequire } from 'node:module';
await import('./api/src/${module}');
const files = Object.keys(createRequire(import.meta.url).cache);
console.log(files.filter((file) => /@opentelemetry.(?!api\\b)/.test(file)).length);
process.exit();`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...['--import', 'tsx', '--input-type=module', '--eval', count],
    ]);
    return Number(stdout);
  };
  expect(await loadedBy('process.ts')).toBe(0);
  expect(await loadedBy('platform/monitoring/tracing.ts')).toBeGreaterThan(50);
});
