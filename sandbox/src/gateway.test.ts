import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGateway } from './gateway.ts';
import { LINES, type Pace } from './gateway-line.ts';
import { createSandbox } from './sandbox.ts';
import type { World } from './state.ts';
import { listen } from './testing.ts';

const DID = 'demo-panelist-1';
const MIB = 1_048_576;
type Answered = { status: number; headers: IncomingMessage['headers']; body: Buffer; text: string };

let world: World;
let heard: (Pick<IncomingMessage, 'url' | 'headers'> & { size: number })[];
let speak: (response: ServerResponse) => void;
let close: () => void;

beforeEach(async () => {
  heard = [];
  speak = (response) => response.end('ok');
  const panel = createServer(async (message, response) => {
    heard.push({ url: message.url, headers: message.headers, size: (await buffer(message)).length });
    speak(response);
  });
  const made = createSandbox(await listen(panel));
  const gateway = createGateway(made.world);
  world = made.world;
  world.sandbox = await listen(made.server);
  world.gateway = await listen(gateway);
  close = () => {
    for (const server of [panel, gateway, made.server]) {
      server.closeAllConnections();
      server.close();
    }
  };
});
afterEach(() => close());

/** As a browser asks: fetch() would neither send its headers nor show a redirect as it is. */
const ask = (path: string, headers: Record<string, string> = {}, body?: Buffer, origin = world.gateway) =>
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
  ask(path, { 'sec-fetch-mode': 'navigate', accept: 'text/html', ...headers });
const tell = async (name: string, fields: object) => {
  const body = Buffer.from(JSON.stringify(fields));
  const { status, text } = await ask(`/__sandbox/${name}`, { 'content-type': 'application/json' }, body, world.sandbox);
  expect(status, text).toBe(200);
};
const says = (type: string, body: string | Buffer, headers: Record<string, string> = {}) => {
  speak = (response) => response.writeHead(200, { 'content-type': type, ...headers }).end(body);
};

