import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGateway } from './gateway.ts';
import { NETWORKS } from './gateway-throttle.ts';
import { listen } from './sandbox.testing.ts';
import { createSandbox } from './sandbox.ts';
import type { State } from './state.ts';

const DID = 'demo-panelist-1';
const MIB = 1_048_576;
type Answered = { status: number; headers: IncomingMessage['headers']; body: Buffer; text: string };

let state: State;
let received: (Pick<IncomingMessage, 'url' | 'headers'> & { size: number })[];
let respond: (response: ServerResponse) => void;
let close: () => void;

beforeEach(async () => {
  received = [];
  respond = (response) => response.end('ok');
  const panel = createServer(async (message, response) => {
    received.push({ url: message.url, headers: message.headers, size: (await buffer(message)).length });
    respond(response);
  });
  const made = createSandbox(await listen(panel));
  const gateway = createGateway(made.state);
  state = made.state;
  state.sandboxOrigin = await listen(made.server);
  state.gatewayOrigin = await listen(gateway);
  close = () => {
    for (const server of [panel, gateway, made.server]) {
      server.closeAllConnections();
      server.close();
    }
  };
});
afterEach(() => close());

/** Like a browser: fetch() would neither send these headers nor show a redirect. */
const send = (path: string, headers: Record<string, string> = {}, body?: Buffer, origin = state.gatewayOrigin) =>
  new Promise<Answered>((resolve, reject) => {
    const outgoing = request(origin + path, { method: body ? 'POST' : 'GET', headers, agent: false }, (message) => {
      buffer(message).then(
        (all) => resolve({ status: message.statusCode ?? 0, headers: message.headers, body: all, text: `${all}` }),
        reject,
      );
    });
    outgoing.on('error', reject).end(body);
  });
const open = (path: string, headers: Record<string, string> = {}) =>
  send(path, { 'sec-fetch-mode': 'navigate', accept: 'text/html', ...headers });
const command = async (name: string, fields: object) => {
  const body = Buffer.from(JSON.stringify(fields));
  const { status, text } = await send(
    `/__sandbox/${name}`,
    { 'content-type': 'application/json' },
    body,
    state.sandboxOrigin,
  );
  expect(status, text).toBe(200);
};
const respondWith = (type: string, body: string | Buffer, headers: Record<string, string> = {}) => {
  respond = (response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body);
};

