import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MAX_SESSION_MS, POLL_HEADER, SESSION_IDLE_MS } from '@panel/domain/console/pages';
import { addMs } from '@panel/domain/durations';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_ACCOUNTS } from '../../../sandbox/src/accounts.ts';
import { createSandbox } from '../../../sandbox/src/sandbox.ts';
import { NOW, useKit } from '../../test/kit.ts';
import { buildConsoleApp } from '../console-app.ts';
import { signIn as holdAndStart } from './accounts.ts';
import { auditOf, type Browser, browser, signedInBrowser } from './console.testing.ts';
import { touchSession } from './sessions.ts';

const kit = useKit();
let app: FastifyInstance;
let provider: Server;
let issuer = '';
/** Sent instead of the provider's own keys. */
let strangeKeys: object | null = null;

const consoleOf = (oidc: object) => {
  const { deps } = kit();
  const { console } = deps.config;
  const config = { ...deps.config, console: { ...console, oidc: { ...console.oidc, ...oidc } } };
  return buildConsoleApp({ ...deps, config }, { providerTimeoutSeconds: 120 });
};

beforeAll(async () => {
  const { server } = createSandbox('http://localhost:3000');
  provider = createServer((request, response) => {
    if (strangeKeys && request.url === '/identity/jwks') return response.end(JSON.stringify(strangeKeys));
    return server.emit('request', request, response);
  });
  // Longer than a client keeps a connection, so that it never sends on one that was just closed.
  provider.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/identity`;
  app = consoleOf({ issuer });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  provider.closeAllConnections();
  provider.close();
});

const cookiesOf = (headers: Record<string, unknown>): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');

/** Goes to the provider, chooses an account, and returns where the provider redirects the browser. */
async function atProvider(account: string, query = '', server: FastifyInstance = app) {
  const begun = await server.inject(`/sign-in${query}`);
  const authorize = new URL(String(begun.headers.location));
  const chosen = await fetch(new URL('/identity/authorize', authorize), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams([...authorize.searchParams, ['account', account]]),
  });
  const back = new URL(String(chosen.headers.get('location')));
  return { authorize, cookie: cookiesOf(begun.headers), path: back.pathname + back.search };
}

async function signInAs(account: string, query = '') {
  const { cookie, path } = await atProvider(account, query);
  const answer = await app.inject({ url: path, headers: { cookie } });
  return { answer, session: browser(kit(), app, cookiesOf(answer.headers)) };
}

describe('signing in', () => {
  it('goes to the identity provider and returns with a session for the account’s role', async () => {
    const chooser = await fetch((await atProvider('finance-1')).authorize);
    expect(await chooser.text()).toContain('finance-2, finance');
    const { answer, session } = await signInAs('finance-1', '?return=%2Fmoney%3Fday%3D1');
    expect(answer.statusCode).toBe(303);
    expect(answer.headers.location).toBe('/money?day=1');
    const cookie = [answer.headers['set-cookie']].flat().find((one) => one?.startsWith('console='));
    expect(cookie).toMatch(/^console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await session.get('/api/console/session')).json()).toMatchObject({ account: 'finance-1', role: 'finance' });
    const { rows } = await kit().db.query('select * from operator_sessions');
    expect(JSON.stringify(rows)).not.toContain(cookie?.slice('console='.length, 50));
    expect(await auditOf(kit())).toContainEqual(
      expect.objectContaining({ actor: 'finance-1', operation: 'sign-in', step: 'system' }),
    );
  });

  it('asks for a fresh sign-in if an approval needs one, and never redirects to another site', async () => {
    const { authorize } = await atProvider('support-1', '?fresh');
    expect(Object.fromEntries(authorize.searchParams)).toMatchObject({
      max_age: '300',
      code_challenge_method: 'S256',
      response_type: 'code',
    });
    for (const target of ['//evil.example', 'https://evil.example', '/\\evil.example', '/sign-in'])
      expect((await signInAs('support-1', `?fresh&return=${encodeURIComponent(target)}`)).answer.headers.location).toBe(
        '/',
      );
  });

  it('refuses a used code, another browser’s code, a changed state and a foreign signature', async () => {
    const failed = async (path: string, cookie: string) => {
      const answer = await app.inject({ url: path, headers: { cookie } });
      expect(answer.headers.location).toBe('/?sign-in=failed');
      expect(cookiesOf(answer.headers)).not.toMatch(/console=\w/);
    };
    const { path, cookie } = await atProvider('auditor-1');
    await failed(path, '');
    await failed(path, (await atProvider('auditor-1')).cookie);
    await failed(path.replace(/state=[^&]*/, 'state=other'), cookie);
    expect((await app.inject({ url: path, headers: { cookie } })).headers.location).toBe('/');
    await failed(path, cookie);
    await failed('/sign-in/callback?error=access_denied', cookie);
    const linked = await atProvider('auditor-1', '?return=%2Fmoney%3Fview%3Dflows');
    const denied = await app.inject({
      url: '/sign-in/callback?error=access_denied',
      headers: { cookie: linked.cookie },
    });
    expect(denied.headers.location).toBe('/money?view=flows&sign-in=failed');

    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    strangeKeys = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'sandbox', use: 'sig', alg: 'RS256' }] };
    const fresh = consoleOf({ issuer });
    const forged = await atProvider('auditor-1', '', fresh);
    const answer = await fresh.inject({ url: forged.path, headers: { cookie: forged.cookie } });
    strangeKeys = null;
    expect(answer.headers.location).toBe('/?sign-in=failed');
    await fresh.close();
  });

  it.each([
    ['a zero byte', 'zero\0byte'],
    ['more characters than a provider may send', 'x'.repeat(5000)],
  ])('R13: fails for an account whose subject has %s', async (_, account) => {
    Object.assign(OPERATOR_ACCOUNTS, { [account]: 'finance' });
    const { answer } = await signInAs(account, '?return=%2Fmoney');
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/money?sign-in=failed']);
    expect(cookiesOf(answer.headers)).not.toMatch(/console=\w/);
  });

  it('fails for an account without a role, and while the provider is down', async () => {
    const before = await signInAs('finance-1');
    expect((await before.session.get('/api/console/session')).statusCode).toBe(200);
    const roleless = consoleOf({ issuer, rolesClaim: 'groups' });
    const { path, cookie } = await atProvider('finance-1', '', roleless);
    expect((await roleless.inject({ url: path, headers: { cookie } })).headers.location).toBe('/?sign-in=no-role');
    await roleless.close();
    // Its sessions end too, because the account lost its role.
    expect((await before.session.get('/api/console/session')).statusCode).toBe(401);
    const alone = consoleOf({ issuer: 'http://127.0.0.1:1/identity' });
    expect((await alone.inject('/sign-in')).headers.location).toBe('/?sign-in=unavailable');
    // It returns to where it began, and never to another site.
    const failedFrom = async (target: string) =>
      (await alone.inject(`/sign-in?fresh=1&return=${encodeURIComponent(target)}`)).headers.location;
    expect(await failedFrom('/today?proposal=P-318')).toBe('/today?proposal=P-318&sign-in=unavailable');
    expect(await failedFrom('/.//evil.example')).toBe('/.//evil.example?sign-in=unavailable');
    expect(await failedFrom('//evil.example')).toBe('/?sign-in=unavailable');
    await alone.close();
  });
});

describe('T27: an account whose name belongs to another subject', () => {
  it('is refused with a reason and gets no session', async () => {
    const at = kit().clock.now();
    const other = { subject: 'idp-other', account: ' FIELDWORK-1', role: 'finance', authenticatedAt: at } as const;
    await kit().deps.database.transaction((tx) =>
      holdAndStart(tx, { ...other, endsAt: addMs(at, MAX_SESSION_MS) }, at),
    );
    const { answer } = await signInAs('fieldwork-1', '?return=%2Fmoney');
    expect(answer.headers.location).toBe('/money?sign-in=name-taken');
    expect(cookiesOf(answer.headers)).not.toMatch(/console=\w/);
    expect(await auditOf(kit())).not.toContainEqual(expect.objectContaining({ actor: 'fieldwork-1' }));
  });
});

describe('a session', () => {
  const statusOf = async (session: { get(url: string): Promise<{ statusCode: number }> }) =>
    (await session.get('/api/console/session')).statusCode;

  it('ends after half an hour without a request, and after eight hours in any case', async () => {
    const [idle, used] = [
      await signedInBrowser(kit(), app, 'support-1', 'support'),
      await signedInBrowser(kit(), app, 'support-1', 'support'),
    ];
    for (let past = SESSION_IDLE_MS / 2; past < MAX_SESSION_MS; past += SESSION_IDLE_MS / 2) {
      kit().clock.set(addMs(NOW, past));
      expect(await statusOf(used)).toBe(200);
    }
    expect(await statusOf(idle)).toBe(401);
    kit().clock.set(addMs(NOW, MAX_SESSION_MS));
    expect(await statusOf(used)).toBe(401);
    kit().clock.set(NOW);
  });

  it('T27: ends even if an open page keeps polling', async () => {
    const { cookie, get } = await signedInBrowser(kit(), app, 'support-1', 'support');
    const poll = () =>
      app.inject({
        url: '/api/console/session',
        headers: { cookie, 'sec-fetch-site': 'same-origin', [POLL_HEADER]: 'true' },
      });
    for (let past = 0; past < SESSION_IDLE_MS; past += SESSION_IDLE_MS / 4) {
      kit().clock.set(addMs(NOW, past));
      const answer = await poll();
      expect([answer.statusCode, answer.json().idleEndsAt]).toEqual([200, addMs(NOW, SESSION_IDLE_MS).toISOString()]);
    }
    kit().clock.set(addMs(NOW, SESSION_IDLE_MS));
    expect([(await poll()).statusCode, (await get('/api/console/session')).statusCode]).toEqual([401, 401]);
    kit().clock.set(NOW);
  });

  it('ends at sign-out and when the account gets another role', async () => {
    const [one, two] = [
      await signedInBrowser(kit(), app, 'fieldwork-1', 'fieldwork'),
      await signedInBrowser(kit(), app, 'fieldwork-1', 'fieldwork'),
    ];
    expect((await one.post('/sign-out')).statusCode).toBe(204);
    expect([await statusOf(one), await statusOf(two)]).toEqual([401, 200]);
    const promoted = await signedInBrowser(kit(), app, 'fieldwork-1', 'finance');
    expect([await statusOf(two), await statusOf(promoted)]).toEqual([401, 200]);
  });

  it('T27: ends the command-line tokens that were made in it, and no others', async () => {
    const [one, two] = [
      await signedInBrowser(kit(), app, 'support-2', 'support'),
      await signedInBrowser(kit(), app, 'support-2', 'support'),
    ];
    const tokenOf = async (session: Browser) => (await session.operate('create-token')).json().token as string;
    const tokens = [await tokenOf(one), await tokenOf(one), await tokenOf(two)];
    // A token made with another token belongs to the same session.
    tokens.push(await tokenOf(browser(kit(), app, `console=${tokens[0]}`)));
    const works = async () => {
      const sessions = await Promise.all(
        tokens.map((token) => touchSession(kit().deps.database, token, kit().clock.now())),
      );
      return sessions.map((session) => session?.account);
    };
    expect(await works()).toEqual(Array(4).fill('support-2'));
    await one.post('/sign-out');
    expect(await works()).toEqual([undefined, undefined, 'support-2', undefined]);
    expect(await statusOf(two)).toBe(200);
  });
});