it('shows the panel a browser of its own, and keeps its own cookie to itself', async () => {
  await ask(
    '/api/x?a=1&b=%20',
    {
      origin: world.gateway,
      referer: `${world.gateway}/balance`,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      cookie: `a=1; gateway_did=${DID}; b=2`,
      connection: 'close, x-mine',
    },
    Buffer.from('{}'),
  );
  expect(heard).toMatchObject([{ url: '/api/x?a=1&b=%20', size: 2 }]);
  expect(heard[0]?.headers).toMatchObject({
    host: new URL(world.panel).host,
    origin: world.panel,
    referer: `${world.panel}/balance`,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    cookie: 'a=1; b=2',
    'content-length': '2',
  });
  await ask('/api/x', { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' });
  expect(heard[1]?.headers).toMatchObject({ origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' });
});

it('passes cookies on without their domain', async () => {
  const cookies = ['a=1; Domain=panel.example; Path=/; SameSite=Strict', 'b=2; Path=/'];
  speak = (response) => response.writeHead(200, { 'set-cookie': cookies }).end();
  expect((await ask('/')).headers['set-cookie']).toEqual(['a=1; Path=/; SameSite=Strict', 'b=2; Path=/']);
});

it('adds the did to pages that lack it, remembers it, and leaves everything else alone', async () => {
  const first = await open(`/?x-binu-did=${DID}`);
  expect(first.headers['set-cookie']).toEqual([`gateway_did=${DID}; Path=/; HttpOnly; SameSite=Lax`]);
  const cookie = `gateway_did=${DID}`;
  const added = async (path: string) => (await open(path, { cookie })).headers.location;
  expect(await added('/balance')).toBe(`/balance?x-binu-did=${DID}`);
  expect(await added('/a?x=%20&y=a+b&x-binu-did=')).toBe(`/a?x=%20&y=a+b&x-binu-did=${DID}`);
  expect(await added('//evil.example/')).toBe(`/evil.example/?x-binu-did=${DID}`);
  expect(await added('/partners/cint-match/return/success?mid=1&hash=x')).toBeUndefined();
  // An old browser says only what it accepts.
  expect((await ask('/', { accept: 'text/html', cookie })).status).toBe(302);
  expect((await ask('/config.json', { 'sec-fetch-mode': 'cors', accept: '*/*', cookie })).status).toBe(200);
  expect((await open(`/?x-binu-did=${DID}`, { cookie })).headers['set-cookie']).toBeUndefined();
  expect((await open('/?x-binu-did=another-device', { cookie })).headers['set-cookie']?.[0]).toMatch(
    /=another-device;/,
  );
  expect((await open('/?x-binu-did=a%3Bb')).headers['set-cookie']).toBeUndefined();
  expect((await open('/')).status).toBe(200);
});

it('is opened from the sandbox’s address, by a device that is chosen there', async () => {
  const door = (path: string) => ask(path, {}, undefined, world.sandbox);
  expect((await door('/gateway')).text).toContain('name="did"');
  const home = `${world.gateway}/?x-binu-did=${DID}`;
  for (const path of [`/gateway?did=${DID}`, `/gateway/?x-binu-did=${DID}`])
    expect((await door(path)).headers.location).toBe(home);
  expect((await door('/gateway?did=short')).status).toBe(400);
});

it('rewrites the panel’s origin in redirects and pages, packed or not, and only there', async () => {
  speak = (response) => response.writeHead(303, { location: `${world.panel}/a?b=%20c` }).end();
  expect((await ask('/')).headers.location).toBe(`${world.gateway}/a?b=%20c`);
  const html = `<a href="${world.panel}/x">é</a> ${world.panel}, ${world.panel}9`;
  const rewritten = `<a href="${world.gateway}/x">é</a> ${world.gateway}, ${world.panel}9`;
  says('text/html; charset=utf-8', html, { etag: '"1"' });
  const page = await ask('/');
  expect([page.text, page.headers.etag]).toEqual([rewritten, undefined]);
  says('text/html', gzipSync(html), { 'content-encoding': 'gzip' });
  expect(gunzipSync((await ask('/', { 'accept-encoding': 'gzip' })).body).toString()).toBe(rewritten);
  says('text/javascript', html, { etag: '"1"' });
  expect((await ask('/')).text).toBe(html);
});

it('warns before a person’s own data is used', async () => {
  const away = 'https://other.example/s?a=1&b="<';
  const warning = `${world.gateway}/__gateway/own-data?to=`;
  const warned = warning + encodeURIComponent(away);
  speak = (response) => response.writeHead(302, { location: away }).end();
  expect((await ask('/')).headers.location).toBe(warned);
  says('text/html', '<a class="x" href="https://other.example/?a=1&amp;b=2">');
  expect((await ask('/')).text).toBe(
    `<a class="x" href="${warning}${encodeURIComponent('https://other.example/?a=1&b=2')}">`,
  );
  const { status, text } = await open(warned.slice(world.gateway.length));
  expect(status).toBe(200);
  expect(text).toContain('This site is not data-free');
  expect(text).toContain('href="https://other.example/s?a=1&amp;b=&quot;&lt;"');
  for (const to of ['javascript:alert(1)', '', 'http://'])
    expect((await open(`/__gateway/own-data?to=${encodeURIComponent(to)}`)).status).toBe(404);
  const listed = encodeURIComponent(`${world.panel}/x?漢`);
  expect((await open(`/__gateway/own-data?to=${listed}`)).headers.location).toBe(`${world.gateway}/x?%E6%BC%A2`);
});

it('has the partners’ pages on its list only when told, and tells them nothing of the person', async () => {
  const path = '/cint-router/session/none?x=%20';
  says('application/json', JSON.stringify({ url: world.sandbox + path, note: world.sandbox + path }));
  const link = async () => JSON.parse((await ask('/api/link')).text) as { url: string; note: string };
  const warned = `${world.gateway}/__gateway/own-data?to=${encodeURIComponent(world.sandbox + path)}`;
  expect(await link()).toEqual({ url: warned, note: world.sandbox + path });
  await tell('gateway', { partnersListed: true });
  expect((await link()).url).toBe(world.gateway + path);
  const calls = heard.length;
  expect((await open(path, { cookie: `gateway_did=${DID}` })).status).toBe(404);
  expect(heard).toHaveLength(calls);
  expect(world.requests.at(-1)).toMatchObject({ party: 'cint-router', path: '/session/none?x=%20' });
  await tell('reset', {});
  expect((await link()).url).toBe(warned);
  says('application/json', JSON.stringify({ url: `${world.sandbox}/` }));
  expect((await link()).url).toBe(`${world.sandbox}/`);
});

it.each<[Pace, number]>([
  ['slow-3g', 10_000],
  ['2g', 1500],
])('is as slow as %s: one wait, then every byte both ways', async (mode, size) => {
  says('text/javascript', Buffer.alloc(size));
  await tell('scenario', { party: 'gateway', mode });
  const { kbits, latencyMs } = LINES[mode];
  const startedAt = performance.now();
  const answers = await Promise.all([ask('/a', {}, Buffer.alloc(size)), ask('/b')]);
  // Two calls wait at the same time, but share what the line carries.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(latencyMs + (3 * size * 8) / kbits);
  expect(answers.map(({ body }) => body.length)).toEqual([size, size]);
});

it('lets 1 MiB through either way, and no more', async () => {
  says('application/octet-stream', Buffer.alloc(MIB));
  const most = await ask('/', {}, Buffer.alloc(MIB));
  expect([most.status, most.body.length, heard[0]?.size]).toEqual([200, MIB, MIB]);
  const sent = await ask('/', {}, Buffer.alloc(MIB + 1));
  expect([sent.status, heard.length]).toEqual([413, 1]);
  expect(sent.headers['content-type']).toContain('text/html');
  says('application/octet-stream', Buffer.alloc(MIB + 1));
  expect((await ask('/')).status).toBe(413);
  says('text/html', gzipSync(Buffer.alloc(MIB + 1)), { 'content-encoding': 'gzip' });
  expect((await ask('/')).status).toBe(413);
});

it('is down when told, and says when the panel is', async () => {
  await tell('scenario', { party: 'gateway', mode: 'down', times: 1 });
  expect((await ask('/', {}, Buffer.alloc(10))).status).toBe(503);
  expect(heard).toEqual([]);
  speak = (response) => response.destroy();
  expect((await ask('/')).status).toBe(502);
  speak = (response) => response.writeHead(204).end();
  expect((await ask('/')).status).toBe(204);
});
