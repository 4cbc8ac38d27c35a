/** Who may call a console route. Every route must declare it; other calls are refused before the handler runs. */
import { POLL_HEADER, type Role } from '@panel/domain/console/pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hostCookie, readCookies, setCookie } from '../platform/http/cookies.ts';
import { isApiRequest } from '../platform/http/urls.ts';
import type { ServerDependencies } from './dependencies.ts';
import { OperatorError } from './operation.ts';
import { type OperatorSession, touchSession } from './sessions.ts';

type Access = 'public' | readonly Role[];

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    operator: OperatorSession | null;
  }
}

export function consoleCookies(origin: string) {
  const isHttps = origin.startsWith('https:');
  return {
    read: (request: FastifyRequest, name: string): string | null =>
      readCookies(request, hostCookie(name, isHttps))[0] || null,
    set: (reply: FastifyReply, name: string, value: string, maxAge?: number): void =>
      setCookie(reply, hostCookie(name, isHttps), value, { sameSite: 'Lax', maxAge, isHttps }),
  };
}
export const SESSION_COOKIE = 'console';

export function guardAccess(app: FastifyInstance, { config, database, clock }: ServerDependencies): void {
  const cookies = consoleCookies(config.console.origin);
  app.decorateRequest('operator', null);
  app.addHook('onRoute', ({ url, config: route }) => {
    if (!route?.access) throw new Error(`The route ${url} doesn’t say who may call it.`);
  });
  app.addHook('onRequest', async (request) => {
    requireSameOrigin(request, config.console.origin);
    const { access } = request.routeOptions.config;
    if (access === 'public' || access === undefined) return;
    // A page that polls doesn't show that the operator is at the keyboard.
    const isUse = request.headers[POLL_HEADER] === undefined;
    const token = cookies.read(request, SESSION_COOKIE);
    const session = token === null ? undefined : await touchSession(database, token, clock.now(), { isUse });
    if (!session) throw new OperatorError('You are signed out.', 'signed-out');
    if (!access.includes(session.role)) throw new OperatorError('Your role doesn’t allow this.', 'not-your-role');
    request.operator = session;
  });
}

/** Other sites may link to a page, but can't read or change anything in an operator's name. */
function requireSameOrigin(request: FastifyRequest, origin: string): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && !isApiRequest(request)) return;
  const { origin: named, 'sec-fetch-site': site } = request.headers;
  const isForeign = named !== undefined ? named !== origin : !isRead;
  const isFromElsewhere = site !== undefined && site !== 'same-origin' && !(isRead && site === 'none');
  if (isForeign || isFromElsewhere)
    throw new OperatorError('This request didn’t come from one of our pages.', 'not-from-here');
}

export function operatorOf({ operator }: FastifyRequest): OperatorSession {
  if (!operator) throw new Error('a public route has no operator');
  return operator;
}
