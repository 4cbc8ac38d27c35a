import { api } from '@panel/domain/paths';
import { PHONE_TIMINGS, TIMING_BUCKETS_MS } from '@panel/domain/phone-timings';
import type { FastifyInstance } from 'fastify';
import { Histogram } from 'prom-client';
import { Problem } from '../http/problems.ts';
import type { Metrics } from './metrics.ts';
import { limitReports } from './telemetry.ts';

/** For the whole process. One visit in ten sends a report. */
const MAX_PER_MINUTE = 600;
const MAX_BODY_BYTES = 200;
const BUCKETS_S = TIMING_BUCKETS_MS.map((ms) => ms / 1000);
/** Stands for any longer time. */
const LONGER_S = 64;

/** Counts what phones measure. A report has bucket numbers and nothing else, and changes nothing, so it needs no CSRF token. */
export function phoneTimingsRoute(app: FastifyInstance, sharedNetworks: readonly string[], metrics: Metrics): void {
  const limit = limitReports(sharedNetworks, MAX_PER_MINUTE);
  const timings = new Histogram({
    name: 'panel_phone_timing_seconds',
    help: 'How long a panelist waited, measured by one visit in ten, in seconds. The sum is that of the buckets’ ends.',
    labelNames: ['timing'],
    buckets: BUCKETS_S,
    registers: [metrics.registry],
  });
  app.post(api.timings, { config: { csrfExempt: true }, bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    limit(request, reply);
    for (const [timing, bucket] of readTimings(request.body))
      timings.observe({ timing }, BUCKETS_S[bucket] ?? LONGER_S);
    return reply.status(204).send();
  });
}

/** The known timings with their bucket numbers. Refuses anything else. */
function readTimings(body: unknown): [timing: string, bucket: number][] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Problem('not-the-payload');
  return Object.entries(body).map(([timing, bucket]) => {
    const isKnown = PHONE_TIMINGS.some((name) => name === timing);
    if (!isKnown || !Number.isInteger(bucket) || bucket < 0 || bucket > BUCKETS_S.length)
      throw new Problem('not-the-payload');
    return [timing, bucket];
  });
}
