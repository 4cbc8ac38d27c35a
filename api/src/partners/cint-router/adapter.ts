/** Cint's router, YourSurveys: a signed entry link, signed callbacks. Its browser returns are unsigned and pay nothing. */
import { createHmac } from 'node:crypto';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { outsideText } from '../../platform/security/outside-text.ts';
import type { SettingsOf } from '../../platform/settings.ts';
import { hostOf, query, safeLink } from '../links.ts';
import {
  type EntryRequest,
  FAILED,
  type ListResult,
  needsReview,
  type PartnerAdapter,
  type PartnerEvent,
  type SurveyPartner,
  UNSIGNED,
  verified,
} from '../partner.ts';
import {
  codeText,
  hasValidUrlSignature,
  minutesAsSeconds,
  newestKey,
  parametersOf,
  type Sign,
  type StatusRow,
  shortText,
  signWith,
  statusTable,
  usdMicros,
} from '../reading.ts';
import { requestSurveys } from '../survey-request.ts';
import { CINT_ROUTER_SETTINGS, ROUTER_PARAMETERS } from './settings.ts';

type Settings = SettingsOf<typeof CINT_ROUTER_SETTINGS>;

/** Outbound: the query from `unique_user_id=` on. */
export const routerEntryHmac: Sign = (key, text) => createHmac('md5', key).update(text).digest('hex');
/** Inbound: the address without the signature. */
export const routerCallbackHmac: Sign = (key, text) => createHmac('sha256', key).update(text).digest('hex');

const GENDERS = { male: 'm', female: 'f' } as const;

const RETURNS: ReadonlyMap<string, Outcome> = new Map([
  ['complete', 'complete'],
  ['term', 'screenout'],
  ['overquota', 'overquota'],
  ['blocked', 'blocked'],
]);

const ROUTER_STATUSES: readonly StatusRow[] = [
  ['complete', 'complete', 'complete'],
  ['tentative', 'tentative', 'complete, to be confirmed'],
  ['term', 'screenout', 'terminated'],
  ['overquota', 'overquota', 'quota full'],
  ['reconciliation', 'reversed', 'complete changed to non-complete'],
  ['1', 'screenout', 'demographics'],
  ['2', 'no_survey', 'unavailable'],
  ['18', 'screenout', 'wrong country'],
  ['19', 'blocked', 'blocked'],
  ['20', 'duplicate', 'entered before'],
  ['43', 'blocked', 'unsubscribed'],
  ['44', 'screenout', 'device'],
  ['47', 'screenout', 'device'],
  ['48', 'technical', 'technical'],
];
const routerOutcome = statusTable(ROUTER_STATUSES);

function connect(settings: Settings, isLive: boolean): SurveyPartner {
  return {
    id: 'cint-router',
    returns: RETURNS,
    returnedSession: ROUTER_PARAMETERS.session,

    ...(settings.listUrl !== '' && {
      list: (request: EntryRequest, signal: AbortSignal) => pullSurveys(settings, isLive, request, signal),
    }),

    async entry({ sessionId, pid, age, gender }) {
      const signed = query([
        ['unique_user_id', pid],
        ['age', age],
        ['gender', gender && GENDERS[gender]],
      ]);
      const session = query([
        ['si', settings.supplier],
        ['ssi', sessionId],
      ]);
      const url = `${settings.url}?${session}&${signed}&hmac=${signWith(routerEntryHmac, settings.secret, signed)}`;
      if (safeLink(url, { hosts: [hostOf(settings.url)], isLive }) !== url)
        return { kind: 'error', code: 'unsafe-link' };
      return { kind: 'link', url };
    },

    receive({ channel, method, publicUrl }) {
      if (channel === 'return') return UNSIGNED;
      if (method !== 'GET') return FAILED;
      if (!hasValidUrlSignature(routerCallbackHmac, settings.apiKey, publicUrl, ROUTER_PARAMETERS.signature))
        return FAILED;
      const parameters = parametersOf(publicUrl);
      return parameters ? verified([eventFrom(parameters, settings.amountParameter)]) : FAILED;
    },
  };
}

/** The placeholder for the session in the links of a list. */
const SESSION_PLACEHOLDER = 'SUBID';
const MAX_SURVEYS = 12;

/** Assumption: router-list. Age and gender are all that it learns; a survey's id is the `offer_id` of its link. */
function pullSurveys(
  settings: Settings,
  isLive: boolean,
  { sessionId, pid, age, gender }: EntryRequest,
  signal: AbortSignal,
): Promise<ListResult> {
  const parameters = query([
    ['unique_user_id', pid],
    ['age', age],
    ['gender', gender && GENDERS[gender]],
    ['country', 'ZA'],
    ['limit', MAX_SURVEYS],
    ['basic', 1],
    ['ssi', sessionId],
  ]);
  return requestSurveys({
    party: 'cint-router',
    url: `${settings.listUrl}?${parameters}`,
    headers: { 'x-yoursurveys-api-key': newestKey(settings.apiKey) },
    signal,
    max: MAX_SURVEYS,
    read({ cpi, loi, entry_link }) {
      const link = typeof entry_link === 'string' ? entry_link.replace(SESSION_PLACEHOLDER, sessionId) : null;
      const url = safeLink(link, { hosts: [hostOf(settings.url)], isLive });
      return {
        surveyId: shortText((url && new URL(url).searchParams.get('offer_id')) ?? undefined),
        usdMicros: usdMicros(outsideText(cpi)),
        seconds: minutesAsSeconds(outsideText(loi)),
        url,
      };
    },
  });
}

function eventFrom(parameters: ReadonlyMap<string, string>, amountParameter: string): PartnerEvent {
  const sessionId = parameters.get(ROUTER_PARAMETERS.session) ?? '';
  const rawCode = codeText(parameters.get(ROUTER_PARAMETERS.status));
  const usd = usdMicros(parameters.get(amountParameter));
  const outcome = routerOutcome(rawCode);
  const event = { sessionId, rawCode, surveyId: shortText(parameters.get(ROUTER_PARAMETERS.survey)) };
  // Assumption: router-callbacks. With transactions, a reconciliation names the one it reverses, and a reinstated completion has a new one.
  const dedupeKey = `${sessionId}:${rawCode}:${parameters.get(ROUTER_PARAMETERS.transaction) ?? ''}`;
  if (!outcome) return needsReview({ ...event, dedupeKey }, 'unknown-code');
  if (outcome !== 'complete') return { ...event, outcome, dedupeKey };
  return usd === undefined
    ? needsReview({ ...event, dedupeKey }, 'no-amount')
    : { ...event, outcome, usdMicros: usd, dedupeKey };
}

export const cintRouterAdapter: PartnerAdapter<typeof CINT_ROUTER_SETTINGS> = {
  settings: CINT_ROUTER_SETTINGS,
  codes: [{ sender: null, rows: ROUTER_STATUSES }],
  outcomeOfCode: routerOutcome,
  connect,
};
