import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startCollector } from '../../../test/collector.ts';

const REQUESTS = 400;
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

it('traces the share of requests that is set, under their ids, and gives the others an id too', async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const env = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', SERVER],
    { env },
  );
  const ids = stdout.trim().split(',');
  const traced = collector.spans().map(({ traceId }) => traceId);
  expect(new Set(ids).size).toBe(REQUESTS);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(ids).toEqual(expect.arrayContaining(traced));
  // Six standard deviations around the half.
  expect(traced.length).toBeGreaterThan(140);
  expect(traced.length).toBeLessThan(260);
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
