/** Measurements in Prometheus' text format. Labels hold route patterns and statuses, never an id. */
import type { FastifyInstance } from 'fastify';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Histogram = { readonly buckets: number[]; count: number; sum: number };
export type Gauges = Readonly<Record<string, number>>;

export type Metrics = {
  /** Counts every response of this server. */
  observe(app: FastifyInstance): void;
  /** Counts a response that was sent before its request was routed. */
  countUnrouted(method: string, status: number): void;
  /** `gauges` are values of this moment, by name with labels. */
  render(gauges: Gauges): string;
};

export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Histogram>();
  const count = (method: string, route: string, status: number) => {
    const call = `method="${method}",${route},status="${status}"`;
    requests.set(call, (requests.get(call) ?? 0) + 1);
  };

  return {
    countUnrouted: (method, status) => count(method, 'route="none"', status),

    observe(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = `route="${request.routeOptions.url ?? 'none'}"`;
        count(request.method, route, reply.statusCode);
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
      for (const [gauge, value] of Object.entries(gauges)) {
        const family = gauge.split('{', 1)[0] as string;
        if (!typed.has(family)) lines.push(`# TYPE ${family} gauge`);
        typed.add(family);
        lines.push(`${gauge} ${value}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}
