import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { AppConfig, PageResponse, PersonalCall, WebRenderer } from '@panel/domain/page';
import { LIST_TIMEOUT_MS } from '@panel/domain/partners/survey-list';
import { api, screens } from '@panel/domain/paths';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { PolicyOptions } from '../platform/http/headers.ts';
import type { PageLimits } from '../platform/http/limits.ts';
import { httpStatusOf } from '../platform/http/problems.ts';
import { isPrefetch } from '../platform/http/requests.ts';
import type { CsrfProtection } from '../platform/security/csrf.ts';
import { formRoutes, homeInstead, returnAddress, type ShownPage, takeNotice } from './forms.ts';
import type { PageViews } from './page-views.ts';
import { acceptedEncoding, compress, isCached, type Page, type PageMarks, readPages } from './pages.ts';
import { screenAddress } from './screen-address.ts';

type WebOptions = {
  readonly folder: string;
  readonly config: AppConfig;
  readonly csrf: CsrfProtection;
  readonly limits: PageLimits | undefined;
  readonly policy: PolicyOptions;
  /** The calls whose responses come with a page. */
  readonly calls: Readonly<Record<PersonalCall, (did: string, request: FastifyRequest) => Promise<unknown>>>;
  readonly pageViews: PageViews | undefined;
};

/** Slower data is fetched by the page itself, which shows a skeleton until then. */
const MAX_WAIT_MS = 300;
/** The page with the surveys to choose from is for phones without script, which can't fetch them later. */
const MAX_LIST_WAIT_MS = LIST_TIMEOUT_MS + 500;
const HOME_PAGE = 'index';
const OFFLINE_PAGE = 'offline';
const NOT_FOUND = 404;

/**
 * Serves the built web app on the API's origin: its files by name, and a page for every path that may be a screen. If no app was built it
 * adds nothing.
 */
export function webRoutes(
  app: FastifyInstance,
  { folder, config, csrf, limits, policy, calls, pageViews }: WebOptions,
): void {
  const pages = readPages(folder, config, policy);
  if (!pages) return;
  const pageNamed = (name: string): Page => pages.get(name) ?? home;
  const [home, offline] = [HOME_PAGE, OFFLINE_PAGE].map((name) => {
    const page = pages.get(name);
    if (!page) throw new Error(`The web build in ${folder} lacks the page ${name}.`);
    return page;
  }) as [Page, Page];
  serveFiles(app, folder);

  app.register(async (web) => {
    const renderer: WebRenderer = await import(pathToFileURL(join(folder, 'server/server.js')).href);

    /** Sends the page of an address: the prerendered one, or if it has something personal, one rendered for this request. */
    async function sendPage(
      { path, search, posted, status = 200 }: ShownPage,
      request: FastifyRequest,
      reply: FastifyReply,
    ) {
      const token = csrf.setToken(request, reply);
      const { name, did, calls: personal } = renderer.pageAt(path, search);
      const page = pageNamed(name);
      const responses = did === null || personal.length === 0 ? null : await responsesTo(personal, did, request);
      if (!responses && !posted)
        return sendPrerendered(page, { query: renderer.linkQuery(path, search), token }, request, reply);
      const data = { responses: responses ?? {}, posted };
      const { product, contact } = config;
      const root = renderer.render({ path, search, product, contact, token, ...data });
      setHeaders(page, reply.status(status), 'no-store');
      return sendHtml(page.withContent(root, data.responses, posted), request, reply);
    }

    web.get(`/${OFFLINE_PAGE}.html`, async (request, reply) => sendPrerendered(offline, NO_MARKS, request, reply));
    const page: RouteOptions = {
      method: ['GET', 'HEAD'],
      url: '/*',
      async handler(request, reply) {
        const address = screenAddress(request);
        const other = homeInstead(renderer, address) ?? returnAddress(request, reply, address);
        if (other) return reply.redirect(other, 303);
        return sendPage({ ...address, posted: takeNotice(request, reply, renderer) }, request, reply);
      },
      onResponse(request, { statusCode }, done) {
        const isPage = statusCode === 200 || statusCode === 304;
        if (isPage && request.method === 'GET' && !isPrefetch(request)) pageViews?.view(request);
        done();
      },
    };
    web.route(page);
    // The only page that waits for partners.
    web.route({ ...page, url: screens.surveys, config: { priority: 'survey-link' } });
    formRoutes(web, { app, renderer, csrf, limits, sendPage, isHttps: policy.isHttps });
  });

  /** Null if one of them takes too long, or the caller is over the limit: the page's own calls are then refused too. */
  async function responsesTo(
    personal: readonly PersonalCall[],
    did: string,
    request: FastifyRequest,
  ): Promise<Record<string, PageResponse> | null> {
    if (limits?.takePage(request, did) === false) return null;
    const all = personal.map(
      async (name) => [api[name](did), await responseTo(calls[name](did, request), request)] as const,
    );
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, personal.includes('surveys') ? MAX_LIST_WAIT_MS : MAX_WAIT_MS, null);
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

const setHeaders = ({ policy }: Page, reply: FastifyReply, cacheControl: string): FastifyReply =>
  reply.headers({ 'content-security-policy': policy, 'cache-control': cacheControl, vary: 'accept-encoding, cookie' });

function sendHtml(html: string, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const encoding = acceptedEncoding(headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(compress(html, encoding));
}

const NO_MARKS: PageMarks = { query: '', token: '' };

/** Sends a page without anything personal but its links and its token. */
function sendPrerendered(page: Page, marks: PageMarks, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Private, because of the token. Also on a 304: a browser replaces the stored page's headers with those of the response.
  setHeaders(page, reply, 'private, no-cache');
  const tag = page.tag(marks.query);
  // Weak, because one tag covers all encodings.
  reply.header('etag', `W/"${tag}"`);
  if (isCached(request.headers['if-none-match'], tag)) return reply.status(304).send();
  return sendHtml(page.prerendered(marks), request, reply);
}
