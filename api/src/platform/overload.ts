/** Refuses calls early while the server has more to do than it can, the least important ones first. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { api, PARTNERS_PATH } from '@panel/domain/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, problemContent, RETRY_AFTER } from './problems.ts';
import { HEALTH_PATHS, isHealthRoute } from './urls.ts';

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

/** A path that begins like this may be accepted where a read is refused, so its route decides. */
const NOT_READS = [PARTNERS_PATH, api.withdraw(''), ...HEALTH_PATHS];

type Overload = {
  /**
   * Refuses a call that every route would refuse, before Fastify sees it, and returns whether it did. At several times the load that
   * can be served most calls end here: refusing them by their routes would take all of the processor's time.
   */
  refuse(request: IncomingMessage, response: ServerResponse): boolean;
  /** Counts the calls under way, and refuses each by its route. */
  addTo(app: FastifyInstance): void;
};

type Options = {
  readonly brand: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly maxUnderWay: number;
  readonly countRefusal: (method: string, status: number) => void;
};

/**
 * How many refusals are sent before the process looks at its sockets again. Refusing a thousand calls takes a tenth of a second, in which
 * nothing that the database answers would be read.
 */
const REFUSALS_AT_ONCE = 32;

export function refuseOverload({ brand, headers, maxUnderWay, countRefusal }: Options): Overload {
  const underWay = new Set<FastifyRequest>();
  const toRefuse: { readonly response: ServerResponse; readonly accept: string | undefined }[] = [];
  // As a list, which Node writes faster than an object.
  const refusalHeaders = Object.entries({ ...headers, 'cache-control': 'no-store', 'retry-after': RETRY_AFTER }).flat();
  function sendRefusals(): void {
    for (const { response, accept } of toRefuse.splice(0, REFUSALS_AT_ONCE)) {
      const { type, body } = problemContent(brand, { code: 'unavailable' }, randomUUID(), accept);
      const content = ['content-type', type, 'content-length', String(Buffer.byteLength(body))];
      response.writeHead(503, [...refusalHeaders, ...content]).end(body);
    }
    if (toRefuse.length > 0) setImmediate(sendRefusals);
  }
  return {
    refuse({ url = '', method = '', headers: { accept } }, response) {
      if (underWay.size < maxUnderWay * SHARES.read || NOT_READS.some((start) => url.startsWith(start))) return false;
      if (toRefuse.length === 0) setImmediate(sendRefusals);
      toRefuse.push({ response, accept });
      countRefusal(method, 503);
      return true;
    },
    addTo(app) {
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
    },
  };
}
