/** What HAProxy refuses in front of the processes, with the configuration of `deploy/`. */

import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS } from '@panel/domain/partners/partners';
import { api, PARTNERS_PATH, partnerCallback, screens } from '@panel/domain/paths';
import { PROFILING_SURVEYS } from '@panel/domain/profiling/surveys';
import { afterEach, describe, expect, it } from 'vitest';
import { problemContent } from '../api/src/platform/http/problems.ts';
import { hasHaproxy, startProxy } from '../e2e/proxy.ts';
import { matches, read } from '../scripts/repository.ts';

const config = read('deploy/haproxy/haproxy.cfg');
const did = 'some-device-0001';
const SERVED_AT_ONCE = Number(matches(config, /slowstart \S+ maxconn (\d+)$/gm)[0]);

describe('HAProxy’s configuration', () => {
  /** By the rules that read `txn.path`, the path as the processes decode it, alone or after the method. */
  const isOf = (name: string, call: string) =>
    [...config.matchAll(new RegExp(`^ +acl ${name} (.*?txn\\.path\\)) -m (\\w+) (.*)$`, 'gm'))].some(
      ([, read = '', how, values = '']) => {
        const [text, listed] = read.startsWith('method')
          ? [call, [values.replaceAll('"', '')]]
          : [call.replace(/^\w+ /, ''), values.split(' ')];
        if (how === 'beg') return listed.some((value) => text.startsWith(value));
        if (how === 'sub') return listed.some((value) => text.includes(value));
        return how === 'str' && listed.includes(text);
      },
    );
  const CALLS = {
    link: [
      ...PARTNERS.map((partner) => `GET ${entryLink(partner)(did)}`),
      `GET ${api.surveys(did)}`,
      `POST ${api.surveys(did)}`,
      `GET ${screens.surveys}`,
      `POST ${screens.surveys}`,
      `POST ${screens.surveys}/`,
      `POST ${screens.home}`,
    ],
    form: [...PROFILING_SURVEYS.map(api.profiling), api.dateOfBirth, api.firstLanguage].map((path) => `PUT ${path}`),
    'sign-up': [`POST ${api.register}`],
    money: [
      `GET ${PARTNERS_PATH}`,
      ...PARTNERS.map((partner) => `POST ${partnerCallback(partner)}`),
      `GET ${api.withdraw(did)}`,
    ],
    read: [
      ...[api.registrationCheck(did), api.history(did), api.preference(did), api.config].map((path) => `GET ${path}`),
      ...[screens.home, screens.balance].map((path) => `GET ${path}`),
      `POST ${screens.withdraw}`,
    ],
  };

  it('R21: tells survey links, forms, sign-ups and money by method and path', () => {
    for (const [kind, calls] of Object.entries(CALLS))
      for (const call of calls)
        expect([call, ...Object.keys(CALLS).filter((name) => isOf(name, call))]).toEqual(
          kind === 'read' ? [call] : [call, kind],
        );
  });
});

