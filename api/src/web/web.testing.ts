/** The web app's routes on a small folder like the build's, without a database. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig, type ServerConfig } from '../config.ts';
import type { AppDependencies } from '../dependencies.ts';
import { DatabaseUnavailable } from '../platform/database/database.ts';

export const SCRIPT = 'x'.repeat(5000);
export const ASSET = '/assets/main-abc.js';
let parent = '';
let folder = '';
let app: FastifyInstance;

/** The server for this test file, on a folder like the build's. */
export const server = (): FastifyInstance => app;
export const webFolder = (): string => folder;

const page = (content: string) =>
  `<!doctype html><html data-build="b1"><head><title>{{product}} Survey | #datafree</title><style>p{}</style></head>` +
  `<body><div id="root"><p>${content}</p><a href="/{{query}}"></a><b>{{token}}</b></div><!--data--><script>let tapped</script><script src="${ASSET}"></script></body></html>`;

/** Replaces the app's server build: home is personal, everything else is not; some paths have no screen, and one page was not built. */
const RENDERER = `
export const isScreenPath = (path) => !path.startsWith('/nowhere') && path !== '/index.html';
export const pageAt = (path, search) => {
  const did = new URLSearchParams(search).get('x-binu-did');
  return path === '/' ? { name: did ? 'index' : 'without-did/index', did, calls: did ? ['registrationCheck'] : [] }
    : { name: path === '/unbuilt' ? 'unbuilt' : 'terms', did, calls: [] };
};
export const linkQuery = (path, search) => search;
export const render = ({ path, search, product, responses, posted }) =>
  '<p>' + product + ' ' + JSON.stringify([path, search, responses, posted]).replaceAll('<', '&lt;') + '</p>';
`;

/** The form at /form: its fields decide what follows. */
const ACTIONS = `
export const actionAt = (path, search, { go: [go] = [], values }) => {
  if (path !== '/form') return null;
  if (go === 'redirect') return { redirect: '/terms', notice: 'saved' };
  if (go === 'erase') return { redirect: '/terms', erases: true };
  if (go === 'leave') return { leave: 'https://partner.example/s?a=1&b=2' };
  if (go === 'call') return { call: { method: 'GET', path: '/config.json' }, after: ({ status, body }) => ({ status, form: { values: { product: [body.product] }, isChecked: true } }) };
  return { status: 400, form: { values: { go: [go] }, isChecked: true } };
};
export const noticeOf = (id) => id === 'saved' ? { notice: { tone: 'success', text: 'Saved.' } } : undefined;
`;

/** A server without a database, so a registration check fails. */
export async function serve(
  over: Partial<ServerConfig> = {},
  from = folder,
  one: () => Promise<unknown> = () => Promise.reject(new DatabaseUnavailable('none')),
): Promise<FastifyInstance> {
  const config = await readConfig({ DATA_DIR: parent, LOG_LEVEL: 'silent' });
  const database = { isUp: async () => false, one };
  const vault = { digest: () => Buffer.alloc(32) };
  const deps = { config: { ...config, ...over }, database, vault, clock: { now: () => new Date() } };
  return buildApp(deps as unknown as AppDependencies, { webFolder: from });
}

/** Before the tests of a file: writes the folder and starts the server. */
export function useServer(): void {
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'panel-web-'));
    folder = join(parent, 'dist');
    await mkdir(join(folder, 'assets'), { recursive: true });
    for (const name of ['.vite', 'server', 'pages', 'pages/without-did']) await mkdir(join(folder, name));
    for (const [name, content] of [
      ['index.html', '<html>'],
      ['pages/index.html', page('Loading')],
      ['pages/without-did/index.html', page('Open the panel from Discover')],
      ['pages/terms.html', page('Terms')],
      ['pages/offline.html', page('')],
      ['server/server.js', RENDERER + ACTIONS],
      ['build.txt', 'b1'],
      ['package.json', '{"type":"module"}'],
      ['assets/main-abc.js', SCRIPT],
      ['assets/main-abc.js.br', brotliCompressSync(SCRIPT)],
      ['assets/main-abc.js.gz', gzipSync(SCRIPT)],
      ['assets/main-abc.js.map', '{}'],
      ['logo.svg', '<svg/>'],
      ['.vite/manifest.json', '{}'],
      ['../secret.txt', 'secret'],
    ] as const)
      await writeFile(join(folder, name), content);
    app = await serve();
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(async () => {
    await app.close();
    await rm(parent, { recursive: true });
  });
}
