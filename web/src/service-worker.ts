/*
 * Keeps the app's files and one page without content, so that every screen opens without a connection, or while the server is
 * unavailable. Pages always come from the server while it can answer, and answers are never kept here. The build replaces BUILD
 * and FILES.
 */
import { isRedirect } from '@panel/domain/redirect-paths';
import { TIMEOUT_MS } from './calls/timeout.ts';

declare const BUILD: string;
declare const FILES: readonly string[];

type Worker = {
  readonly location: Location;
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
};
type FetchEvent = {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

const worker = self as unknown as Worker;
const OFFLINE_PAGE = '/offline.html';
/** Named once, because the build puts the whole list in place of each FILES. */
const files = FILES;

async function install(): Promise<void> {
  const cache = await caches.open(BUILD);
  await cache.addAll([OFFLINE_PAGE, ...files]);
  const page = await (await cache.match(OFFLINE_PAGE))?.text();
  // While a release is rolled out, a server of another one may have sent it: the next visit installs again.
  if (!page?.includes(BUILD)) throw new Error('another release');
  await worker.skipWaiting();
}
worker.addEventListener('install', (event) => event.waitUntil(install()));

/** Deletes the files of earlier releases: an old app never meets a new server. */
async function activate(): Promise<void> {
  for (const name of await caches.keys()) if (name !== BUILD) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}
worker.addEventListener('activate', (event) => event.waitUntil(activate()));

const askServer = async ({ request, preloadResponse }: FetchEvent): Promise<Response> =>
  (await preloadResponse) || fetch(request);

/** On a line that is up and carries nothing, a request neither succeeds nor fails. */
const noAnswer = (): Promise<Response> =>
  new Promise((resolve) => setTimeout(() => resolve(Response.error()), TIMEOUT_MS));

/** Storage that can't be read counts as empty, or the app would not open although there is a connection. */
const findKept = (request: Request | string): Promise<Response | undefined> =>
  caches.match(request).catch(() => undefined);

/** A redirect keeps its address where it fails: the browser's own page offers to load it again. */
async function openPage(event: FetchEvent, path: string): Promise<Response> {
  const answer = await Promise.race([askServer(event), noAnswer()]).catch(() => Response.error());
  const isUnavailable = answer.type === 'error' || answer.status >= 500;
  return (isUnavailable && !isRedirect(path) && (await findKept(OFFLINE_PAGE))) || answer;
}

const openFile = async (request: Request): Promise<Response> => (await findKept(request)) || fetch(request);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(openPage(event, pathname));
  else if (origin === worker.location.origin && files.includes(pathname)) event.respondWith(openFile(request));
});
