import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { api } from '@panel/domain/paths';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDid, registered, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { buildConsoleApp } from '../../console-app.ts';
import { ASSET, useServer, webFolder } from '../../web/web.testing.ts';
import { securityHeaders } from './headers.ts';
import { answerUnreadable } from './unreadable-requests.ts';

const ORIGIN = 'https://panel.test.example';
const kit = useKit({ ERROR_REPORTING: 'on', PUBLIC_ORIGIN: ORIGIN, MODE: 'sandbox' });
useServer();
let app: FastifyInstance;
/** Listens, and waits a quarter of a second for a request. */
let impatient: FastifyInstance;
let did = '';
beforeAll(async () => {
  const config = { ...kit().config, allowedOrigins: [ORIGIN] };
  app = buildApp({ ...kit().deps, config }, { webFolder: webFolder() });
  await app.ready();
  impatient = buildApp(
    { ...kit().deps, config },
    { webFolder: webFolder(), socketLimits: { headersMs: 250, requestMs: 250, responseMs: 250, checkEveryMs: 50 } },
  );
  await impatient.listen({ port: 0, host: '127.0.0.1' });
  did = await registered(kit());
});
afterAll(() => Promise.all([app.close(), impatient.close()]));

const JSON_TYPE = { 'content-type': 'application/json' };
/** Every kind of response. */
const ANSWERS: readonly [kind: string, status: number, request: () => InjectOptions | string][] = [
  ['a read', 200, () => api.registrationCheck(did)],
  [
    'a write',
    200,
    () => ({ method: 'PUT', url: api.preference(did), payload: { data: [{ preference: 'research', value: true }] } }),
  ],
  ['a withdrawal', 200, () => api.withdraw(did)],
  ['an unknown device', 404, () => api.registrationCheck(newDid())],
  ['an unknown call', 404, () => '/api/v2/nothing'],
  ['a path that can’t be decoded', 404, () => '/api/%E0%A4%A'],
  ['another method', 404, () => ({ method: 'PATCH' as 'PUT', url: api.withdraw(did) })],
  [
    'a preflight',
    404,
    () => ({ method: 'OPTIONS', url: api.withdraw(did), headers: { origin: 'https://evil.example' } }),
  ],
  ['a forged call', 403, () => ({ url: api.withdraw(did), headers: { origin: 'https://evil.example' } })],
  ['two devices', 400, () => `${api.withdraw(did)}?x-binu-did=${newDid()}`],
  ['not JSON', 400, () => ({ method: 'PUT', url: api.dateOfBirth, payload: '{', headers: JSON_TYPE })],
  ['another payload', 422, () => ({ method: 'PUT', url: api.dateOfBirth, payload: '{}', headers: JSON_TYPE })],
  [
    'a form',
    415,
    () => ({ method: 'PUT', url: api.dateOfBirth, payload: 'a=b', headers: { 'content-type': 'text/plain' } }),
  ],
  [
    'a long body',
    413,
    () => ({ method: 'PUT', url: api.dateOfBirth, payload: `"${'x'.repeat(70_000)}"`, headers: JSON_TYPE }),
  ],
  ['an error report', 204, () => ({ method: 'POST', url: api.telemetry, payload: { name: 'TypeError' } })],
  ['a callback', 403, () => ({ method: 'POST', url: '/partners/purespectrum/callback' })],
  ['a return from a partner', 303, () => '/partners/cint-match/return/success'],
  ['the configuration', 200, () => api.config],
  ['liveness', 200, () => '/healthz'],
  ['the description of the API', 200, () => '/openapi.html'],
  ['a page', 200, () => '/terms'],
  ['a personal page', 200, () => `/?x-binu-did=${did}`],
  ['a file', 200, () => ASSET],
  ['no file', 404, () => '/nothing.js'],
];

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'",
  "manifest-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
  "require-trusted-types-for 'script'; trusted-types service-worker; upgrade-insecure-requests",
  'report-uri /api/v2/telemetry; report-to csp',
].join('; ');

/** A page posts its forms to itself. */
const POLICY_OF_PAGE = CONTENT_SECURITY_POLICY.replace("form-action 'none'", "form-action 'self'");

/** The headers that every https response must have, written out rather than taken from the server. */
const REQUIRED: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'reporting-endpoints': 'csp="/api/v2/telemetry"',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy':
    'accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()',
};
/** A page without scripts, pictures or forms. */
const POLICY_OF_DESCRIPTION = "default-src 'none'; style-src; frame-ancestors 'none'";
/** A page also allows its own inline script and style, by their hashes, and nothing else. */
const withoutHashes = (policy: unknown) => String(policy).replace(/ 'sha256-[\w+/=]{44}'/g, '');

