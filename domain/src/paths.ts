/** Every path of the product, shared by the server and the browser. */

import type { CopyFormat } from './panelists/your-data.ts';
import { surveyResultPath } from './partners/outcomes.ts';
import type { ProfilingSurvey } from './profiling/surveys.ts';

const API = '/api/v2';
const withDid = (path: string) => (did: string) => `${path}/${encodeURIComponent(did)}`;

/** The same path as a router's pattern. */
export const pattern = (path: (did: string) => string): string => path('_').replace(/_$/, ':did');

/** Assumption: paths-not-shown. The registration check, the deletion and the preference have no path in the specification. */
export const api = {
  registrationCheck: withDid(`${API}/panelist/did`),
  register: `${API}/panelist/create`,
  deleteProfile: withDid(`${API}/panelist/did`),
  preference: withDid(`${API}/panelist/opt-out`),
  profiling: (survey: ProfilingSurvey) => `${API}/research/profiling/${survey}`,
  dateOfBirth: `${API}/panelist/profile/dob`,
  firstLanguage: `${API}/panelist/profile/first-language`,
  withdraw: withDid(`${API}/panelist/rewards`),
  history: withDid(`${API}/panelist/history`),
  report: withDid(`${API}/panelist/report`),
  /** Your data, and its copy as a file; the code that unlocks both; one consent. */
  yourData: withDid(`${API}/panelist/data`),
  dataCopy: (format: CopyFormat) => withDid(`${API}/panelist/data-copy/${format}`),
  dataCode: withDid(`${API}/panelist/data-code`),
  dataUnlock: withDid(`${API}/panelist/data-unlock`),
  consent: withDid(`${API}/panelist/consent`),
  /** The surveys to choose from, and the choice of one. */
  surveys: withDid(`${API}/panelist/surveys`),
  config: '/config.json',
  /** Where the browser reports its own errors. */
  telemetry: `${API}/telemetry`,
  /** Where some phones report how long things took. */
  timings: `${API}/timings`,
} as const;

export const screens = {
  home: '/',
  terms: '/terms',
  apply: '/apply',
  howItWorks: '/how-it-works',
  balance: '/balance',
  /** Without script these are pages; with it they are home's list, and dialogs of the balance and of the deletion. */
  surveys: '/surveys',
  withdraw: '/balance/withdraw',
  report: (session: string) => `/balance/report/${encodeURIComponent(session)}`,
  confirmDeletion: '/delete-profile/confirm',
  optOut: '/opt-out-research-tasks',
  deleteProfile: '/delete-profile',
  yourData: '/your-data',
  profiling: (survey: ProfilingSurvey) => `/profiling-${survey}` as const,
  dateOfBirth: '/user-dob',
  firstLanguage: '/user-first-language',
  result: (page: ResultPage) => `/redirect-page/${page}`,
  surveyResult: surveyResultPath,
} as const;

/** A panelist's link to the study of a research task, and the call by which the study reports a finish. */
export const taskLink = (task: string, token: string): string => `/t/${task}/${token}`;
export const taskFinished = (task: string): string => `/t/${task}/finished`;

/** The partners' callbacks and return addresses. Some are followed by a page name or a secret. */
export const PARTNERS_PATH = '/partners/';
export const partnerCallback = (partner: string): string => `${PARTNERS_PATH}${partner}/callback`;
export const partnerReturn = (partner: string): string => `${PARTNERS_PATH}${partner}/return`;

/** The operators' calls, on the console's own origin. */
export const CONSOLE_API = '/api/console';

export const RESULT_PAGES = [
  'profile-deleted',
  'no-information-found',
  'profiling-survey-updated',
  'panelist-dob',
  'panelist-first-language',
] as const;
export type ResultPage = (typeof RESULT_PAGES)[number];

/** The query parameter in which the super-app sends the panelist's device id. */
export const DID_PARAMETER = 'x-binu-did';

/** The CSRF token: a header that only our own pages can send, with the value of a cookie that only they can read. */
export const FORGERY_HEADER = 'x-xsrf-token';
export const FORGERY_COOKIE = 'XSRF-TOKEN';
/** The same token in a form that is posted without script. */
export const FORGERY_FIELD = 'xsrf';
