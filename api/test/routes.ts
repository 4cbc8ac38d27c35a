/** Every route of the server from Fastify's list, and a valid call of each: a route without one fails the tests. */

import { createHash } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { encodeCode } from '@panel/domain/panelists/data-lock';
import { encodeConsent } from '@panel/domain/panelists/your-data';
import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNERS } from '@panel/domain/partners/partners';
import { api, pattern, screens, taskFinished, taskLink } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import { goldenFor } from './kit.ts';

type Routes = {
  readonly app: FastifyInstance;
  readonly routes: readonly string[];
  /** Those that are refused first under load. */
  readonly surveyLinks: readonly string[];
};

/** Builds a server and lists its routes as `GET /path/:did`. */
export async function withRoutes(build: () => FastifyInstance): Promise<Routes> {
  const routes = new Set<string>();
  const surveyLinks = new Set<string>();
  const list = (message: unknown) => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) {
        routes.add(`${one} ${url}`);
        if (config?.priority === 'survey-link') surveyLinks.add(`${one} ${url}`);
      }
    });
  };
  subscribe('fastify.initialization', list);
  const app = build();
  unsubscribe('fastify.initialization', list);
  await app.ready();
  return { app, routes: [...routes].sort(), surveyLinks: [...surveyLinks].sort() };
}

type RouteCall = { readonly method: string; readonly url: string; readonly payload?: object };
type CallOf = (did: string) => Omit<RouteCall, 'method'>;

const path =
  (of: (did: string) => string, payload?: object): CallOf =>
  (did) => ({ url: of(did), ...(payload && { payload }) });
const body =
  (url: string, golden: Parameters<typeof goldenFor>[0]): CallOf =>
  (did) => ({ url, payload: goldenFor(golden, did) });

/** The session that a panelist in these tests can report. */
export const reportableSession = (did: string): string =>
  `s_${createHash('sha256').update(did).digest('hex').slice(0, 32)}`;

/** The routes that act for the panelist whose did the call names. */
export const PANELIST_ROUTES: Readonly<Record<string, CallOf>> = {
  [`GET ${pattern(api.registrationCheck)}`]: path(api.registrationCheck),
  [`POST ${api.register}`]: body(api.register, 'registration'),
  [`GET ${pattern(api.preference)}`]: path(api.preference),
  [`PUT ${pattern(api.preference)}`]: path(api.preference, { data: [{ preference: 'research', value: false }] }),
  [`PUT ${api.profiling('second-round')}`]: body(api.profiling('second-round'), 'secondRound'),
  [`PUT ${api.profiling('quarterly')}`]: body(api.profiling('quarterly'), 'quarterly'),
  [`PUT ${api.profiling('yearly')}`]: body(api.profiling('yearly'), 'yearly'),
  [`PUT ${api.dateOfBirth}`]: body(api.dateOfBirth, 'dateOfBirth'),
  [`PUT ${api.firstLanguage}`]: body(api.firstLanguage, 'firstLanguage'),
  [`GET ${pattern(api.withdraw)}`]: path(api.withdraw),
  [`GET ${pattern(api.history)}`]: path(api.history),
  [`POST ${pattern(api.report)}`]: (did) => ({
    url: api.report(did),
    payload: { session: reportableSession(did), reason: 'no-reward', text: 'It said thank you.' },
  }),
  [`GET ${pattern(api.yourData)}`]: path(api.yourData),
  [`GET ${pattern(api.dataCopy('text'))}`]: path(api.dataCopy('text')),
  [`GET ${pattern(api.dataCopy('json'))}`]: path(api.dataCopy('json')),
  [`GET ${pattern(api.dataCopy('page'))}`]: path(api.dataCopy('page')),
  [`POST ${pattern(api.dataCode)}`]: path(api.dataCode),
  [`POST ${pattern(api.dataUnlock)}`]: path(api.dataUnlock, encodeCode('123456')),
  [`DELETE ${pattern(api.dataUnlock)}`]: path(api.dataUnlock),
  [`PUT ${pattern(api.consent)}`]: path(api.consent, encodeConsent('marketing', false)),
  [`GET ${pattern(api.surveys)}`]: path(api.surveys),
  [`POST ${pattern(api.surveys)}`]: path(api.surveys, { number: 1001, reward: 9 }),
  ...Object.fromEntries(PARTNERS.map((partner) => [`GET ${pattern(entryLink(partner))}`, path(entryLink(partner))])),
  // Last, because it leaves nothing for another call.
  [`DELETE ${pattern(api.deleteProfile)}`]: path(api.deleteProfile),
};

/** The partners' routes, authenticated by a signature. */
export const PARTNER_ROUTES: Readonly<Record<string, string>> = {
  'GET /partners/:partner/callback': '/partners/purespectrum/callback?ps_rstatus=21&ps_s_hash=0',
  'POST /partners/:partner/callback': '/partners/purespectrum/callback?transactionId=s_0&asr_s_hash=0',
  'GET /partners/:partner/callback/:lastSegment': '/partners/cint-match/callback/not-the-secret',
  'POST /partners/:partner/callback/:lastSegment': '/partners/cint-match/callback/not-the-secret',
  'GET /partners/:partner/return/:lastSegment': '/partners/cint-match/return/success?mid=s_0&hash=0',
};

/** The routes of research tasks: a panelist's own link, and a study's report, authenticated by a signature. */
export const TASK_ROUTES: Readonly<Record<string, string>> = {
  [`GET ${taskLink(':task', ':token')}`]: taskLink('study', 'not-a-token'),
  [`POST ${taskFinished(':task')}`]: `${taskFinished('study')}?pid=t_0&signature=0`,
};

/** The routes that are the same for everyone. */
export const PUBLIC_ROUTES: Readonly<Record<string, Omit<RouteCall, 'method'>>> = {
  'GET /healthz': { url: '/healthz' },
  'HEAD /healthz': { url: '/healthz' },
  'GET /readyz': { url: '/readyz' },
  'HEAD /readyz': { url: '/readyz' },
  'GET /openapi.json': { url: '/openapi.json' },
  'GET /openapi.html': { url: '/openapi.html' },
  [`GET ${api.config}`]: { url: api.config },
  [`POST ${api.timings}`]: { url: api.timings, payload: { first_content: 3 } },
  [`POST ${api.telemetry}`]: { url: api.telemetry, payload: { name: 'TypeError', message: 'x is undefined' } },
  'GET /offline.html': { url: '/offline.html' },
  'GET /*': { url: screens.terms },
  'HEAD /*': { url: screens.terms },
  [`GET ${screens.surveys}`]: { url: screens.surveys },
  [`HEAD ${screens.surveys}`]: { url: screens.surveys },
};

/** A form posted to a page. FORMS in `forms.ts` has those of every screen. */
export const FORM_ROUTES: Readonly<Record<string, string>> = {
  'POST /*': screens.terms,
  [`POST ${screens.home}`]: screens.home,
  [`POST ${screens.surveys}`]: screens.surveys,
};

/** A file of the built app: `GET /assets/main-abc.js`. */
export const isFile = (route: string): boolean => /^(GET|HEAD) \/(assets\/)?[\w-]+\.\w+$/.test(route);

export const methodOf = (route: string): string => route.split(' ', 1)[0] as string;
