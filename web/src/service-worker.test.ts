import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: object) => void;

const ORIGIN = 'https://panel.example';
const listeners = new Map<string, Listener>();
const skipWaiting = vi.fn();
/** The one cache of this worker, by path. */
const cached = new Map<string, string>();
/** What the server sends as its offline page. */
let offlinePage = '';

let isReadable = true;
async function match(request: string | { url: string }): Promise<Response | undefined> {
  if (!isReadable) throw new DOMException('Unexpected internal error.', 'UnknownError');
  const { pathname } = new URL(typeof request === 'string' ? request : request.url, ORIGIN);
  return cached.has(pathname) ? new Response(cached.get(pathname)) : undefined;
}
const cache = {
  match,
  addAll: async (paths: readonly string[]) => {
    for (const path of paths) cached.set(path, path === '/offline.html' ? offlinePage : path);
  },
};
vi.stubGlobal('BUILD', 'build-2');
vi.stubGlobal('FILES', ['/logo.svg', '/assets/a.js']);
vi.stubGlobal('fetch', async ({ url }: Request) => new Response(`the server’s ${url}`));
vi.stubGlobal('caches', { match, open: async () => cache });
vi.stubGlobal('self', {
  location: new URL(ORIGIN),
  skipWaiting,
  addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
});
await import('./service-worker.ts');

beforeEach(() => {
  vi.useFakeTimers();
  cached.clear();
  isReadable = true;
  offlinePage = '<html data-build="build-2" data-offline>';
});
afterEach(() => {
  vi.useRealTimers();
  skipWaiting.mockClear();
});

function install(): Promise<unknown> {
  let work: Promise<unknown> = Promise.resolve();
  listeners.get('install')?.({
    waitUntil(given: Promise<unknown>) {
      work = given;
    },
  });
  return work;
}

/** Opens a page while the server answers in this way, or fetches a file. */
function open(path: string, answer?: Promise<Response>): Promise<Response> {
  let response: Promise<Response> = Promise.reject(new Error('not answered'));
  listeners.get('fetch')?.({
    request: { url: ORIGIN + path, mode: answer ? 'navigate' : 'no-cors' },
    preloadResponse: answer,
    respondWith(given: Promise<Response>) {
      response.catch(() => undefined);
      response = given;
    },
  });
  return response;
}

const never = new Promise<Response>(() => undefined);

describe('the installation', () => {
  it('keeps the offline page and the files of its release', async () => {
    await install();
    expect([...cached.keys()]).toEqual(['/offline.html', '/logo.svg', '/assets/a.js']);
    expect(skipWaiting).toHaveBeenCalledOnce();
  });

  it('is refused where the offline page is that of another release', async () => {
    offlinePage = '<html data-build="build-1" data-offline>';
    await expect(install()).rejects.toThrow();
    expect(skipWaiting).not.toHaveBeenCalled();
  });
});

describe('a page', () => {
  beforeEach(install);

  it('is the server’s, also where it takes long', async () => {
    const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(new Response('home')), 19_000));
    const page = open('/', slow);
    await vi.advanceTimersByTimeAsync(19_000);
    expect(await (await page).text()).toBe('home');
  });

  it.each([
    ['fails', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is answered with 503', async () => new Response('', { status: 503 })],
  ])('is the offline page where the request %s', async (_, answer) => {
    expect(await (await open('/', answer())).text()).toBe(offlinePage);
  });

  it('is the offline page where nothing is answered in 20 seconds', async () => {
    const page = open('/', never);
    const opened = vi.fn();
    void page.then(opened);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(opened).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(await (await page).text()).toBe(offlinePage);
  });

  it('that only redirects fails after that time, and keeps its address', async () => {
    const page = open('/t/task/token', never);
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await page).type).toBe('error');
  });

  it('is the server’s failure where what is kept can’t be read', async () => {
    isReadable = false;
    expect((await open('/', Promise.reject(new TypeError('Failed to fetch')))).type).toBe('error');
  });
});

describe('a file of the app', () => {
  beforeEach(install);

  it.each(['/logo.svg', '/assets/a.js'])('%s is the one that is kept', async (path) => {
    expect(await (await open(path)).text()).toBe(path);
  });

  it('comes from the server where what is kept can’t be read', async () => {
    isReadable = false;
    expect(await (await open('/assets/a.js')).text()).toBe(`the server’s ${ORIGIN}/assets/a.js`);
  });
});
