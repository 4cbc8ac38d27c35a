import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { buildApp } from '../app.ts';
import type { Dependencies } from '../dependencies.ts';
import { loadApp } from './app-files.ts';

const kit = useKit();
let folder = '';
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'panel-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>The app</title>');
  await writeFile(join(folder, 'assets', 'main-abc.js'), 'x'.repeat(5000));
  await writeFile(join(folder, 'logo.svg'), '<svg/>');
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}');
  const deps = { config: kit().config, clock: kit().clock, vault: kit().vault } as unknown as Dependencies;
  app = buildApp({ ...deps, config: { ...deps.config, logLevel: 'silent' } }, { web: await loadApp(folder) });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('the web app on the same origin', () => {
  it.each([
    '/',
    '/?x-binu-did=abc',
    '/apply',
    '/profiling-yearly/some-did-1',
    '/nowhere/at/all',
    '/%E0%A4%A',
    '/index.html',
  ])('G5: %s is a screen: the page, never kept without asking, with a token', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('The app');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'set-cookie': expect.stringMatching(/^XSRF-TOKEN=/),
    });
  });

  it.each([
    '/assets/other.js',
    '/favicon.ico',
    '/.vite/manifest.json',
    '/api/v2/nothing',
    '/api/',
    '/../package.json',
    '/%2e%2e/package.json',
  ])('%s is 404', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(404);
  });

  it('keeps a hashed asset for good, and sends it compressed', async () => {
    const get = (encoding: string) =>
      app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': encoding } });
    const brotli = await get('gzip, deflate, br');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('x'.repeat(5000));
    expect(gunzipSync((await get('gzip')).rawPayload).toString()).toBe('x'.repeat(5000));
    expect((await get('br;q=0, identity')).body).toBe('x'.repeat(5000));
  });

  it('answers 304 to who has it already', async () => {
    const { etag } = (await app.inject('/')).headers;
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is no app where none was built', async () => {
    expect(await loadApp(join(folder, 'assets'))).toBeNull();
    expect(await loadApp(join(folder, 'missing'))).toBeNull();
  });
});

describe('errors of a browser', () => {
  it('T4: are logged on our own origin when the configuration says so, without an id in them', async () => {
    const lines: string[] = [];
    const { Writable } = await import('node:stream');
    const logTo = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const on = buildApp({ config: { ...kit().config, errorReporting: true } } as Dependencies, { logTo });
    const answer = await on.inject({
      method: 'POST',
      url: '/api/v2/telemetry',
      headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' },
      payload: {
        name: 'TypeError',
        message: 'x of canary-did-12345 at /balance?x-binu-did=canary-did-12345',
        stack: ['?'],
      },
    });
    await on.close();
    expect(answer.statusCode).toBe(204);
    expect(lines.join('')).toContain('TypeError');
    expect(lines.join('')).not.toContain('canary');
  });

  it('are not asked for otherwise', async () => {
    expect((await app.inject({ method: 'POST', url: '/api/v2/telemetry', payload: {} })).statusCode).toBe(404);
  });
});
