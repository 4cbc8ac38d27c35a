import { randomBytes } from 'node:crypto';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api } from '@panel/domain/paths';
import { beforeAll, describe, expect, it } from 'vitest';
import { contents, registered, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';

const kit = useKit({ SHARED_NETWORKS: '192.0.2.0/25' });
const ORIGIN = 'http://localhost:3000';
let did = '';
let token = '';

beforeAll(async () => {
  did = await registered(kit());
  const cookie = String((await kit().app.inject(api.config)).headers['set-cookie']);
  token = /^XSRF-TOKEN=([^;]+); Path=\/; SameSite=Strict$/.exec(cookie)?.[1] ?? '';
});

const put = (headers: Record<string, string>) =>
  kit().app.inject({
    method: 'PUT',
    url: api.preference(did),
    headers,
    payload: { data: [{ preference: 'research', value: true }] },
  });
const browser = (over: Record<string, string> = {}) => ({
  origin: ORIGIN,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
  cookie: `XSRF-TOKEN=${token}`,
  'x-xsrf-token': token,
  ...over,
});
const without = (headers: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

describe('G8: the CSRF token', () => {
  it('is set by the configuration file, and kept while it is valid', async () => {
    expect(token).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    const again = await kit().app.inject({ url: api.config, headers: { cookie: `a=1; XSRF-TOKEN=${token}` } });
    expect(again.headers['set-cookie']).toBeUndefined();
    const tampered = await kit().app.inject({ url: api.config, headers: { cookie: `XSRF-TOKEN=x${token}` } });
    expect(tampered.headers['set-cookie']).toBeDefined();
  });

  it.each([
    ['our own page', () => browser()],
    ['our own page on the other name of this machine', () => browser({ origin: 'http://127.0.0.1:3000' })],
    [
      'an old webview without fetch metadata',
      () => without(browser(), 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'),
    ],
    [
      'Chrome 69, whose calls have the origin null on a page without a referrer',
      () => ({ ...without(browser(), 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'), origin: 'null' }),
    ],
    ['an old webview that sends no destination', () => without(browser(), 'sec-fetch-dest')],
    ['a script', () => ({})],
    ['a script of Node', () => ({ 'sec-fetch-mode': 'cors' })],
  ])('lets %s write', async (_, headers) => {
    expect((await put(headers())).statusCode).toBe(200);
  });

  it.each([
    ['a page without an origin that doesn’t know the token', () => ({ origin: 'null', cookie: `XSRF-TOKEN=${token}` })],
    ['a foreign page', () => browser({ origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })],
    ['a foreign page that names our site', () => browser({ 'sec-fetch-site': 'cross-site' })],
    [
      'a partner behind the same gateway',
      () => browser({ origin: 'https://sibling.example', 'sec-fetch-site': 'same-site' }),
    ],
    ['a sandboxed frame', () => browser({ origin: 'null' })],
    ['an origin on another port', () => browser({ origin: 'http://localhost:3001' })],
    [
      'a typed address',
      () => browser({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }),
    ],
    ['a navigation of our own', () => browser({ 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' })],
    ['an image of our own', () => browser({ 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' })],
    ['a browser without the header', () => without(browser(), 'x-xsrf-token')],
    ['a browser without the cookie', () => without(browser(), 'cookie')],
    ['a browser with another header', () => browser({ 'x-xsrf-token': `${token}x` })],
    ['a forged token', () => browser({ cookie: 'XSRF-TOKEN=abc.def', 'x-xsrf-token': 'abc.def' })],
    ['an empty token', () => browser({ cookie: 'XSRF-TOKEN=', 'x-xsrf-token': '' })],
    ['a prefetch', () => browser({ 'sec-purpose': 'prefetch' })],
    ['an old prefetch', () => ({ purpose: 'prefetch' })],
    ['a cookie alone', () => ({ cookie: 'a=1' })],
  ])('refuses %s', async (_, headers) => {
    const before = await contents(kit());
    const answer = await put(headers());
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden']);
    expect(await contents(kit())).toEqual(before);
  });

  it('T14: is the valid one of several cookies with its name, in any position', async () => {
    const tossed = 'XSRF-TOKEN=tossed.by-a-sibling';
    for (const cookie of [`${tossed}; XSRF-TOKEN=${token}`, `XSRF-TOKEN=${token}; ${tossed}`]) {
      const sent = cookie.replaceAll(/XSRF-TOKEN=|;/g, '').replace(' ', ',');
      expect((await put(browser({ cookie, 'x-xsrf-token': sent }))).statusCode).toBe(200);
      expect((await put(browser({ cookie, 'x-xsrf-token': 'tossed.by-a-sibling' }))).statusCode).toBe(403);
      const config = await kit().app.inject({ url: api.config, headers: { cookie } });
      expect(config.headers['set-cookie']).toBeUndefined();
    }
  });

  it('is signed with the first of several keys, and accepted with any of them', async () => {
    const [old] = kit().config.csrfKeys;
    const changed = buildApp({ ...kit().deps, config: { ...kit().config, csrfKeys: [randomBytes(32), old] } });
    const url = api.withdraw(did);
    expect((await changed.inject({ url, headers: browser() })).statusCode).toBe(200);
    const cookie = String((await changed.inject(api.config)).headers['set-cookie']).split(';', 1)[0] as string;
    const headers = browser({ cookie, 'x-xsrf-token': cookie.replace('XSRF-TOKEN=', '') });
    expect((await changed.inject({ url, headers })).statusCode).toBe(200);
    expect((await kit().app.inject({ url, headers })).statusCode).toBe(403);
    await changed.close();
  });

  it('is not needed for reads, which are accepted from our own pages only', async () => {
    const read = (headers: Record<string, string>) => kit().app.inject({ url: api.registrationCheck(did), headers });
    expect((await read(without(browser(), 'x-xsrf-token', 'cookie'))).statusCode).toBe(200);
    expect((await read({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  });

  it('is also required if the path is spelled differently', async () => {
    const url = api.withdraw(did).replace('/api/', '/%61pi/');
    const answer = await kit().app.inject({ url, headers: browser({ 'sec-fetch-site': 'cross-site' }) });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([403, 'no-store']);
    expect((await kit().app.inject({ url, headers: browser() })).statusCode).toBe(200);
  });

  const counts = async (): Promise<Record<string, number>> => {
    const { body } = await kit().internal.inject('/metrics');
    const lines = body.matchAll(/^panel_csrf_checks_total\{result="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, result, count]) => [result, Number(count)]));
  };
  /** What the calls added to the counts. */
  const counted = async (calls: () => Promise<void>): Promise<Record<string, number>> => {
    const before = await counts();
    await calls();
    const added = Object.entries(await counts()).map(([result, count]) => [result, count - (before[result] ?? 0)]);
    return Object.fromEntries(added.filter(([, count]) => count !== 0));
  };

  it('T3: counts each caller once in a quarter of an hour, so that one caller can’t page anyone', async () => {
    const forge = (remoteAddress: string, headers: Record<string, string>) =>
      kit().app.inject({ url: api.withdraw(did), remoteAddress, headers });
    const ofOne = await counted(async () => {
      for (let calls = 0; calls < 30; calls += 1) {
        await forge('203.0.113.9', browser({ origin: 'https://evil.example' }));
        await forge('203.0.113.9', browser({ 'sec-fetch-site': 'cross-site' }));
        await forge('203.0.113.9', browser());
      }
    });
    expect(ofOne).toEqual({ origin: 1, passed: 1 });
    // A gateway that changes headers refuses everyone.
    const ofMany = await counted(async () => {
      for (let caller = 1; caller <= 30; caller += 1)
        await forge(`198.51.100.${caller}`, browser({ origin: 'https://gateway.example' }));
    });
    expect(ofMany).toEqual({ origin: 30 });
    const ofSharedNetwork = await counted(async () => {
      for (let calls = 0; calls < 30; calls += 1)
        await forge('192.0.2.7', browser({ origin: 'https://gateway.example' }));
    });
    expect(ofSharedNetwork).toEqual({ origin: 30 });
  });

  it('counts browsers’ calls that pass or are refused, by reason, to show a gateway that changes headers', async () => {
    const url = api.withdraw(did);
    const added = await counted(async () => {
      for (const headers of [
        browser(),
        browser({ origin: 'https://elsewhere.example' }),
        browser({ 'sec-fetch-site': 'same-site' }),
        browser({ 'sec-fetch-mode': 'navigate' }),
        browser({ 'sec-fetch-dest': 'image' }),
        browser({ 'sec-purpose': 'prefetch' }),
        without(browser(), 'x-xsrf-token'),
        // Not from a browser, or not a change.
        {},
      ])
        await kit().app.inject({ url, headers });
      await kit().app.inject({ url: api.registrationCheck(did), headers: browser() });
    });
    expect(added).toEqual({ passed: 1, origin: 1, site: 1, mode: 1, destination: 1, speculation: 1, token: 1 });
  });

  it('B6: is required for the GETs that change something, and HEAD is refused on them', async () => {
    for (const url of [api.withdraw(did), entryLink('cint-match')(did)]) {
      expect((await kit().app.inject({ url, headers: without(browser(), 'x-xsrf-token') })).statusCode).toBe(403);
      expect((await kit().app.inject({ url, headers: { 'sec-purpose': 'prefetch' } })).statusCode).toBe(403);
      expect((await kit().app.inject({ url, headers: browser() })).statusCode).toBe(200);
      expect((await kit().app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
    }
  });
});