describe('T26, T4: every kind of response', () => {
  it.each(ANSWERS)(
    '%s (%d) can’t be framed, sends no referrer, and can’t be read as another type',
    async (kind, status, request) => {
      const answer = await app.inject(request());
      expect(answer.statusCode, answer.body.slice(0, 300)).toBe(status);
      const policy = withoutHashes(answer.headers['content-security-policy']);
      expect({ ...answer.headers, 'content-security-policy': policy }).toMatchObject({
        ...REQUIRED,
        ...(kind === 'the description of the API' && { 'content-security-policy': POLICY_OF_DESCRIPTION }),
        ...(/page$/.test(kind) && { 'content-security-policy': POLICY_OF_PAGE }),
      });
      const names = Object.keys(answer.headers);
      expect(names.filter((name) => /^access-control|^server$|powered/.test(name))).toEqual([]);
      const isPersonal = answer.raw.req.url?.includes(did) || answer.raw.req.url?.startsWith('/api/');
      if (isPersonal) expect(answer.headers['cache-control']).toBe('no-store');
      if (answer.raw.req.url?.startsWith('/api/'))
        expect(answer.headers.vary).toBe('Origin, Cookie, Sec-Fetch-Site, Sec-Fetch-Mode, Sec-Fetch-Dest');
      for (const cookie of [answer.headers['set-cookie'] ?? []].flat())
        expect(cookie).toMatch(/^__Host-XSRF-TOKEN=[\w.-]+; Path=\/; SameSite=Strict; Secure$/);
    },
  );
});

it('T26: the server sets only the required headers; http and a server without reports omit theirs', () => {
  const names = (isHttps: boolean, isReporting: boolean) =>
    Object.keys(securityHeaders({ isHttps, isReporting })).sort();
  const required = (...without: string[]) =>
    Object.keys(REQUIRED)
      .filter((name) => !without.includes(name))
      .sort();
  expect(names(true, true)).toEqual(required());
  expect(names(false, true)).toEqual(required('strict-transport-security'));
  expect(names(true, false)).toEqual(required('reporting-endpoints'));
});

describe('T26: a request that Node itself refuses', () => {
  it.each([
    ['a malformed request line', 400, 'unreadable-request', 'HELLO\r\n\r\n'],
    [
      'headers over the limit',
      431,
      'headers-too-large',
      `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`,
    ],
    ['no Host', 400, 'unreadable-request', 'GET / HTTP/1.1\r\n\r\n'],
    ['half a header', 408, 'request-timeout', 'GET / HTTP/1.1\r\nhost: x\r\nx-slow: a'],
    [
      'half a body',
      408,
      'request-timeout',
      `PUT ${api.dateOfBirth} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    ],
  ])('%s (%d) has the headers of every response and says what is wrong, and the connection closes', async (...row) => {
    const [, status, code, bytes] = row;
    const answer = await answerTo(bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [first, ...lines] = head.split('\r\n');
    expect(first).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
    expect(headers).toMatchObject({
      ...REQUIRED,
      'cache-control': 'no-store',
      'content-type': 'application/problem+json; charset=utf-8',
      'content-length': String(body.length),
      connection: 'close',
    });
    expect(JSON.parse(body)).toMatchObject({ type: 'about:blank', status, code });
  });

  it('has those headers on the console too', async () => {
    const consoleApp = buildConsoleApp(kit().deps);
    await consoleApp.listen({ port: 0, host: '127.0.0.1' });
    const answer = await answerTo('GET / HTTP/1.1\r\n\r\n', consoleApp.server);
    await consoleApp.close();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    for (const [name, value] of Object.entries(securityHeaders({ isHttps: false, isReporting: false })))
      expect(answer).toContain(`${name}: ${value}\r\n`);
  });

  it('does not include an unknown expectation, which is ignored', async () => {
    const answer = await answerTo('GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a-miracle\r\nconnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    for (const name of Object.keys(REQUIRED)) expect(answer).toContain(`${name}: `);
  });

  it('is not answered in the middle of another response', async () => {
    const server = createServer((_, response) => void response.write('half of an answer'));
    server.on('clientError', answerUnreadable({}));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const answer = await answerTo('GET / HTTP/1.1\r\nhost: x\r\n\r\n', server, 'HELLO\r\n\r\n');
    server.close();
    expect(answer).toContain('half of an answer');
    expect(answer).not.toContain('400');
  });
});

/** Everything that the server sends until it closes the connection; `more` is sent once the response has begun. */
async function answerTo(bytes: string, server: Server = impatient.server, more = ''): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(bytes);
  let answer = '';
  socket.on('data', (chunk) => {
    if (answer === '' && more) socket.write(more);
    answer += chunk;
  });
  await new Promise((resolve, reject) => socket.on('close', resolve).on('error', reject));
  return answer;
}
