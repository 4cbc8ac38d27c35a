import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { FORGERY_COOKIE, FORGERY_HEADER } from '@panel/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from './problems.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something, because the specification says so. */
    changesState?: boolean;
    /** A call that any page may make, because it changes nothing. */
    forgeable?: boolean;
  }
}

export type Forgery = { setToken(request: FastifyRequest, reply: FastifyReply): void };

/** What a browser says when nobody has asked for the page yet. */
const SPECULATION = ['purpose', 'x-purpose', 'x-moz', 'sec-purpose'];
/** What only a browser sends. A script's own call has none of them, and no browser can be made to leave them out. */
const BROWSER_MARKS = ['origin', 'sec-fetch-site', 'cookie'];

/**
 * Keeps other sites from acting in a panelist's browser. Behind the data-free gateway a partner's page is same-site with
 * ours, so nothing less than same-origin will do; what changes something also carries a token that only our pages can read.
 */
export function guardAgainstForgery(app: FastifyInstance, origins: readonly string[], key: Buffer): Forgery {
  const isHttps = origins.every((origin) => origin.startsWith('https:'));
  const cookieName = isHttps ? `__Host-${FORGERY_COOKIE}` : FORGERY_COOKIE;
  const sign = (nonce: string) => createHmac('sha256', key).update(nonce).digest('base64url');
  const isOurs = (token: string) => {
    const [nonce = '', signature = ''] = token.split('.');
    return sameText(signature, sign(nonce));
  };
  const tokenOf = (request: FastifyRequest) => readCookie(request.headers.cookie, cookieName);

  function refusal(request: FastifyRequest): string | null {
    const header = (name: string) => request.headers[name]?.toString();
    const changes = request.method !== 'GET' || request.routeOptions.config.changesState === true;
    if (changes && SPECULATION.some((name) => header(name) !== undefined)) return 'speculation';
    if (!BROWSER_MARKS.some((name) => header(name) !== undefined)) return null;
    const origin = header('origin');
    if (origin !== undefined && !origins.includes(origin)) return 'origin';
    const site = header('sec-fetch-site');
    if (site === 'cross-site' || site === 'same-site') return 'site';
    if (!changes) return null;
    if (site !== undefined) {
      const mode = header('sec-fetch-mode');
      const destination = header('sec-fetch-dest');
      if (site !== 'same-origin') return 'site';
      if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return 'mode';
      if (destination !== undefined && destination !== 'empty') return 'destination';
    }
    const sent = header(FORGERY_HEADER);
    const kept = tokenOf(request);
    if (sent === undefined || kept === undefined || !sameText(sent, kept) || !isOurs(sent)) return 'token';
    return null;
  }

  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/') || request.routeOptions.config.forgeable) return;
    const reason = refusal(request);
    if (!reason) return;
    request.log.warn({ reason, route: request.routeOptions.url }, 'refused as forged');
    throw new Problem('forbidden');
  });

  return {
    setToken(request, reply) {
      const kept = tokenOf(request);
      if (kept !== undefined && isOurs(kept)) return;
      const nonce = randomBytes(16).toString('base64url');
      const attributes = `Path=/; SameSite=Strict${isHttps ? '; Secure' : ''}`;
      reply.header('set-cookie', `${cookieName}=${nonce}.${sign(nonce)}; ${attributes}`);
    },
  };
}

function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, ...value] = pair.split('=');
    if (key?.trim() === name) return value.join('=').trim();
  }
  return undefined;
}
