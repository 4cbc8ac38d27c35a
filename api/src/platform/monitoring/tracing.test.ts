import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startCollector } from '../../../test/collector.ts';

const REQUESTS = 100;
/** A server that is traced answers its own requests, and prints the ids that it gave them. */
const SERVER = `
import { startTracing } from './api/src/platform/monitoring/tracing.ts';
startTracing(process.env);
const { default: Fastify } = await import('fastify');
const { tracer } = await import('./api/src/platform/monitoring/tracer.ts');
const ids = [];
const app = Fastify({ genReqId: (request) => tracer.requestId(request) });
tracer.observe(app);
app.get('/', async (request) => void ids.push(request.id));
const address = await app.listen();
for (let at = 0; at < ${REQUESTS}; at += 1) await (await fetch(address)).text();
await app.close();
await tracer.stop();
console.log(ids.join());
`;

/** The ids of requests to a server that traces this share, and those that the collector received. */
async function trace(share: number, more: Record<string, string> = {}) {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  const env = {
    ...process.env,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: String(share),
    ...more,
  };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', SERVER],
    { env },
  );
  return {
    ids: stdout.trim().split(','),
    traced: collector.spans().map(({ traceId }) => traceId),
    received: collector.received(),
  };
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

it('says of each trace what OpenTelemetry’s variables say about the process', async () => {
  const { received } = await trace(1, {
    OTEL_SERVICE_NAME: 'panel-api',
    OTEL_RESOURCE_ATTRIBUTES: 'service.instance.id=api1,service.version=v9',
    RELEASE: 'v1.2.3',
  });
  for (const [key, value] of [
    ['service.name', 'panel-api'],
    ['service.instance.id', 'api1'],
    ['service.version', 'v9'],
    ['deployment.environment.name', 'sandbox'],
  ] as const)
    expect(received).toContain(JSON.stringify({ key, value: { stringValue: value } }));
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
