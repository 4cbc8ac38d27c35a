/** Signs in with the identity provider: OpenID Connect, authorization code with PKCE, state and nonce. */

import { FRESH_SIGN_IN_SECONDS, UNSTORABLE } from '@panel/domain/console/operation';
import { MAX_SESSION_MS, ROLES, type Role } from '@panel/domain/console/pages';
import { browserLabel } from '@panel/domain/console/sessions-page';
import { addMs } from '@panel/domain/durations';
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as openid from 'openid-client';
import { consoleCookies, SESSION_COOKIE } from './access.ts';
import { endWithoutRole, signIn } from './accounts.ts';
import type { ServerDependencies } from './dependencies.ts';
import { nameKey } from './names.ts';
import { endSession } from './sessions.ts';

const ATTEMPT_COOKIE = 'console-sign-in';
const ATTEMPT_SECONDS = 600;
const CALLBACK = '/sign-in/callback';

/** A failed sign-in returns to the page where it began, with one of these in the query. */
type Failure = 'unavailable' | 'failed' | 'no-role' | 'name-taken';

export function signInRoutes(app: FastifyInstance, deps: ServerDependencies, timeoutSeconds: number): void {
  const { config, database, clock } = deps;
  const { origin, oidc } = config.console;
  const cookies = consoleCookies(origin);
  const provider = lazyProvider(oidc, timeoutSeconds);
  // Only append: parsing the path as a URL could turn it into another site's.
  const fail = (reply: FastifyReply, target: string, failure: Failure) =>
    reply.redirect(`${target}${target.includes('?') ? '&' : '?'}sign-in=${failure}`, 303);

  app.get('/sign-in', { config: { access: 'public' } }, async (request, reply) => {
    const { return: target, fresh } = request.query as Record<string, unknown>;
    const client = await provider().catch((error: Error) =>
      request.log.error({ err: error }, 'identity provider unavailable'),
    );
    if (!client) return fail(reply, ownPath(target), 'unavailable');
    const attempt = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
      isFresh: fresh !== undefined,
      target: ownPath(target),
    };
    cookies.set(reply, ATTEMPT_COOKIE, Buffer.from(JSON.stringify(attempt)).toString('base64url'), ATTEMPT_SECONDS);
    const url = openid.buildAuthorizationUrl(client, {
      redirect_uri: origin + CALLBACK,
      scope: 'openid profile',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
      ...(attempt.isFresh && { max_age: String(FRESH_SIGN_IN_SECONDS) }),
    });
    return reply.redirect(url.href, 303);
  });

  app.get(CALLBACK, { config: { access: 'public' } }, async (request, reply) => {
    const attempt = readAttempt(cookies.read(request, ATTEMPT_COOKIE));
    cookies.set(reply, ATTEMPT_COOKIE, '', 0);
    if (!attempt) return fail(reply, '/', 'failed');
    const claims = await provider()
      .then((client) =>
        openid.authorizationCodeGrant(client, new URL(request.url, origin), {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true,
          ...(attempt.isFresh && { maxAge: FRESH_SIGN_IN_SECONDS }),
        }),
      )
      .then((tokens) => tokens.claims())
      .catch((error: Error) => void request.log.warn({ err: error }, 'sign-in failed'));
    if (!claims) return fail(reply, attempt.target, 'failed');
    const subject = storable(claims.sub);
    if (subject === null) {
      request.log.warn('sign-in failed: the subject is too long or can’t be stored');
      return fail(reply, attempt.target, 'failed');
    }
    const at = clock.now();
    const person = { subject, account: accountOf(claims.preferred_username) ?? subject };
    const role = roleOf(claims[oidc.rolesClaim]);
    if (!role) {
      await database.transaction((tx) => endWithoutRole(tx, person, at));
      return fail(reply, attempt.target, 'no-role');
    }
    const session = {
      ...person,
      role,
      authenticatedAt: authenticatedAt(claims.auth_time, at),
      endsAt: addMs(at, MAX_SESSION_MS),
      label: browserLabel(request.headers['user-agent'] ?? ''),
    };
    const previous = cookies.read(request, SESSION_COOKIE);
    if (previous) await endSession(database, previous, at);
    const token = await database.transaction((tx) => signIn(tx, session, at));
    if (!token) return fail(reply, attempt.target, 'name-taken');
    cookies.set(reply, SESSION_COOKIE, token);
    return reply.redirect(attempt.target, 303);
  });

  app.post('/sign-out', { config: { access: 'public' } }, async (request, reply) => {
    const token = cookies.read(request, SESSION_COOKIE);
    if (token) await endSession(database, token, clock.now());
    cookies.set(reply, SESSION_COOKIE, '', 0);
    return reply.status(204).send();
  });
}

/** Discovers the provider at the first sign-in, and again after a failure. */
function lazyProvider(
  oidc: ServerDependencies['config']['console']['oidc'],
  timeout: number,
): () => Promise<openid.Configuration> {
  let found: Promise<openid.Configuration> | null = null;
  const issuer = new URL(oidc.issuer);
  // Otherwise openid-client trusts TLS and does not verify the ID token's signature.
  const execute = [openid.enableNonRepudiationChecks];
  if (issuer.protocol === 'http:') execute.push(openid.allowInsecureRequests);
  return () => {
    found ??= openid
      .discovery(issuer, oidc.clientId, undefined, openid.ClientSecretBasic(oidc.clientSecret), {
        execute,
        timeout,
      })
      .catch((error: unknown) => {
        found = null;
        throw error;
      });
    return found;
  };
}

type Attempt = { state: string; nonce: string; verifier: string; isFresh: boolean; target: string };

function readAttempt(cookie: string | null): Attempt | null {
  try {
    const attempt = JSON.parse(Buffer.from(cookie ?? '', 'base64url').toString()) as Attempt;
    return { ...attempt, target: ownPath(attempt.target) };
  } catch {
    return null;
  }
}

/** Returns only to our own paths: anything else could send an operator to another site. */
const ownPath = (target: unknown): string =>
  typeof target === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(target) && !target.startsWith('/sign-in')
    ? target
    : '/';

/** As long as OpenID Connect allows a subject to be. */
const MAX_CLAIM_LENGTH = 255;

/** Null if the claim isn't a text that the database can store and index. */
const storable = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.length <= MAX_CLAIM_LENGTH && claim.search(UNSTORABLE) === -1 ? claim : null;

/** Null if the name has no visible character. */
function accountOf(claim: unknown): string | null {
  const name = storable(claim);
  return name !== null && nameKey(name) !== '' ? name : null;
}

/** An account with two roles could approve its own proposals, so it gets none. */
function roleOf(claim: unknown): Role | null {
  const named = new Set([claim].flat());
  const roles = ROLES.filter((role) => named.has(role));
  return roles.length === 1 ? (roles[0] as Role) : null;
}

/** `auth_time` on our clock. Without it, the sign-in is too old to approve with. */
const authenticatedAt = (authTime: number | undefined, at: Date): Date =>
  authTime === undefined ? addMs(at, -MAX_SESSION_MS) : addMs(at, Math.min(authTime * 1000 - Date.now(), 0));
