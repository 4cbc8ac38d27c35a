/** Refuses calls while the server has more to do than it can, the least important ones first. HAProxy does most of it (decision 30). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';
import { isHealthRoute } from './urls.ts';

/** At this many calls under way everything is refused. With 20 connections to the database, more of them only wait. */
export const MAX_UNDER_WAY = 300;

/** The part of it at which a call is refused, the least important ones first. */
const SHARES = { 'survey-link': 0.5, form: 0.6, 'sign-up': 0.7, read: 0.8, money: 1 } as const;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How long a call is accepted while the server has too much to do; like a read where nothing is said. */
    priority?: keyof typeof SHARES;
  }
}

export function refuseOverload(app: FastifyInstance, maxUnderWay: number): void {
  const underWay = new Set<FastifyRequest>();
  app.addHook('onRequest', ({ routeOptions }, _, done) => {
    const { url = '', config } = routeOptions;
    if (!isHealthRoute(url) && underWay.size >= maxUnderWay * SHARES[config.priority ?? 'read'])
      throw new Problem('unavailable');
    done();
  });
  // From when its body has arrived until its answer is made: a call whose client has disconnected costs as much.
  app.addHook('preHandler', (request, _, done) => {
    // Health is never refused, so a flood of it must not get anything else refused.
    if (!isHealthRoute(request.routeOptions.url ?? '')) underWay.add(request);
    done();
  });
  app.addHook('onSend', (request, _, __, done) => {
    underWay.delete(request);
    done();
  });
}
