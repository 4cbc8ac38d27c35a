import type { FastifyInstance } from 'fastify';
import { Problem } from './problems.ts';

/** Accepts JSON bodies only: a form or plain text, which any other site could post, is refused by its content type. */
export function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A DELETE may carry the content type and no body.
    if (body === '' && request.method === 'DELETE') return done(null, undefined);
    try {
      done(null, JSON.parse(String(body)));
    } catch {
      done(new Problem('invalid-json'), undefined);
    }
  });
}
