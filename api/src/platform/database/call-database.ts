/** The database of one call: a panelist is waiting, so one time limit covers all its queries. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from './database.ts';

declare module 'fastify' {
  interface FastifyRequest {
    readonly database: Database;
  }
}

export function decorateWithDatabase(app: FastifyInstance, database: Database): void {
  const ofCalls = new WeakMap<FastifyRequest, Database>();
  app.decorateRequest('database', {
    getter() {
      const known = ofCalls.get(this);
      if (known) return known;
      const ofCall = database.ofOneCall();
      ofCalls.set(this, ofCall);
      return ofCall;
    },
  });
}
