/** The operators' identity provider: OpenID Connect with discovery, signed ID tokens and one account for each role. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { OPERATOR_ACCOUNTS } from './accounts.ts';
import { type HandlerResult, html, json, notFound, redirect, type SandboxRequest } from './http.ts';
import { cardPage, hiddenFields, markup } from './page.ts';
import { SECRET, type State } from './state.ts';

const CLIENT_ID = 'panel-console';
const CODE_MS = 60_000;
const TOKEN_SECONDS = 300;
const KEY_ID = 'sandbox';
/** Redirect addresses that are allowed: a console on this machine. */
const REDIRECT_URI = /^http:\/\/(localhost|127\.0\.0\.1):\d{1,5}\/sign-in\/callback$/;

type Grant = {
  readonly account: string;
  readonly redirectUri: string;
  readonly nonce: string;
  readonly challenge: string;
  readonly at: number;
};
type Provider = { readonly privateKey: KeyObject; readonly jwk: object; readonly grants: Map<string, Grant> };

/** Each sandbox's signing key and unused codes. */
const providers = new WeakMap<State, Provider>();

function providerOf(state: State): Provider {
  const known = providers.get(state);
  if (known) return known;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' };
  const provider = { privateKey, jwk, grants: new Map<string, Grant>() };
  providers.set(state, provider);
  return provider;
}

export async function handleIdentityProvider(state: State, request: SandboxRequest): Promise<HandlerResult> {
  const provider = providerOf(state);
  const issuer = `${request.origin}/identity`;
  switch (`${request.method} ${request.path}`) {
    case 'GET /.well-known/openid-configuration':
      return json(200, discovery(issuer));
    case 'GET /jwks':
      return json(200, { keys: [provider.jwk] });
    case 'GET /authorize':
      return authorizeFault(request.query) ?? html(200, accountChooser(request.query));
    case 'POST /authorize':
      return authorize(provider, new URLSearchParams(request.body));
    case 'POST /token':
      return token(provider, issuer, request);
    default:
      return notFound();
  }
}

const discovery = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: ['openid', 'profile'],
  claims_supported: ['sub', 'preferred_username', 'roles', 'auth_time'],
});

/** Shows an error here if the request's redirect address can't be used. */
function authorizeFault(parameters: URLSearchParams): HandlerResult | null {
  const demands: readonly [string, RegExp][] = [
    ['client_id', new RegExp(`^${CLIENT_ID}$`)],
    ['redirect_uri', REDIRECT_URI],
    ['response_type', /^code$/],
    ['code_challenge_method', /^S256$/],
    ['code_challenge', /^[\w-]{43}$/],
    ['scope', /\bopenid\b/],
  ];
  const wrong = demands.find(([name, rule]) => !rule.test(parameters.get(name) ?? ''));
  return wrong ? json(400, { error: 'invalid_request', error_description: wrong[0] }) : null;
}

const PROVIDER = { theme: 'identity', name: 'Identity provider', about: 'The sandbox’s stand-in for yours' };

function accountChooser(parameters: URLSearchParams): string {
  const buttons = Object.entries(OPERATOR_ACCOUNTS).map(
    ([account, role]) => markup`<button name="account" value="${account}">${account}, ${role}</button>`,
  );
  return cardPage(
    PROVIDER,
    'Choose an account',
    markup`<form method="post" action="/identity/authorize"><div class="stack">
${hiddenFields(Object.fromEntries(parameters))}${buttons}</div></form>`,
  );
}

function authorize({ grants }: Provider, parameters: URLSearchParams): HandlerResult {
  const fault = authorizeFault(parameters);
  if (fault) return fault;
  const account = parameters.get('account') ?? '';
  const redirectUri = parameters.get('redirect_uri') ?? '';
  const target = new URL(redirectUri);
  const isKnown = Object.hasOwn(OPERATOR_ACCOUNTS, account);
  if (isKnown) {
    const code = randomBytes(32).toString('base64url');
    grants.set(code, {
      account,
      redirectUri,
      nonce: parameters.get('nonce') ?? '',
      challenge: parameters.get('code_challenge') ?? '',
      at: Date.now(),
    });
    target.searchParams.set('code', code);
  } else target.searchParams.set('error', 'access_denied');
  target.searchParams.set('state', parameters.get('state') ?? '');
  return redirect(target.href);
}

function token({ grants, privateKey }: Provider, issuer: string, { headers, body }: SandboxRequest): HandlerResult {
  const parameters = new URLSearchParams(body);
  if (!isClient(headers.authorization, parameters)) return json(401, { error: 'invalid_client' });
  const code = parameters.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const challenge = createHash('sha256')
    .update(parameters.get('code_verifier') ?? '')
    .digest('base64url');
  const isValid =
    parameters.get('grant_type') === 'authorization_code' &&
    grant !== undefined &&
    Date.now() - grant.at < CODE_MS &&
    grant.redirectUri === parameters.get('redirect_uri') &&
    grant.challenge === challenge;
  if (!isValid) return json(400, { error: 'invalid_grant' });
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: issuer,
    aud: CLIENT_ID,
    sub: `sandbox-${grant.account}`,
    iat: now,
    exp: now + TOKEN_SECONDS,
    auth_time: Math.floor(grant.at / 1000),
    nonce: grant.nonce,
    preferred_username: grant.account,
    roles: [OPERATOR_ACCOUNTS[grant.account]],
  };
  return json(200, {
    access_token: randomBytes(32).toString('base64url'),
    token_type: 'Bearer',
    expires_in: TOKEN_SECONDS,
    id_token: signToken(claims, privateKey),
  });
}

function isClient(authorization: string | undefined, parameters: URLSearchParams): boolean {
  const basic = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
  const [id, secret] = basic
    ? basic.split(':').map(decodeURIComponent)
    : [parameters.get('client_id'), parameters.get('client_secret')];
  return id === CLIENT_ID && secret === SECRET;
}

function signToken(claims: object, key: KeyObject): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'RS256', typ: 'JWT', kid: KEY_ID })}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
