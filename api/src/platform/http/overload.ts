/** Refuses calls while the server is overloaded, the least important first. HAProxy does most of it (decision 30). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';
import { isHealthRoute } from './urls.ts';

/** At this many concurrent calls everything is refused. With 20 database connections, more calls would only wait. */
export const MAX_CONCURRENT_CALLS = 300;

/** The share of capacity at which a call is refused, the least important first. */
const SHARES = { 'survey-link': 0.5, form: 0.6, 'sign-up': 0.7, read: 0.8, money: 1 } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a call is accepted under load; the default is that of a read. */
    priority?: keyof typeof SHARES;
  }
}

export function refuseOverload(app: FastifyInstance, maxConcurrentCalls: number): void {
  const underWay = new Set<FastifyRequest>();
  app.addHook('onRequest', ({ routeOptions }, _, done) => {
    const { url = '', config } = routeOptions;
    if (!isHealthRoute(url) && underWay.size >= maxConcurrentCalls * SHARES[config.priority ?? 'read'])
      throw new Problem('unavailable');
    done();
  });
  // Counted from the complete body to the complete answer: a call costs as much if its client has disconnected.
  app.addHook('preHandler', (request, _, done) => {
    // Health checks are never refused, so they don't count against other calls.
    if (!isHealthRoute(request.routeOptions.url ?? '')) underWay.add(request);
    done();
  });
  app.addHook('onSend', (request, _, __, done) => {
    underWay.delete(request);
    done();
  });
}
