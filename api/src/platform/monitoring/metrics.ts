/** Prometheus metrics. Labels hold route patterns and statuses, never an id. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The current value of a gauge, or one value per label. */
export type Reading = readonly [
  name: string,
  help: string,
  value: number | { readonly [label: string]: Readonly<Record<string, number>> },
];

export type Metrics = {
  /** Counters register themselves here. */
  readonly registry: Registry;
  /** Counts every response of this server. */
  observe(app: FastifyInstance): void;
  /** Every counter, and these readings, in Prometheus' text format. */
  render(readings: readonly Reading[]): Promise<string>;
};

/** What runs, and Node's own metrics: the lag of its event loop, heap, garbage collection, CPU, file descriptors. Once for a process. */
export function observeProcess({ registry }: Metrics, release: string): void {
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'panel_build_info',
    help: 'The release and the version of Node that run: always 1.',
    labelNames: ['release', 'node'],
    registers,
  }).set({ release, node: process.versions.node }, 1);
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to its response, in seconds.',
    labelNames: ['route'],
    buckets: BUCKETS_S,
    registers,
  });
  return {
    registry,
    observe(app) {
      app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
        const route = routeOptions.url ?? 'none';
        requests.inc({ method, route, status: statusCode });
        durations.observe({ route }, elapsedTime / 1000);
        done();
      });
    },
    render(readings) {
      // Created for each scrape: a gauge that can't be read now must be absent, not zero or stale.
      const now = new Registry();
      for (const [name, help, value] of readings) {
        const labelled = typeof value === 'number' ? {} : value;
        const gauge = new Gauge({ name, help, labelNames: Object.keys(labelled), registers: [now] });
        if (typeof value === 'number') gauge.set(value);
        for (const [label, values] of Object.entries(labelled))
          for (const [key, one] of Object.entries(values)) gauge.set({ [label]: key }, one);
      }
      return Registry.merge([registry, now]).metrics();
    },
  };
}
