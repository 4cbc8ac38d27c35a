import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: object) => void;

const ORIGIN = 'https://panel.example';
const listeners = new Map<string, Listener>();
const skipWaiting = vi.fn();
/** The one cache of this worker, by path. */
const cached = new Map<string, string>();
/** What the server sends as its offline page. */
let offlinePage = '';

const match = async (path: string) => (cached.has(path) ? new Response(cached.get(path)) : undefined);
const cache = {
  match,
  addAll: async (paths: readonly string[]) => {
    for (const path of paths) cached.set(path, path === '/offline.html' ? offlinePage : path);
  },
};
vi.stubGlobal('BUILD', 'build-2');
vi.stubGlobal('FILES', ['/assets/a.js']);
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

/** Opens a page while the server answers in this way. */
function open(path: string, answer: Promise<Response>): Promise<Response> {
  let response: Promise<Response> = Promise.reject(new Error('not answered'));
  listeners.get('fetch')?.({
    request: { url: ORIGIN + path, mode: 'navigate' },
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
    expect([...cached.keys()]).toEqual(['/offline.html', '/assets/a.js']);
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
});
