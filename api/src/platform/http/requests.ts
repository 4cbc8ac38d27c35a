import { DID_PARAMETER } from '@panel/domain/paths';
import { QUESTIONNAIRES } from '@panel/domain/questionnaires';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';
import { isApiRequest } from './urls.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE']);
const DID_PATHS = [...new Set(QUESTIONNAIRES.map(({ didPath }) => didPath))].map((path) => path.split('.'));

/** Refuses requests that our clients never send, before any route sees them. */
export function checkRequests(app: FastifyInstance): void {
  app.addHook('onRequest', ({ method }, _, done) => {
    // Fastify answers some of Node's other methods with its own errors.
    if (!METHODS.has(method)) throw new Problem('not-found');
    done();
  });
  app.addHook('preHandler', (request, _, done) => {
    if (isApiRequest(request)) requireOneDid(request);
    done();
  });
}

/** Sent by a browser that prefetches a page. */
const PREFETCH_HEADERS = ['purpose', 'x-purpose', 'x-moz', 'sec-purpose'];
export const isPrefetch = ({ headers }: FastifyRequest): boolean =>
  PREFETCH_HEADERS.some((name) => headers[name] !== undefined);

/** Every did in a request's path and body. */
export const didsOf = ({ params, body }: FastifyRequest): unknown[] =>
  [(params as { did?: unknown }).did, ...DID_PATHS.map((path) => valueAt(body, path))].filter(
    (did) => did !== undefined,
  );

/** A did identifies the caller, so those in the query, the path and the body must be the same. */
function requireOneDid(request: FastifyRequest): void {
  const named = (request.query as Record<string, unknown>)[DID_PARAMETER];
  const [first, ...others] = [...(named === undefined ? [] : [named]), ...didsOf(request)];
  if (others.every((did) => did === first)) return;
  const detail = 'Name one device only.';
  throw new Problem('invalid-payload', `${DID_PARAMETER}: ${detail}`, [{ field: DID_PARAMETER, message: detail }]);
}

const valueAt = (body: unknown, path: readonly string[]): unknown =>
  path.reduce((node: unknown, key) => (Object(node) as Record<string, unknown>)[key], body);
