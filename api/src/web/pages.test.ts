import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { api } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import type { ServerConfig } from '../config.ts';
import { serve, server, useServer, webFolder } from './web.testing.ts';

useServer();

/** The JSON that the server wrote into a page. */
function dataIn(html: string, id: string): unknown {
  const [, json = 'null'] = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`).exec(html) ?? [];
  return JSON.parse(json);
}

describe('the page of a panelist', () => {
  const HOME = '/?x-binu-did=some-device-1&note=%3Cb%3E';

  it('G1, H6: has the registration check’s response as content and as data, and is not cached', async () => {
    const answer = await server().inject({ url: HOME, headers: { 'if-none-match': '*' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers.etag).toBeUndefined();
    const responses = { [api.registrationCheck('some-device-1')]: { status: 503 } };
    expect(dataIn(answer.body, 'answers')).toEqual(responses);
    expect(answer.body).toContain(
      `<div id="root"><p>Bua ${JSON.stringify(['/', '?x-binu-did=some-device-1&note=%3Cb%3E', responses, null])}</p></div>`,
    );
    expect(answer.body).not.toContain('Loading');
  });

  it('is sent compressed', async () => {
    const get = (encoding: string) => server().inject({ url: HOME, headers: { 'accept-encoding': encoding } });
    const plain = (await get('identity')).body;
    expect(brotliDecompressSync((await get('gzip, br')).rawPayload).toString()).toBe(plain);
    expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe(plain);
  });

  it('H8: is the skeleton without data if the check takes longer than 300 ms', async () => {
    const slow = await serve({}, webFolder(), () => new Promise(() => undefined));
    const { body, headers } = await slow.inject(HOME);
    expect(body).toContain('<p>Loading</p>');
    expect(body).toContain('<a href="/?x-binu-did=some-device-1&amp;note=%3Cb%3E">');
    expect(body).not.toContain('id="answers"');
    expect(headers['cache-control']).toBe('private, no-cache');
    await slow.close();
  });

  it('T2, T19: counts as a read of its device, including an unknown one: over the limits it has no responses', async () => {
    const limited = await serve({ rateLimits: true }, webFolder(), async () => undefined);
    const open = (did: string) => limited.inject({ url: `/?x-binu-did=${did}`, remoteAddress: '203.0.113.9' });
    const hasResponses = async (did: string) => (await open(did)).body.includes('id="answers"');
    expect(await hasResponses('some-device-0')).toBe(true);
    for (let tried = 1; tried < 60; tried += 1) await open(`some-device-${tried}`);
    expect(await hasResponses('some-device-60')).toBe(false);
    await limited.close();
  });

  it('H1: says how to open the panel without a device id', async () => {
    expect((await server().inject('/')).body).toContain('Open the panel from Discover');
  });
});

describe('the page', () => {
  const open = async (over: Partial<ServerConfig>) => {
    const other = await serve(over);
    const [html, config] = [(await other.inject('/')).body, (await other.inject(api.config)).json()];
    await other.close();
    const [, title] = /<title>(.*?)<\/title>/.exec(html) ?? [];
    return { html, title, data: dataIn(html, 'config'), config };
  };

  it('allows its inline style and script by their hashes, and nothing else inline', async () => {
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      const policy = String((await server().inject({ url: '/terms', headers })).headers['content-security-policy']);
      const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
      expect(policy).toContain(`script-src 'self' ${hash('let tapped')}; style-src 'self' ${hash('p{}')};`);
      expect(policy).not.toContain('unsafe');
    }
  });

  it('names its build, like API responses, so that an old app notices a new server', async () => {
    expect((await server().inject('/terms')).body).toContain('data-build="b1"');
    expect((await server().inject(api.registrationCheck('some-device-1'))).headers['x-app-build']).toBe('b1');
  });

  it('G2, G7: has the product’s title and the configuration from its first byte', async () => {
    const { title, data, config } = await open({ product: 'Moya', release: '1.2.3', errorReporting: true });
    expect(title).toBe('Moya Survey | #datafree');
    expect(data).toEqual(config);
    expect(data).toMatchObject({ product: 'Moya', release: '1.2.3', errorReporting: { enabled: true } });
  });

  it('escapes markup in names', async () => {
    const { html, title, data } = await open({
      product: 'A</title></script><script>alert(1)</script>&lt;$&',
      release: '<!--<script>',
    });
    expect(title).toBe(
      'A&lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;lt;$&amp; Survey | #datafree',
    );
    expect(data).toMatchObject({
      product: 'A</title></script><script>alert(1)</script>&lt;$&',
      release: '<!--<script>',
    });
    expect(html.match(/<script|<!--/g)).toEqual(['<script', '<script', '<script']);
  });

  it.each([{ product: 'Moya' }, { release: '1.2.4' }, { errorReporting: true }])(
    'has another ETag with %o',
    async (over) => {
      const other = await serve(over);
      const [before, after] = await Promise.all(
        [server(), other].map(async (each) => (await each.inject('/')).headers),
      );
      expect(before?.etag).not.toBe(after?.etag);
      await other.close();
    },
  );
});

it('T3: the token is in a page’s forms, and not in its links if the query has the token’s mark', async () => {
  const { body } = await server().inject('/terms?x={{token}}');
  expect(body).toContain('<a href="/?x={{token}}"></a>');
  expect(body).toMatch(/<b>[\w-]+\.[\w-]+<\/b>/);
});
