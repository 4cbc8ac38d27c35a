import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import { ASSET, SCRIPT, serve, server, useServer, webFolder } from './web.testing.ts';

useServer();

/** Uses a socket, because inject() and fetch() both normalise the path. */
async function call(method: 'GET' | 'HEAD', path: string) {
  const { port } = server().server.address() as AddressInfo;
  const [response] = (await once(request({ port, method, path, agent: false }).end(), 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, size: (await buffer(response)).length };
}

describe('the web app on the same origin', () => {
  it.each(['/', '/apply', '/apply?x-binu-did=abc', '/profiling-yearly/some-did-1', '/%E0%A4%A'])(
    'G5: %s is a screen: the page, revalidated each time, with a token',
    async (url) => {
      const answer = await server().inject(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toContain('id="root"');
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringContaining("script-src 'self' 'sha256-"),
        'cache-control': 'private, no-cache',
        'set-cookie': expect.stringMatching(/^XSRF-TOKEN=/),
      });
    },
  );

  it.each(['/nowhere', '/nowhere/at/all', '/nowhere/%0d%0aset-cookie:a=b', '/index.html'])(
    'G5: %s has no screen: home, query kept',
    async (path) => {
      const query = '?a=%2F%2Fevil.example&x-binu-did=abc&b';
      for (const method of ['GET', 'HEAD', 'POST'] as const) {
        const { statusCode, headers } = await server().inject({ method, url: path + query });
        expect([method, statusCode, headers.location]).toEqual([method, 303, `/${query}`]);
      }
    },
  );

  it('R13: sends the home page for an unknown name', async () => {
    const answer = await server().inject('/unbuilt');
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('<p>Loading</p>')]);
  });

  it.each([
    '/assets',
    '/assets/',
    '/assets/other.js',
    '/assets/other',
    `${ASSET}.br`,
    `${ASSET}.gz`,
    `${ASSET}.map`,
    `${ASSET}/`,
    `/${ASSET}`,
    '/favicon.ico',
    '/.vite/manifest.json',
    '/.vite/manifest',
    '/.env',
    '/server/server.js',
    '/pages/terms.html',
    '/build.txt',
    '/api',
    '/api/',
    '/api/v2/nothing',
    '/%61pi/v2/nothing',
    '/partners/nothing',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/secret.txt%00',
  ])('%s is 404', async (path) => {
    const { status, headers } = await call('GET', path);
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('sends a hashed asset compressed, to be cached permanently', async () => {
    const get = (encoding: string) => server().inject({ url: ASSET, headers: { 'accept-encoding': encoding } });
    const brotli = await get('gzip, deflate, br');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
    expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe(SCRIPT);
    expect((await get('br;q=0, identity')).body).toBe(SCRIPT);
    expect((await server().inject(ASSET)).body).toBe(SCRIPT);
  });

  it('sends a file without a hash uncompressed, to be revalidated', async () => {
    const { body, headers } = await server().inject({ url: '/logo.svg', headers: { 'accept-encoding': 'br' } });
    expect([body, headers['content-type'], headers['cache-control']]).toEqual(['<svg/>', 'image/svg+xml', 'no-cache']);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('T19: reads a path of dots and a header of blanks quickly', async () => {
    // A pattern that tries every dot or blank as a start would block the process for minutes.
    const before = process.cpuUsage();
    const long = 100_000;
    expect((await server().inject(`/a${'.'.repeat(long)}/b`)).statusCode).toBe(200);
    const headers = { 'accept-encoding': `x${' '.repeat(long)}y, gzip ; q=0.5, br;q=0` };
    expect((await server().inject({ url: '/terms', headers })).headers['content-encoding']).toBe('gzip');
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it('sends the page compressed', async () => {
    const { body: plain, cookies } = await server().inject('/');
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const get = (encoding: string) => server().inject({ url: '/', headers: { 'accept-encoding': encoding, cookie } });
    for (const accepted of ['gzip, deflate, br', 'br;q=0.5', 'gzip;q=0 , br ; q=1']) {
      const { headers, rawPayload } = await get(accepted);
      expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, cookie' });
      expect(brotliDecompressSync(rawPayload).toString()).toBe(plain);
    }
    expect(gunzipSync((await get('gzip, br; q=0')).rawPayload).toString()).toBe(plain);
    expect((await get('br;q=0, identity')).body).toBe(plain);
  });

  it.each(['/', ASSET, '/logo.svg'])('answers 304 to a client that already has %s', async (url) => {
    const get = (ifNoneMatch: string) =>
      server().inject({ url, headers: { 'accept-encoding': 'br', 'if-none-match': ifNoneMatch } });
    const first = await get('"other"');
    const etag = String(first.headers.etag);
    expect([first.statusCode, etag]).toEqual([200, expect.stringMatching(/^W\/"[\w-]+"$/)]);
    for (const known of [etag, etag.slice(2), `"a", ${etag}`, `${etag.slice(2)},W/"b"`, '*']) {
      const again = await get(known);
      expect([known, again.statusCode, again.body]).toEqual([known, 304, '']);
      expect(again.headers).toMatchObject({ etag, 'cache-control': first.headers['cache-control'] });
    }
    for (const unknown of ['"a", "b"', etag.slice(3, -1)]) expect((await get(unknown)).statusCode).toBe(200);
  });

  it.each(['/', '/apply', ASSET])('answers HEAD %s like GET, without the body', async (path) => {
    const [head, get] = [await call('HEAD', path), await call('GET', path)];
    expect([head.status, head.size]).toEqual([200, 0]);
    expect(get.size).toBe(Number(head.headers['content-length']));
    for (const name of ['content-type', 'cache-control', 'etag']) expect(head.headers[name]).toBe(get.headers[name]);
  });

  it('B6: answers HEAD of a call with 404, and of health checks as usual', async () => {
    const head = async (url: string) => (await server().inject({ method: 'HEAD', url })).statusCode;
    expect(await head(api.withdraw('some-did-1'))).toBe(404);
    expect([await head('/healthz'), await head('/readyz')]).toEqual([200, 503]);
  });

  it('answers monitoring paths with 404, not with the app', async () => {
    for (const url of ['/metrics', '/healthz/money', '/healthz/attention'])
      expect([url, (await server().inject(url)).statusCode]).toEqual([url, 404]);
  });

  it('answers a failed precondition with a client error', async () => {
    expect((await server().inject({ url: ASSET, headers: { 'if-match': '"other"' } })).statusCode).toBe(412);
  });

  it.each(['assets', 'missing'])('serves only the API if no app was built (%s)', async (name) => {
    const bare = await serve({}, join(webFolder(), name));
    expect((await bare.inject('/')).statusCode).toBe(404);
    expect((await bare.inject(api.config)).statusCode).toBe(200);
    await bare.close();
  });
});
