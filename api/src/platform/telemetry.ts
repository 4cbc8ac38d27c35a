import { api } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { Problem } from './problems.ts';
import { rateLimit } from './rate-limit.ts';

const MAX_LENGTH = { name: 100, message: 500, stack: 2000, path: 200, environment: 50, release: 50 } as const;

/** For the whole process: anybody can report, and a flood must not fill the log. */
const MAX_PER_MINUTE = 60;

/**
 * Writes errors of the web app into our own log. The app removes ids before it reports; they are masked here again, because
 * anyone can send a report. A beacon can't carry the anti-forgery token, and changes nothing.
 */
export function telemetryRoute(app: FastifyInstance): void {
  const reports = rateLimit(MAX_PER_MINUTE, 60_000);
  app.post(api.telemetry, { config: { forgeable: true }, bodyLimit: 8 * 1024 }, async (request, reply) => {
    if (reports.take('') !== null) throw new Problem('too-many-requests');
    const payload = Object(request.body) as Record<string, unknown>;
    const report = Object.fromEntries(
      Object.entries(MAX_LENGTH).map(([field, length]) => {
        const value = payload[field];
        return [field, typeof value === 'string' ? mask(value).slice(0, length) : ''];
      }),
    );
    request.log.warn({ browser: report }, 'error in a browser');
    return reply.status(204).send();
  });
}

const mask = (text: string) => text.replace(/\?\S*/g, '').replace(/(?=[\w-]*\d)[\w-]{8,}|\d{6,}/g, '{id}');
