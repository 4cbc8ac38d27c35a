/** Every way in which another site can make a browser send a request, tried on a panelist who has money to withdraw. */

import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { DAY_MS } from '@panel/domain/durations';
import { entryLink } from '@panel/domain/partners/entry-link';
import { api, screens } from '@panel/domain/paths';
import { MINIMUM_WITHDRAWAL_RAND } from '@panel/domain/rewards/amounts';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { browserOfWorker, origin, registerPanelist, withDid } from '../browser.ts';
import { moveClock, withSandboxAlone } from '../sandbox.ts';

/** Ten times what a calm machine needs. */
const LONG_WAIT = { timeout: 60_000, interval: 200 };

/** Each vector is the body of a function in the other site's page that sends a request to `url`. */
const VECTORS: Readonly<Record<string, string>> = {
  'speculation rules': `add("script", { type: "speculationrules", textContent: JSON.stringify({ prefetch: [{ urls: [url], eagerness: "immediate" }] }) })`,
  image: 'add("img", { src: url })',
  script: 'add("script", { src: url })',
  stylesheet: 'add("link", { rel: "stylesheet", href: url })',
  'css image': 'add("div", {}).style.cssText = "width:9px;height:9px;background:url(\\"" + url + "\\")"',
  'link prefetch': 'add("link", { rel: "prefetch", href: url })',
  object: 'add("object", { data: url })',
  embed: 'add("embed", { src: url })',
  video: 'add("video", { src: url, preload: "auto" })',
  audio: 'add("audio", { src: url, preload: "auto" })',
  iframe: 'add("iframe", { src: url })',
  'sandboxed iframe': 'add("iframe", { sandbox: "", src: url })',
  'no-cors fetch': 'fetch(url, { mode: "no-cors", credentials: "include" }).catch(() => {})',
  'fetch with our header':
    'fetch(url, { credentials: "include", headers: { "x-xsrf-token": "abc.def" } }).catch(() => {})',
  XMLHttpRequest: 'const xhr = new XMLHttpRequest(); xhr.withCredentials = true; xhr.open("GET", url); xhr.send()',
  EventSource: 'new EventSource(url, { withCredentials: true })',
  beacon: 'navigator.sendBeacon(url, "{}")',
  ping: 'add("a", { href: "#", ping: url }).click()',
  link: 'add("a", { href: url, target: "_blank", rel: "opener" }).click()',
  'GET form': 'submit({ action: url, target: "_blank" })',
  'POST form': 'submit({ action: url, target: "_blank", method: "post", enctype: "text/plain" })',
  'window.open': 'open(url)',
  'location.replace': 'open().location.replace(url)',
  'meta refresh': 'open("/refresh?to=" + encodeURIComponent(url))',
};

/** The vector that Chromium may skip. */
const SPECULATION = 'speculation rules';

/** Vectors that each open a window. */
const OPENING = ['link', 'GET form', 'POST form', 'window.open', 'location.replace', 'meta refresh'];
const OTHERWISE = new Set([SPECULATION, 'beacon', 'ping', 'POST form', 'fetch with our header']);

/** A page of another site that sends each URL by each vector; `VECTOR` in a URL is replaced by the vector's name. */
const page = (vectors: readonly string[], urls: readonly string[]) => `<!doctype html><body><script>
  const add = (tag, properties) => document.body.appendChild(Object.assign(document.createElement(tag), properties));
  const submit = (properties) => {
    const form = add("form", properties);
    for (const [name, value] of new URL(properties.action).searchParams) form.append(Object.assign(document.createElement("input"), { name, value }));
    form.submit();
  };
  const vectors = { ${vectors.map((name) => `${JSON.stringify(name)}: (url) => { ${VECTORS[name]} }`)} };
  for (const url of ${JSON.stringify(urls)})
    for (const [name, send] of Object.entries(vectors)) send(url.replace("VECTOR", encodeURIComponent(name)));
</script>`;

const servers: Server[] = [];
async function serve(respond: (url: URL) => string): Promise<number> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(respond(new URL(request.url ?? '/', 'http://localhost')));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
}

/** The vectors that reached a server like ours: a vector that sends nothing would prove nothing. */
const arrived = new Set<string>();
let attackerPort = 0;
let recorderPort = 0;
let browser: Browser;
let did = '';

