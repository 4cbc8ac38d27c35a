/** The forms of the built web app, posted as a browser does without script. */
import { GOLDEN } from '@panel/domain/golden';
import { TERMS } from '@panel/domain/panelists/rules';
import { api, DID_PARAMETER, FORGERY_COOKIE, FORGERY_FIELD, screens } from '@panel/domain/paths';
import { termsAccepted } from '@panel/domain/profiling/questions/agreements';
import { NO, ON, YES } from '@panel/domain/questionnaire/fields';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { beforeAll } from 'vitest';
import { buildWeb, DIST } from '../../scripts/build-web.ts';
import { reportableSession } from './routes.ts';

/** Before the tests of a file: builds the web app, unless it is there already. Returns its folder. */
export function useWebBuild(): string {
  beforeAll(buildWeb);
  return DIST;
}

type Pairs = readonly (readonly [name: string, value: string])[];
export type PostedForm = { readonly url: string; readonly fields: Pairs };

const inQuery = (path: string, did: string) => `${path}?${DID_PARAMETER}=${encodeURIComponent(did)}`;
const inPath = (path: string, did: string) => `${path}/${encodeURIComponent(did)}`;

function valuesOf(answer: unknown): readonly string[] {
  if (answer === true) return [YES, ON];
  if (answer === false) return [NO];
  return Array.isArray(answer) ? (answer.length > 0 ? answer : ['']) : [String(answer)];
}
const answersTo = (name: keyof typeof GOLDEN): Pairs =>
  Object.entries(GOLDEN[name].answers).flatMap(([id, answer]) =>
    valuesOf(answer).map((value): [string, string] => [id, value]),
  );

/** Each form of the app, filled in, for the panelist with a did. */
export const FORMS: Readonly<Record<string, (did: string) => PostedForm>> = {
  'the sign-up': (did) => ({
    url: inQuery(screens.apply, did),
    fields: [[termsAccepted.id, TERMS.revised], ...answersTo('registration')],
  }),
  'the second round': (did) => ({
    url: inPath(screens.profiling('second-round'), did),
    fields: answersTo('secondRound'),
  }),
  'the quarterly survey': (did) => ({
    url: inPath(screens.profiling('quarterly'), did),
    fields: answersTo('quarterly'),
  }),
  'the yearly survey': (did) => ({ url: inPath(screens.profiling('yearly'), did), fields: answersTo('yearly') }),
  'the date of birth': (did) => ({ url: inPath(screens.dateOfBirth, did), fields: answersTo('dateOfBirth') }),
  'the first language': (did) => ({ url: inPath(screens.firstLanguage, did), fields: answersTo('firstLanguage') }),
  'a survey button': (did) => ({ url: inQuery(screens.home, did), fields: [['partner', 'purespectrum']] }),
  'the balance': (did) => ({ url: inQuery(screens.balance, did), fields: [['open', reportableSession(did)]] }),
  'the withdrawal': (did) => ({ url: inQuery(screens.withdraw, did), fields: [] }),
  'the report': (did) => ({
    url: inQuery(screens.report(reportableSession(did)), did),
    fields: [
      ['reason', 'no-reward'],
      ['words', 'It said thank you.'],
    ],
  }),
  'the preference': (did) => ({ url: inQuery(screens.optOut, did), fields: [['save', '']] }),
  'a consent': (did) => ({ url: inQuery(screens.yourData, did), fields: [['choose', 'marketing off']] }),
  'the code of Your data': (did) => ({ url: inQuery(screens.yourData, did), fields: [['act', 'send-code']] }),
  'an entered code': (did) => ({ url: inQuery(screens.yourData, did), fields: [['code', '123456']] }),
  'Lock it now': (did) => ({ url: inQuery(screens.yourData, did), fields: [['act', 'lock']] }),
  'the deletion': (did) => ({ url: inQuery(screens.deleteProfile, did), fields: [] }),
  // Last, because it leaves nothing for another form.
  'the confirmed deletion': (did) => ({ url: inQuery(screens.confirmDeletion, did), fields: [] }),
};

/** These only open another page, or have nothing to change for a panelist without a code. */
export const isChange = (name: string): boolean =>
  !['the balance', 'the deletion', 'an entered code', 'Lock it now'].includes(name);

/** A visitor's token, as the cookie and the forms of a page have it. */
export async function visit(app: FastifyInstance): Promise<string> {
  const { cookies } = await app.inject(api.config);
  return cookies.find(({ name }) => name === FORGERY_COOKIE)?.value ?? '';
}

type From = {
  readonly token: string;
  readonly remoteAddress?: string;
  /** Besides those of a browser without fetch metadata. */
  readonly headers?: Readonly<Record<string, string>>;
};

export const post = (
  app: FastifyInstance,
  { url, fields }: PostedForm,
  { token, remoteAddress = '127.0.0.1', headers = {} }: From,
): Promise<LightMyRequestResponse> =>
  app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: {
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      cookie: `${FORGERY_COOKIE}=${token}`,
      origin: 'null',
      ...headers,
    },
    payload: new URLSearchParams(
      [...fields, [FORGERY_FIELD, token]].map(([name = '', value = '']) => [name, value]),
    ).toString(),
  });

type Values = Readonly<Record<string, string>>;

/** Posts forms with these values to a running server: one without a token, one with a wrong date, and valid ones. Returns the statuses. */
export async function postWithMistakes(origin: string, did: string, values: Values): Promise<number[]> {
  const { headers } = await fetch(origin + api.config);
  const [cookie = ''] = headers.get('set-cookie')?.split(';', 1) ?? [];
  const own = { [FORGERY_FIELD]: cookie.slice(cookie.indexOf('=') + 1) };
  const statuses: number[] = [];
  for (const [name, over] of [
    ['the sign-up', {}],
    ['the date of birth', { ...own, dob: `${values.dob}x` }],
    ['the date of birth', own],
    ['the report', own],
    ['a survey button', own],
  ] as const) {
    const { url, fields } = FORMS[name]?.(did) ?? { url: '', fields: [] };
    const all: Values = { ...values, ...over };
    const body = new URLSearchParams(
      [...fields, [FORGERY_FIELD, ''] as const].map(([field, value]) => [field, all[field] ?? value]),
    );
    const answer = await fetch(origin + url, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  return statuses;
}
