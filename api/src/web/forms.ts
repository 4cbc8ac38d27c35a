/** Forms that are posted to a page without script. Each becomes the API call that the script would have made. */
import type { FormCall, FormResult, PageResponse, Posted, WebRenderer } from '@panel/domain/page';
import { SURVEY_RESULT_PATH } from '@panel/domain/partners/outcomes';
import { DID_PARAMETER, FORGERY_FIELD, screens } from '@panel/domain/paths';
import type { FieldValues } from '@panel/domain/questionnaire/fields';
import { LANGUAGE } from '@panel/domain/wording/everywhere';
import { OPENING_SURVEY } from '@panel/domain/wording/survey-results';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { readCookies, setCookie } from '../platform/http/cookies.ts';
import { escapeHtml } from '../platform/http/html.ts';
import type { PageLimits } from '../platform/http/limits.ts';
import { Problem } from '../platform/http/problems.ts';
import { isPrefetch } from '../platform/http/requests.ts';
import type { CsrfProtection } from '../platform/security/csrf.ts';
import { screenAddress } from './screen-address.ts';

export type ShownPage = {
  readonly path: string;
  readonly search: string;
  readonly posted?: Posted | undefined;
  readonly status?: number;
};

type FormOptions = {
  /** The whole server, whose API the forms call. */
  readonly app: FastifyInstance;
  readonly renderer: WebRenderer;
  readonly csrf: CsrfProtection;
  readonly limits: PageLimits | undefined;
  readonly sendPage: (page: ShownPage, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
  readonly isHttps: boolean;
};

const FORBIDDEN = 403;
/** Twice the fields of the longest form, with every box ticked. */
const MAX_FIELDS = 500;

function readForm(body: unknown): FieldValues {
  // The server reads JSON too, for its calls. A browser's form never is.
  if (!(body instanceof URLSearchParams)) throw new Problem('unsupported-media-type');
  const values = new Map<string, string[]>();
  for (const [name, value] of [...body].slice(0, MAX_FIELDS)) values.set(name, [...(values.get(name) ?? []), value]);
  return Object.fromEntries(values);
}

/** Where an address without a screen leads: home, with its query. Undefined if it has a screen. */
export const homeInstead = ({ isScreenPath }: WebRenderer, { path, search }: ShownPage): string | undefined =>
  isScreenPath(path) ? undefined : screens.home + search;

/** The sentence that a redirect takes along, shown once. */
const NOTICE_COOKIE = 'notice';
const NOTICE_SECONDS = 60;
/** Partners never learn the did, so their return address lacks it: without script a cookie has it, as sessionStorage has with script. */
const RETURN_COOKIE = 'return-query';
const RETURN_SECONDS = 4 * 60 * 60;
/** A query that fits into a cookie and a header. Another host may have set the cookie, or a link may have any query. */
const isReturnQuery = (query: string): boolean => /^\?[!-~]{0,2000}$/.test(query);

function readCookie(request: FastifyRequest, name: string): string | undefined {
  const [value] = readCookies(request, name);
  try {
    return value && decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** The notice that a form left for the next page. */
export function takeNotice(request: FastifyRequest, reply: FastifyReply, renderer: WebRenderer): Posted | undefined {
  const id = readCookie(request, NOTICE_COOKIE);
  if (!id || isPrefetch(request)) return undefined;
  setCookie(reply, NOTICE_COOKIE, '', { maxAge: 0 });
  return renderer.noticeOf(id);
}

const deleteReturnQuery = (reply: FastifyReply): void =>
  setCookie(reply, RETURN_COOKIE, '', { path: SURVEY_RESULT_PATH, maxAge: 0 });

/** Where a panelist who comes back from a partner without script goes on: the same page, with the query from before. */
export function returnAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, search }: ShownPage,
): string | undefined {
  const query = path.startsWith(SURVEY_RESULT_PATH) ? readCookie(request, RETURN_COOKIE) : undefined;
  if (query === undefined) return undefined;
  deleteReturnQuery(reply);
  // A cookie of another host can't be deleted, and would redirect forever.
  if (!isReturnQuery(query) || query === search) return undefined;
  return encodeURI(path) + query;
}

export function formRoutes(
  web: FastifyInstance,
  { app, renderer, csrf, limits, sendPage, isHttps }: FormOptions,
): void {
  web.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );

  const onRequest: RouteShorthandOptions['onRequest'] = (request, reply, done) => {
    limits?.takeForm(request, reply);
    done();
  };
  web.post('/*', { config: { priority: 'form' }, onRequest }, answerForm);
  // These open a survey, and wait for its partner.
  for (const path of [screens.home, screens.surveys])
    web.post(path, { config: { priority: 'survey-link' }, onRequest }, answerForm);

  async function answerForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const address = screenAddress(request);
    const home = homeInstead(renderer, address);
    if (home) return reply.redirect(home, 303);
    const { [FORGERY_FIELD]: [token] = [], ...fields } = readForm(request.body);
    // A page from before its cookie was lost is shown again, with what was entered and a new token.
    const result = csrf.checkForm(request, token)
      ? await resultOf(address, fields, request, reply)
      : { status: FORBIDDEN, form: { values: fields, isChecked: false, failure: { status: FORBIDDEN } } };
    if ('form' in result)
      return sendPage({ ...address, posted: { form: result.form }, status: result.status }, request, reply);
    const query = renderer.linkQuery(address.path, address.search);
    if ('leave' in result) {
      if (isReturnQuery(query))
        setCookie(reply, RETURN_COOKIE, encodeURIComponent(query), {
          path: SURVEY_RESULT_PATH,
          sameSite: 'Lax',
          maxAge: RETURN_SECONDS,
          isHttps,
        });
      return sendLeavingPage(result.leave, reply);
    }
    if (result.notice)
      setCookie(reply, NOTICE_COOKIE, encodeURIComponent(result.notice), {
        sameSite: 'Strict',
        maxAge: NOTICE_SECONDS,
        isHttps,
      });
    if (result.erases) {
      reply.header('clear-site-data', '"storage"');
      deleteReturnQuery(reply);
    }
    return reply.header('cache-control', 'no-store').redirect(result.redirect + query, 303);
  }

  async function resultOf(
    { path, search }: { readonly path: string; readonly search: string },
    fields: FieldValues,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FormResult> {
    const action = renderer.actionAt(path, search, fields) ?? { redirect: screens.home };
    return 'call' in action ? action.after(await callApi(action.call, search, request, reply)) : action;
  }

  /** The same route, with its validation and limits, as if the caller had sent JSON. */
  async function callApi(
    { method, path, body }: FormCall,
    search: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<PageResponse> {
    // The route refuses a did in the query that isn't the one it acts for.
    const dids = new Set(new URLSearchParams(search).getAll(DID_PARAMETER).filter(Boolean));
    const query = new URLSearchParams([...dids].map((did) => [DID_PARAMETER, did]));
    const forwarded = request.headers['x-forwarded-for'];
    const response = await app.inject({
      method,
      url: `${path}?${query}`,
      remoteAddress: request.socket.remoteAddress ?? '',
      headers: { accept: 'application/json', ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) },
      ...(body && { payload: body }),
    });
    const cookies = response.headers['set-cookie'];
    if (cookies !== undefined) reply.header('set-cookie', cookies);
    return { status: response.statusCode, body: response.payload === '' ? undefined : response.json() };
  }
}

/** Not a redirect: the policy allows forms only to our own pages, and browsers hold a form's redirects to it. */
function sendLeavingPage(url: string, reply: FastifyReply): FastifyReply {
  const address = escapeHtml(url);
  return reply
    .headers({ refresh: `0; url=${new URL(url).href}`, 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${LANGUAGE}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
        `<meta name="color-scheme" content="light dark"><title>${OPENING_SURVEY}</title></head>` +
        `<body><p><a href="${address}" rel="noreferrer">${OPENING_SURVEY}</a></p></body></html>`,
    );
}