beforeAll(async () => {
  browser = await browserOfWorker();
  recorderPort = await serve((url) => {
    arrived.add(url.searchParams.get('vector') ?? '');
    return '';
  });
  attackerPort = await serve(({ pathname, searchParams }) =>
    pathname === '/refresh'
      ? `<meta http-equiv="refresh" content="0;url=${searchParams.get('to')?.replaceAll('&', '&amp;')}">`
      : page(searchParams.getAll('vector'), searchParams.getAll('url')),
  );
  did = await registerPanelist();
  await earn(did);
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const rewards = async (): Promise<{ available_reward: number; pending_reward: number }> =>
  (await fetch(origin() + api.registrationCheck(did))).json();
const withdrawals = async (): Promise<unknown[]> => {
  const { entries } = (await (await fetch(origin() + api.history(did))).json()) as { entries: { kind: string }[] };
  return entries.filter(({ kind }) => kind === 'withdrawal');
};

/** Completes surveys until there is enough to withdraw, and passes the holding period. */
const earn = (panelist: string): Promise<void> =>
  withSandboxAlone(async () => {
    while ((await rewards()).pending_reward < MINIMUM_WITHDRAWAL_RAND) {
      const before = (await rewards()).pending_reward;
      const link = (await (await fetch(origin() + entryLink('cint-router')(panelist))).json()) as { url: string };
      const entered = await fetch(link.url, { redirect: 'manual' });
      const session = new URL(entered.headers.get('location') ?? '', link.url);
      for (const action of ['start', 'complete'])
        await fetch(session, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
      await vi.waitFor(async () => expect((await rewards()).pending_reward).toBeGreaterThan(before), LONG_WAIT);
    }
    await moveClock(16 * DAY_MS);
    await vi.waitFor(
      async () => expect((await rewards()).available_reward).toBeGreaterThanOrEqual(MINIMUM_WITHDRAWAL_RAND),
      LONG_WAIT,
    );
  });

/** The withdrawal in every spelling that the router accepts. */
const spellings = (): string[] =>
  ['/api', '/%61pi', '/a%70i'].map((prefix) => `${origin()}${api.withdraw(did).replace('/api', prefix)}?by=VECTOR`);

/** A browser that has the panelist's cookie. */
async function openPanelistsBrowser(): Promise<BrowserContext> {
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(origin() + withDid(screens.balance, did));
  await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('XSRF-TOKEN');
  return context;
}

/** How many withdrawals our server has refused as forged so far. */
async function refusedWithdrawals(): Promise<number> {
  const metrics = await (await fetch(`${inject('internal')}/metrics`)).text();
  const line = /^http_requests_total\{method="GET",route="\/api\/v2\/panelist\/rewards\/:did",status="403"\} (\d+)$/m;
  return Number(line.exec(metrics)?.[1] ?? 0);
}

describe('T3: another site cannot make a withdrawal', () => {
  it.each([
    ['a cross-site page', '127.0.0.1'],
    ['a same-site sibling', 'localhost'],
  ])(
    'from %s, by any vector, and in any spelling of the path where a page sends it in the background',
    async (name, host) => {
      const context = await openPanelistsBrowser();
      const before = await refusedWithdrawals();
      const recorder = `http://localhost:${recorderPort}/?vector=${encodeURIComponent(name)}:VECTOR`;
      const inOnePage = Object.keys(VECTORS).filter((vector) => !OPENING.includes(vector));
      for (const vectors of [inOnePage, ...OPENING.map((vector) => [vector])]) {
        // Each address is another window for the vectors that open one.
        const attacked = vectors === inOnePage ? spellings() : spellings().slice(0, 1);
        const urls = [...attacked, recorder].map((url) => ['url', url]);
        const query = new URLSearchParams([...vectors.map((vector) => ['vector', vector]), ...urls]);
        const attack = await context.newPage();
        await attack.goto(`http://${host}:${attackerPort}/?${query}`, { waitUntil: 'commit' });
        const expected = vectors.filter((vector) => vector !== SPECULATION).map((vector) => `${name}:${vector}`);
        await expect.poll(() => expected.filter((vector) => !arrived.has(vector))).toEqual([]);
      }
      // Vectors that reach the route itself are refused: a POST without our header, and a preflight for one.
      const reaching = (vectors: readonly string[]) => vectors.filter((vector) => !OTHERWISE.has(vector)).length;
      const expected = spellings().length * reaching(inOnePage) + reaching(OPENING);
      await expect.poll(refusedWithdrawals).toBeGreaterThanOrEqual(before + expected);
      expect(await withdrawals()).toEqual([]);
      await context.close();
    },
  );

  it('by a typed address or a bookmark', async () => {
    const context = await openPanelistsBrowser();
    const typed = await context.newPage();
    for (const url of spellings()) expect((await typed.goto(url))?.status()).toBe(403);
    expect(await withdrawals()).toEqual([]);
    await context.close();
  });

  it('by a request line that contains the whole address', async () => {
    const { host, port } = new URL(origin());
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(
          `GET ${spellings()[0]} HTTP/1.1\r\nhost: ${host}\r\nsec-fetch-site: cross-site\r\nconnection: close\r\n\r\n`,
        ),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect(await withdrawals()).toEqual([]);
  });
});

describe('T14: a sibling host that sets cookies of the token’s name', () => {
  it('cannot stop the panelist’s own page from withdrawing everything', async () => {
    // Chromium resolves such names itself, and lets their shared parent have cookies.
    const [app, sibling] = ['app', 'evil'].map((name) => `http://${name}.panel.localhost`);
    const context = await browser.newContext();
    const attack = await context.newPage();
    await attack.goto(`${sibling}:${attackerPort}/`);
    const toss = () =>
      attack.evaluate(() => {
        for (const path of ['/', '/api', '/balance']) {
          // biome-ignore lint/suspicious/noDocumentCookie: an attacker's page does it like this.
          document.cookie = `XSRF-TOKEN=evil${path.length}; Domain=panel.localhost; Path=${path}`;
        }
      });
    // Before ours, which makes them the first of their path, and after it.
    await toss();
    const own = await context.newPage();
    const address = `${app}:${new URL(origin()).port}`;
    await own.goto(address + withDid(screens.balance, did));
    await toss();
    const ofCall = (await context.cookies(address + api.withdraw(did))).map(({ domain, value }) => [domain, value]);
    expect(ofCall).toHaveLength(3);
    expect(ofCall).toEqual(
      expect.arrayContaining([
        ['.panel.localhost', 'evil1'],
        ['.panel.localhost', 'evil4'],
      ]),
    );
    await own.getByRole('button', { name: /^Withdraw R/ }).click();
    await own.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect.poll(withdrawals).toHaveLength(1);
    await context.close();
  });
});
