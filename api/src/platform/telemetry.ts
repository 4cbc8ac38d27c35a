import { api } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';

const LONGEST = { name: 100, message: 500, stack: 2000, path: 200, environment: 50, release: 50 } as const;

/**
 * Takes the errors of the browsers into our own log. They come scrubbed; here whatever is as long as an id is masked once
 * more, because a report can be sent by anyone. A beacon can't carry the anti-forgery token, and changes nothing.
 */
export function telemetryRoute(app: FastifyInstance): void {
  app.post(api.telemetry, { config: { forgeable: true }, bodyLimit: 8 * 1024 }, async (request, reply) => {
    const told = Object(request.body) as Record<string, unknown>;
    const report = Object.fromEntries(
      Object.entries(LONGEST).map(([field, length]) => [field, mask(String(told[field] ?? '')).slice(0, length)]),
    );
    request.log.warn({ browser: report }, 'error in a browser');
    return reply.status(204).send();
  });
}

const mask = (text: string) => text.replace(/\?\S*/g, '').replace(/(?=[\w-]*\d)[\w-]{8,}|\d{6,}/g, '{id}');
