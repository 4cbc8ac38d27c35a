/** Measurements in Prometheus' text format. Labels hold route patterns and statuses, never an id. */
import type { FastifyInstance } from 'fastify';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Histogram = { readonly buckets: number[]; count: number; sum: number };
export type Gauges = Readonly<Record<string, number>>;

export type Metrics = {
  /** Counts every response of this server. */
  observe(app: FastifyInstance): void;
  /** Adds to a counter, by its name with labels. */
  count(counter: string, by?: number): void;
  /** `gauges` are values of this moment, by name with labels. */
  render(gauges: Gauges): string;
};

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Histogram>();
  const counters = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by);
  const countRequest = (method: string, route: string, status: number) =>
    add(requests, `method="${method}",${route},status="${status}"`);

  return {
    count: (counter, by) => add(counters, counter, by),

    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = `route="${request.routeOptions.url ?? 'none'}"`;
        countRequest(request.method, route, reply.statusCode);
        const seconds = reply.elapsedTime / 1000;
        const histogram = durations.get(route) ?? { buckets: BUCKETS_S.map(() => 0), count: 0, sum: 0 };
        BUCKETS_S.forEach((limit, index) => {
          if (seconds <= limit) histogram.buckets[index] = (histogram.buckets[index] ?? 0) + 1;
        });
        histogram.count += 1;
        histogram.sum += seconds;
        durations.set(route, histogram);
        done();
      });
    },

    render(gauges) {
      const lines = ['# TYPE http_requests_total counter'];
      for (const [labels, count] of requests) lines.push(`http_requests_total{${labels}} ${count}`);
      const name = 'http_request_duration_seconds';
      lines.push(`# TYPE ${name} histogram`);
      for (const [route, { buckets, count, sum }] of durations) {
        BUCKETS_S.forEach((limit, index) => {
          lines.push(`${name}_bucket{${route},le="${limit}"} ${buckets[index]}`);
        });
        lines.push(`${name}_bucket{${route},le="+Inf"} ${count}`);
        lines.push(`${name}_sum{${route}} ${sum}`, `${name}_count{${route}} ${count}`);
      }
      const typed = new Set<string>();
      const pushAll = (type: 'counter' | 'gauge', series: Iterable<readonly [string, number]>) => {
        for (const [label, value] of series) {
          const family = label.split('{', 1)[0] as string;
          if (!typed.has(family)) lines.push(`# TYPE ${family} ${type}`);
          typed.add(family);
          lines.push(`${label} ${value}`);
        }
      };
      // A family's lines follow one another.
      pushAll('counter', [...counters].sort());
      pushAll('gauge', Object.entries(gauges));
      return `${lines.join('\n')}\n`;
    },
  };
}