it('looks like a browser to the panel, and keeps its own cookie to itself', async () => {
  await send(
    '/api/x?a=1&b=%20',
    {
      origin: state.gatewayOrigin,
      referer: `${state.gatewayOrigin}/balance`,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      cookie: `a=1; gateway_did=${DID}; b=2`,
      connection: 'close, x-mine',
    },
    Buffer.from('{}'),
  );
  expect(received).toMatchObject([{ url: '/api/x?a=1&b=%20', size: 2 }]);
  expect(received[0]?.headers).toMatchObject({
    host: new URL(state.panelOrigin).host,
    origin: state.panelOrigin,
    referer: `${state.panelOrigin}/balance`,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    cookie: 'a=1; b=2',
    'content-length': '2',
  });
  await send('/api/x', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' });
  expect(received[1]?.headers).toMatchObject({ origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' });
});

it('passes cookies on without their domain', async () => {
  const cookies = ['a=1; Domain=panel.example; Path=/; SameSite=Strict', 'b=2; Path=/'];
  respond = (response) => response.writeHead(200, { 'set-cookie': cookies }).end();
  expect((await send('/')).headers['set-cookie']).toEqual(['a=1; Path=/; SameSite=Strict', 'b=2; Path=/']);
});

it('adds the did to pages that lack it, remembers it, and changes nothing else', async () => {
  const first = await open(`/?x-binu-did=${DID}`);
  expect(first.headers['set-cookie']).toEqual([`gateway_did=${DID}; Path=/; HttpOnly; SameSite=Lax`]);
  const cookie = `gateway_did=${DID}`;
  const added = async (path: string) => (await open(path, { cookie })).headers.location;
  expect(await added('/balance')).toBe(`/balance?x-binu-did=${DID}`);
  expect(await added('/a?x=%20&y=a+b&x-binu-did=')).toBe(`/a?x=%20&y=a+b&x-binu-did=${DID}`);
  expect(await added('//evil.example/')).toBe(`/evil.example/?x-binu-did=${DID}`);
  expect(await added('/partners/cint-match/return/success?mid=1&hash=x')).toBeUndefined();
  // An old browser sends only an Accept header.
  expect((await send('/', { accept: 'text/html', cookie })).status).toBe(302);
  expect((await send('/config.json', { 'sec-fetch-mode': 'cors', accept: '*/*', cookie })).status).toBe(200);
  expect((await open(`/?x-binu-did=${DID}`, { cookie })).headers['set-cookie']).toBeUndefined();
  expect((await open('/?x-binu-did=another-device', { cookie })).headers['set-cookie']?.[0]).toMatch(
    /=another-device;/,
  );
  expect((await open('/?x-binu-did=a%3Bb')).headers['set-cookie']).toBeUndefined();
  expect((await open('/')).status).toBe(200);
});

it('opens from the sandbox’s address for the device chosen there', async () => {
  const visitEntry = (path: string) => send(path, {}, undefined, state.sandboxOrigin);
  expect((await visitEntry('/gateway')).text).toContain('name="did"');
  const home = `${state.gatewayOrigin}/?x-binu-did=${DID}`;
  for (const path of [`/gateway?did=${DID}`, `/gateway/?x-binu-did=${DID}`])
    expect((await visitEntry(path)).headers.location).toBe(home);
  expect((await visitEntry('/gateway?did=short')).status).toBe(400);
});

it('rewrites the panel’s origin only in redirects and pages, compressed or not', async () => {
  respond = (response) => response.writeHead(303, { location: `${state.panelOrigin}/a?b=%20c` }).end();
  expect((await send('/')).headers.location).toBe(`${state.gatewayOrigin}/a?b=%20c`);
  const html = `<a href="${state.panelOrigin}/x">é</a> ${state.panelOrigin}, ${state.panelOrigin}9`;
  const rewritten = `<a href="${state.gatewayOrigin}/x">é</a> ${state.gatewayOrigin}, ${state.panelOrigin}9`;
  respondWith('text/html; charset=utf-8', html, { etag: '"1"' });
  const page = await send('/');
  expect([page.text, page.headers.etag]).toEqual([rewritten, undefined]);
  respondWith('text/html', gzipSync(html), { 'content-encoding': 'gzip' });
  expect(gunzipSync((await send('/', { 'accept-encoding': 'gzip' })).body).toString()).toBe(rewritten);
  respondWith('text/javascript', html, { etag: '"1"' });
  expect((await send('/')).text).toBe(html);
});

it('warns before a person uses their own data', async () => {
  const away = 'https://other.example/s?a=1&b="<';
  const warning = `${state.gatewayOrigin}/__gateway/own-data?to=`;
  const warned = warning + encodeURIComponent(away);
  respond = (response) => response.writeHead(302, { location: away }).end();
  expect((await send('/')).headers.location).toBe(warned);
  respondWith('text/html', '<a class="x" href="https://other.example/?a=1&amp;b=2">');
  expect((await send('/')).text).toBe(
    `<a class="x" href="${warning}${encodeURIComponent('https://other.example/?a=1&b=2')}">`,
  );
  const { status, text } = await open(warned.slice(state.gatewayOrigin.length));
  expect(status).toBe(200);
  expect(text).toContain('This site is not data-free');
  expect(text).toContain('href="https://other.example/s?a=1&amp;b=&quot;&lt;"');
  for (const to of ['javascript:alert(1)', '', 'http://'])
    expect((await open(`/__gateway/own-data?to=${encodeURIComponent(to)}`)).status).toBe(404);
  const listed = encodeURIComponent(`${state.panelOrigin}/x?漢`);
  expect((await open(`/__gateway/own-data?to=${listed}`)).headers.location).toBe(`${state.gatewayOrigin}/x?%E6%BC%A2`);
});

it('lists the partners’ pages only on request, and sends them nothing about the person', async () => {
  const path = '/cint-router/session/none?x=%20';
  respondWith(
    'application/json',
    JSON.stringify({ url: state.sandboxOrigin + path, note: state.sandboxOrigin + path }),
  );
  const link = async () => JSON.parse((await send('/api/link')).text) as { url: string; note: string };
  const warned = `${state.gatewayOrigin}/__gateway/own-data?to=${encodeURIComponent(state.sandboxOrigin + path)}`;
  expect(await link()).toEqual({ url: warned, note: state.sandboxOrigin + path });
  await command('gateway', { partnersListed: true });
  expect((await link()).url).toBe(state.gatewayOrigin + path);
  const calls = received.length;
  expect((await open(path, { cookie: `gateway_did=${DID}` })).status).toBe(404);
  expect(received).toHaveLength(calls);
  expect(state.requests.at(-1)).toMatchObject({ party: 'cint-router', path: '/session/none?x=%20' });
  await command('reset', {});
  expect((await link()).url).toBe(warned);
  respondWith('application/json', JSON.stringify({ url: `${state.sandboxOrigin}/` }));
  expect((await link()).url).toBe(`${state.sandboxOrigin}/`);
});

it.each([
  ['slow-3g', 5000],
  ['2g', 1500],
] as const)('is as slow as %s: the latency once, then the bandwidth for every byte both ways', async (mode, size) => {
  respondWith('text/javascript', Buffer.alloc(size));
  await command('scenario', { party: 'gateway', mode });
  const { kbits, latencyMs } = NETWORKS[mode];
  const startedAt = performance.now();
  const answers = await Promise.all([send('/a', {}, Buffer.alloc(size)), send('/b')]);
  // Two calls wait for the latency at the same time, but share the bandwidth.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(latencyMs + (3 * size * 8) / kbits);
  expect(answers.map(({ body }) => body.length)).toEqual([size, size]);
});

it('accepts bodies of up to 1 MiB in both directions', async () => {
  respondWith('application/octet-stream', Buffer.alloc(MIB));
  const atLimit = await send('/', {}, Buffer.alloc(MIB));
  expect([atLimit.status, atLimit.body.length, received[0]?.size]).toEqual([200, MIB, MIB]);
  const sent = await send('/', {}, Buffer.alloc(MIB + 1));
  expect([sent.status, received.length]).toEqual([413, 1]);
  expect(sent.headers['content-type']).toContain('text/html');
  respondWith('application/octet-stream', Buffer.alloc(MIB + 1));
  expect((await send('/')).status).toBe(413);
  respondWith('text/html', gzipSync(Buffer.alloc(MIB + 1)), { 'content-encoding': 'gzip' });
  expect((await send('/')).status).toBe(413);
});

it('is down if the scenario says so, and reports when the panel is down', async () => {
  await command('scenario', { party: 'gateway', mode: 'down', times: 1 });
  expect((await send('/', {}, Buffer.alloc(10))).status).toBe(503);
  expect(received).toEqual([]);
  respond = (response) => response.destroy();
  expect((await send('/')).status).toBe(502);
  respond = (response) => response.writeHead(204).end();
  expect((await send('/')).status).toBe(204);
});