/** A process that answers nothing but its check until it is told to. */
async function holdingServer(keepAliveTimeout = 60_000) {
  const held: ServerResponse[] = [];
  const arrived: string[] = [];
  const server: Server = createServer({ keepAliveTimeout }, ({ url = '' }, response) => {
    if (url === '/readyz') return void response.end();
    arrived.push(url);
    held.push(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, held, arrived, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(!hasHaproxy())('R7, R21: HAProxy', () => {
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  async function fullProcess(backend: 'api' | 'links', path: string, init?: RequestInit) {
    const process = await holdingServer();
    const proxy = await startProxy(process.origin, '120s');
    stops.push(() => process.server.close().closeAllConnections(), proxy.stop);
    const call = (path: string, init?: RequestInit) => fetch(proxy.origin + path, init);
    /** Sends a call that is not answered yet. */
    const send = (path: string, init?: RequestInit) => void call(path, init).catch(() => null);
    for (let n = 0; n < SERVED_AT_ONCE; n += 1) send(path, init);
    await expect.poll(() => process.arrived.length).toBe(SERVED_AT_ONCE);
    const queueUpTo = async (count: number) => {
      for (let queued = await proxy.queued(backend); queued < count; queued += 1) send(path, init);
      await expect.poll(() => proxy.queued(backend)).toBe(count);
    };
    return { process, proxy, call, send, queueUpTo };
  }

  it('refuses survey links first, then forms, sign-ups and reads, and serves partners and withdrawals first', async () => {
    const { process, proxy, call, send, queueUpTo } = await fullProcess('api', api.history(did));
    const link = () => call(entryLink('cint-match')(did));
    const form = [api.profiling('yearly'), { method: 'PUT', body: '{}' }] as const;
    const signUp = [api.register, { method: 'POST', body: '{}' }] as const;
    const queued = () => proxy.queued('api');
    await queueUpTo(39);
    send(entryLink('cint-match')(did));
    await expect.poll(() => process.arrived.at(-1)).toBe(entryLink('cint-match')(did));
    await queueUpTo(40);
    expect((await link()).status).toBe(503);
    send(...form);
    await expect.poll(queued).toBe(41);
    await queueUpTo(80);
    expect((await call(...form)).status).toBe(503);
    send(...signUp);
    await expect.poll(queued).toBe(81);
    await queueUpTo(120);
    expect((await call(...signUp)).status).toBe(503);
    await queueUpTo(160);
    const refused = await call(api.registrationCheck(did));
    expect(refused.status).toBe(503);
    const { requestId } = JSON.parse(await refused.clone().text());
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    const { type, body } = problemContent('Bua', { code: 'unavailable' }, requestId);
    expect(await refused.text()).toBe(body);
    const page = await call(screens.home, { headers: { accept: 'text/html' } });
    const expected = problemContent('Bua', { code: 'unavailable' }, '', 'text/html');
    expect(await page.text()).toBe(expected.body.replaceAll('\n', ''));
    for (const [response, contentType] of [
      [refused, type],
      [page, expected.type],
    ] as const) {
      expect(response.status).toBe(503);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': contentType,
        'retry-after': '2',
        'cache-control': 'no-store',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
    }
    const [metric = 'none'] = matches(read('deploy/prometheus/alerts.yml'), /rate\((haproxy_\w+\{.*?code="5xx"\})/g);
    const figures = await (await fetch(proxy.metrics)).text();
    expect(matches(figures, /^(\w+\{.*\} \d+)$/gm)).toContain(`${metric} 5`);
    // Full, and yet what partners report is accepted, and is served before all that came earlier.
    send(partnerCallback('purespectrum'), { method: 'POST' });
    send(api.withdraw(did));
    await expect.poll(queued).toBe(162);
    const before = process.arrived.length;
    for (const response of process.held.splice(0, 2)) response.end();
    await expect.poll(() => process.arrived.length).toBe(before + 2);
    expect(process.arrived.slice(-2).sort()).toEqual([api.withdraw(did), partnerCallback('purespectrum')].sort());
  });

  it.each<[string, string, RequestInit?]>([
    ['survey links', entryLink('purespectrum')(did)],
    ['lists of surveys', api.surveys(did)],
    ['choices of a survey', api.surveys(did), { method: 'POST', body: '{}' }],
    ['pages with the list', `${screens.surveys}?x-binu-did=${did}`],
    ['choices without script', `${screens.surveys}?x-binu-did=${did}`, { method: 'POST', body: '' }],
    ['survey links without script', `${screens.home}?x-binu-did=${did}`, { method: 'POST', body: '' }],
  ])('serves checks, withdrawals and forms at once while a slow partner holds up %s', async (_, path, init) => {
    const { process, call, send, queueUpTo } = await fullProcess('links', path, init);
    await queueUpTo(1);
    expect((await call(path, init)).status).toBe(503);
    for (const [other, by] of [
      [api.registrationCheck(did)],
      [api.withdraw(did)],
      [screens.home],
      [screens.withdraw, { method: 'POST', body: '' }],
    ] as const) {
      send(other, by);
      await expect.poll(() => process.arrived.at(-1)).toBe(other);
    }
  });

  it('tells a path that is written with percent signs by what it says, and leaves it as it is', async () => {
    const encoded = (path: string) => path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
    const { process, proxy, call, send, queueUpTo } = await fullProcess('api', api.history(did));
    await queueUpTo(40);
    expect((await call(encoded(entryLink('cint-match')(did)))).status).toBe(503);
    await queueUpTo(80);
    expect((await call(encoded(api.profiling('yearly')), { method: 'PUT', body: '{}' })).status).toBe(503);
    await queueUpTo(120);
    expect((await call(encoded(api.register), { method: 'POST', body: '{}' })).status).toBe(503);
    const callback = `${encoded(partnerCallback('purespectrum'))}?sig=%7Ea%2db`;
    send(callback);
    await expect.poll(() => proxy.queued('api')).toBe(121);
    const before = process.arrived.length;
    process.held.shift()?.end();
    await expect.poll(() => process.arrived.length).toBe(before + 1);
    expect(process.arrived.at(-1)).toBe(callback);
  });

  it('R7: keeps an idle connection for longer than its client was told, so that no call is sent on one that it closes', async () => {
    const [keepAliveMs = ''] = matches(read('api/src/platform/http/sockets.ts'), /^const KEEP_ALIVE_MS = (\S+);/gm);
    // The same times, a tenth as long.
    const process = await holdingServer(Number(keepAliveMs.replace('_', '')) / 10);
    const proxy = await startProxy(process.origin, '1s', (text) =>
      text.replace(/^( +timeout (?:client|http-\S+) \d+)0s$/gm, '$1s'),
    );
    const socket = connect(Number(new URL(proxy.origin).port), '127.0.0.1').setEncoding('utf8');
    stops.push(
      () => process.server.close().closeAllConnections(),
      proxy.stop,
      () => socket.destroy(),
    );
    socket.write(`GET ${api.config} HTTP/1.1\r\nhost: x\r\n\r\n`);
    await expect.poll(() => process.held.length).toBe(1);
    process.held.shift()?.end();
    const [response] = await once(socket, 'data');
    const answeredAt = performance.now();
    await once(socket, 'end');
    const [told = 0] = matches(response, /^keep-alive: timeout=(\d+)/gim).map(Number);
    expect(told).toBe(6);
    expect(performance.now() - answeredAt).toBeGreaterThan(told * 1000);
  });

  it('T18: keeps 250 connections of a network, and any number of our own machines', async () => {
    const process = await holdingServer();
    const proxy = await startProxy(process.origin);
    const sockets: Socket[] = [];
    stops.push(
      () => process.server.close().closeAllConnections(),
      proxy.stop,
      () => sockets.map((socket) => socket.destroy()),
    );
    /** Opens a connection from this address, asks once and stays connected. Returns whether it is answered. */
    const isKept = (address: string): Promise<boolean> => {
      const socket = connect(proxy.portForAddresses, '127.0.0.1').on('error', () => {});
      sockets.push(socket);
      const [family, to] = address.includes(':') ? ['TCP6', '::1'] : ['TCP4', '127.0.0.1'];
      socket.write(`PROXY ${family} ${address} ${to} 1000 80\r\nGET /readyz HTTP/1.1\r\nhost: x\r\n\r\n`);
      return new Promise((resolve) => socket.once('data', () => resolve(true)).once('close', () => resolve(false)));
    };
    const keptOf = async (addressOf: (index: number) => string) => {
      const kept = await Promise.all(Array.from({ length: 260 }, (_, index) => isKept(addressOf(index))));
      return kept.filter(Boolean).length;
    };
    expect(await keptOf(() => '203.0.113.1')).toBe(250);
    expect(await isKept('203.0.113.2')).toBe(true);
    expect(await keptOf((index) => `2001:db8::${index.toString(16)}`)).toBe(250);
    expect(await isKept('2001:db8:0:1::1')).toBe(true);
    expect(await keptOf(() => '10.0.0.7')).toBe(260);
  });
});
