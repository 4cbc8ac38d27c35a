import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { AppConfig, PageResponse, PersonalCall, WebRenderer } from '@panel/domain/page';
import { api } from '@panel/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PolicyOptions } from '../platform/http/headers.ts';
import type { PageLimits } from '../platform/http/limits.ts';
import { httpStatusOf, Problem } from '../platform/http/problems.ts';
import { isMonitoringPath } from '../platform/http/urls.ts';
import type { CsrfProtection } from '../platform/security/csrf.ts';
import { acceptedEncoding, compress, isCached, type Page, readPages } from './pages.ts';

type WebOptions = {
  readonly folder: string;
  readonly config: AppConfig;
  readonly csrf: CsrfProtection;
  readonly limits: PageLimits | undefined;
  readonly policy: PolicyOptions;
  /** The calls whose responses come with a page. */
  readonly calls: Readonly<Record<PersonalCall, (did: string) => Promise<unknown>>>;
};

/** Slower data is fetched by the page itself, which shows a skeleton until then. */
const MAX_WAIT_MS = 300;
const HOME_PAGE = 'index';
const OFFLINE_PAGE = 'offline';
const NOT_FOUND = 404;

/**
 * Serves the built web app on the API's origin: its files by name, and a page for every path that may be a screen. If no app was built it
 * adds nothing.
 */
export function webRoutes(app: FastifyInstance, { folder, config, csrf, limits, policy, calls }: WebOptions): void {
  const pages = readPages(folder, config, policy);
  if (!pages) return;
  const [home, offline] = [pages.get(HOME_PAGE), pages.get(OFFLINE_PAGE)];
  if (!home || !offline) throw new Error(`The web build in ${folder} lacks ${HOME_PAGE} or ${OFFLINE_PAGE}.`);
  serveFiles(app, folder);

  app.register(async (web) => {
    const renderer: WebRenderer = await import(pathToFileURL(join(folder, 'server/server.js')).href);

    web.get(`/${OFFLINE_PAGE}.html`, async (request, reply) => sendPrerendered(offline, request, reply));
    web.route<{ Params: { '*': string } }>({
      method: ['GET', 'HEAD'],
      url: '/*',
      async handler(request, reply) {
        const path = `/${request.params['*']}`;
        if (!isScreen(path)) throw new Problem('not-found');
        csrf.setToken(request, reply);
        const search = /\?.*/s.exec(request.originalUrl)?.[0] ?? '';
        const { name, did, calls: personal } = renderer.pageAt(path, search);
        const page = pages.get(name) ?? home;
        const responses = did === null || personal.length === 0 ? null : await responsesTo(personal, did, request);
        if (!responses) return sendPrerendered(page, request, reply);
        const root = renderer.render({ path, search, product: config.product, contact: config.contact, responses });
        const encoding = acceptedEncoding(request.headers['accept-encoding']);
        setHeaders(page, reply, 'no-store');
        return sendHtml(encoding, compress(page.withContent(root, responses), encoding), reply);
      },
    });
  });

  /** Null if one of them takes too long, or the caller is over the limit: the page's own calls are then refused too. */
  async function responsesTo(
    personal: readonly PersonalCall[],
    did: string,
    request: FastifyRequest,
  ): Promise<Record<string, PageResponse> | null> {
    if (limits?.takePage(request, did) === false) return null;
    const all = personal.map(async (name) => [api[name](did), await responseTo(calls[name](did), request)] as const);
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, MAX_WAIT_MS, null);
    });
    const responses = await Promise.race([Promise.all(all), tooLate]);
    clearTimeout(timer);
    if (responses?.some(([, { status }]) => status === NOT_FOUND)) limits?.recordUnknown(request);
    return responses && Object.fromEntries(responses);
  }
}

/** The response of a call, as its route would send it. */
async function responseTo(call: Promise<unknown>, request: FastifyRequest): Promise<PageResponse> {
  try {
    return { status: 200, body: await call };
  } catch (error) {
    const status = httpStatusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'page rendered without an answer');
    return { status };
  }
}

function serveFiles(app: FastifyInstance, folder: string): void {
  // One route per existing file, so a request's path never reaches the file system.
  app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    globIgnore: ['**/*.{html,txt,br,gz,map}', 'server/**'],
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const isHashed = path.startsWith(join(folder, 'assets/'));
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}

/** Also on a 304: a browser replaces the stored page's headers with those of the response. */
const setHeaders = ({ policy }: Page, reply: FastifyReply, cacheControl: string): FastifyReply =>
  reply.headers({ 'content-security-policy': policy, 'cache-control': cacheControl, vary: 'accept-encoding' });

function sendHtml(encoding: string, body: Buffer, reply: FastifyReply): FastifyReply {
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(body);
}

/** Sends a page that is the same for everyone. */
function sendPrerendered(page: Page, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  setHeaders(page, reply, 'no-cache');
  // Weak, because one tag covers all encodings.
  reply.header('etag', `W/"${page.tag}"`);
  if (isCached(headers['if-none-match'], page.tag)) return reply.status(304).send();
  const encoding = acceptedEncoding(headers['accept-encoding']);
  return sendHtml(encoding, page.body(encoding), reply);
}

/** A dotfile, or a last segment with an extension. Not a regular expression, which would take minutes for a path of dots. */
function isFileName(path: string): boolean {
  const end = path.endsWith('/') ? path.slice(0, -1) : path;
  return path.includes('/.') || end.includes('.', end.lastIndexOf('/') + 1);
}
const RESERVED = /^\/(api|assets|partners)(\/|$)/;

/** Whether a path may be a screen. The app redirects unknown ones home. */
const isScreen = (path: string): boolean =>
  path === '/index.html' || !(isFileName(path) || RESERVED.test(path) || isMonitoringPath(path));
