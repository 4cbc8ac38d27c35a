import { createHmac, randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@panel/domain/durations';
import { FORGERY_COOKIE, FORGERY_HEADER } from '@panel/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { hostCookie, readCookies, setCookie } from '../http/cookies.ts';
import { createCallerKeys } from '../http/limits.ts';
import { Problem } from '../http/problems.ts';
import { rateLimit } from '../http/rate-limit.ts';
import { isPrefetch } from '../http/requests.ts';
import { isApiRequest } from '../http/urls.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { constantTimeEqual } from './constant-time.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A GET that changes something, as the specification requires. */
    changesState?: boolean;
    /** A call that any site may make, because it changes nothing. */
    csrfExempt?: boolean;
  }
}

/** The first one signs tokens; all of them are accepted. */
export type CsrfKeys = readonly [Buffer, ...Buffer[]];
type CsrfConfig = {
  /** The origins that a browser may name as ours. */
  readonly allowedOrigins: readonly string[];
  readonly csrfKeys: CsrfKeys;
  /** Networks in which one address stands for many panelists. */
  readonly sharedNetworks: readonly string[];
};
export type CsrfProtection = {
  /** Returns the token that the caller's cookie has from now on. */
  setToken(request: FastifyRequest, reply: FastifyReply): string;
  /** Whether a posted form has the caller's token. Throws if the post comes from another site. */
  checkForm(request: FastifyRequest, token: string | undefined): boolean;
};

const REASONS = ['speculation', 'origin', 'site', 'mode', 'destination', 'token'] as const;
type Reason = (typeof REASONS)[number];

/** Only browsers send these. A script's call has none of them, and no site can make a browser omit them. */
const BROWSER_HEADERS = ['origin', 'sec-fetch-site', 'cookie'];
const isFromBrowser = ({ headers }: FastifyRequest) => BROWSER_HEADERS.some((name) => headers[name] !== undefined);
const changesState = ({ method, routeOptions }: FastifyRequest) =>
  method !== 'GET' || routeOptions.config.changesState === true;

/** How long the alert looks back. One caller could otherwise send enough forged calls to page someone. */
const COUNTED_ONCE_IN_MS = 15 * MINUTE_MS;

/** A sibling host can set dozens of cookies next to ours. Checking more tokens than that only costs CPU. */
const MAX_TOKENS = 100;

/**
 * Protects against cross-site request forgery (CSRF). Behind the data-free gateway a partner's page is same-site with ours,
 * so a request must be same-origin; one that changes something must also carry a token that only our own pages can read.
 */
export function registerCsrfProtection(
  app: FastifyInstance,
  { allowedOrigins, csrfKeys: keys, sharedNetworks }: CsrfConfig,
  { registry }: Metrics,
): CsrfProtection {
  const checks = new Counter({
    name: 'panel_csrf_checks_total',
    help: 'Callers whose browsers’ calls changed something or were refused, by reason. Each address counts once in 15 minutes.',
    labelNames: ['result'],
    registers: [registry],
  });
  // Prometheus sees an increase only in a series that it has already read.
  for (const result of [...REASONS, 'passed']) checks.inc({ result }, 0);
  const callerKey = createCallerKeys(sharedNetworks);
  const counted = rateLimit(1, COUNTED_ONCE_IN_MS);
  const count = (request: FastifyRequest, result: Reason | 'passed') => {
    const caller = callerKey(request);
    const isRepeated = caller !== null && counted.take(`${caller} ${result === 'passed'}`) !== null;
    if (!isRepeated) checks.inc({ result });
  };
  const isHttps = allowedOrigins.every((origin) => origin.startsWith('https:'));
  const cookieName = hostCookie(FORGERY_COOKIE, isHttps);
  const sign = (nonce: string, key: Buffer) => createHmac('sha256', key).update(nonce).digest('base64url');
  const isValid = (token: string) => {
    const [nonce = '', signature = ''] = token.split('.');
    return keys.some((key) => constantTimeEqual(signature, sign(nonce, key)));
  };
  /** Several if a sibling host has set one of the same name; a cookie doesn't say who set it. */
  const cookieTokens = (request: FastifyRequest) => readCookies(request, cookieName).slice(0, MAX_TOKENS);

  /** Why a request is refused, or null. */
  function refusal(request: FastifyRequest): Reason | null {
    const header = (name: string) => request.headers[name]?.toString();
    if (changesState(request) && isPrefetch(request)) return 'speculation';
    if (!isFromBrowser(request)) return null;
    const origin = header('origin');
    const site = header('sec-fetch-site');
    // Our pages send no referrer, so browsers before Chrome 76 send the origin 'null' with their calls too. The token proves those.
    const isOldBrowser = origin === 'null' && site === undefined;
    if (origin !== undefined && !allowedOrigins.includes(origin) && !isOldBrowser) return 'origin';
    if (site === 'cross-site' || site === 'same-site') return 'site';
    if (!changesState(request)) return null;
    if (site !== undefined) {
      const mode = header('sec-fetch-mode');
      const destination = header('sec-fetch-dest');
      if (site !== 'same-origin') return 'site';
      if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return 'mode';
      if (destination !== undefined && destination !== 'empty') return 'destination';
    }
    return isProven(request, header(FORGERY_HEADER)?.split(',', MAX_TOKENS) ?? []) ? null : 'token';
  }

  const isProven = (request: FastifyRequest, tokens: readonly string[]) => {
    const fromCookies = cookieTokens(request);
    return tokens.some((token) => isValid(token) && fromCookies.some((cookie) => constantTimeEqual(cookie, token)));
  };

  /** Our pages send no referrer, so a browser posts their forms with the origin 'null'. The token tells them from a foreign one. */
  function formRefusal({ headers }: FastifyRequest): Reason | null {
    const origin = headers.origin ?? 'null';
    if (origin !== 'null' && !allowedOrigins.includes(origin)) return 'origin';
    return (headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' ? null : 'site';
  }

  app.addHook('onRequest', (request, _, done) => {
    if (!isApiRequest(request) || request.routeOptions.config.csrfExempt) return done();
    const reason = refusal(request);
    if (isFromBrowser(request) && changesState(request)) count(request, reason ?? 'passed');
    if (!reason) return done();
    request.log.warn({ reason, route: request.routeOptions.url }, 'refused as forged');
    throw new Problem('forbidden');
  });

  return {
    setToken(request, reply) {
      const known = cookieTokens(request).find(isValid);
      if (known !== undefined) return known;
      const nonce = randomBytes(16).toString('base64url');
      const token = `${nonce}.${sign(nonce, keys[0])}`;
      setCookie(reply, cookieName, token, { sameSite: 'Strict', isHttps, isReadable: true });
      return token;
    },

    checkForm(request, token = '') {
      const reason = formRefusal(request);
      // A browser that says that the form is ours needn't have the cookie of the visit that the page is from.
      const isOurs = request.headers['sec-fetch-site'] === 'same-origin' && isValid(token);
      const result = reason ?? (isOurs || isProven(request, [token]) ? 'passed' : 'token');
      count(request, result);
      if (reason !== null) throw new Problem('forbidden');
      return result === 'passed';
    },
  };
}
