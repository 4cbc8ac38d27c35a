/**
 * PureSpectrum's Fusion Match: requested at the click, it answers with links for this panelist only. It reports a completion by POST and a
 * reconciliation by GET, each signed. Its browser returns are unsigned and pay nothing.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { outsideText } from '../../platform/security/outside-text.ts';
import type { SettingsOf } from '../../platform/settings.ts';
import { hostOf, query, safeLink } from '../links.ts';
import {
  type EntryRequest,
  type EntryResult,
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
  parametersOf,
  type Sign,
  shortText,
  statusTable,
  usdMicros,
} from '../reading.ts';
import { requestSurveys } from '../survey-request.ts';
import { PURESPECTRUM_SETTINGS } from './settings.ts';
import { PURE_SPECTRUM_REASONS, RESPONDENT_STATUSES } from './statuses.ts';

const pureSpectrumOutcome = statusTable(RESPONDENT_STATUSES);
const COMPLETE = '21';
const REJECTED = '33';

type Settings = SettingsOf<typeof PURESPECTRUM_SETTINGS>;

/** Assumption: purespectrum-signature. The address without the signature; for a plain hash, followed by the secret. */
export const SIGNATURES: Readonly<Record<Settings['signature'], Sign>> = {
  sha1: (key, text) => createHash('sha1').update(text).update(key).digest('hex'),
  sha256: (key, text) => createHash('sha256').update(text).update(key).digest('hex'),
  'hmac-sha1': (key, text) => createHmac('sha1', key).update(text).digest('hex'),
  'hmac-sha256': (key, text) => createHmac('sha256', key).update(text).digest('hex'),
};

/** PureSpectrum's own qualification codes: 211 is the gender, 212 the age. */
const GENDERS = { male: 111, female: 112 } as const;
const MAX_SURVEYS = 10;

const RETURNS: ReadonlyMap<string, Outcome> = new Map([
  ['complete', 'complete'],
  ['terminate', 'screenout'],
  ['blacklist', 'blocked'],
  ['nosurveys', 'no_survey'],
]);

/** The partner works and refuses this panelist. */
const ABOUT_PERSON: ReadonlySet<number> = new Set([400, 404, 409, 410, 422]);

function connect(settings: Settings, isLive: boolean): SurveyPartner {
  return {
    id: 'purespectrum',
    returns: RETURNS,
    returnedSession: 'transactionId',

    list: (request, signal) => fusionMatch(settings, isLive, request, signal),

    async entry(request, signal) {
      const result = await fusionMatch(settings, isLive, request, signal);
      return result.kind === 'list' ? chooseSurvey(result, request.completed) : result;
    },

    receive({ channel, method, publicUrl }) {
      if (channel === 'return') return UNSIGNED;
      const parameter = method === 'POST' ? 'asr_s_hash' : 'ps_s_hash';
      const sign = SIGNATURES[settings.signature];
      if (!hasValidUrlSignature(sign, settings.secret, publicUrl, parameter)) return FAILED;
      const parameters = parametersOf(publicUrl);
      if (!parameters) return FAILED;
      return verified([method === 'POST' ? parseCompletion(parameters) : parseReconciliation(parameters)]);
    },
  };
}

const matchUrl = (settings: Settings, { sessionId, pid, age, gender }: EntryRequest) =>
  `${settings.url}/surveys/fusionMatch?${query([
    ['respondentId', sessionId],
    ['memberId', pid],
    ['respondentLocalization', 'en_ZA'],
    ['211', gender && GENDERS[gender]],
    ['212', age],
    ['maxNumberOfSurveysReturned', MAX_SURVEYS],
  ])}`;

/** The surveys for one panelist. PureSpectrum lists the best first. */
function fusionMatch(
  settings: Settings,
  isLive: boolean,
  request: EntryRequest,
  signal: AbortSignal,
): Promise<ListResult> {
  // The sandbox's links are its own.
  const hosts = settings.entryHosts.length > 0 ? settings.entryHosts : [hostOf(settings.url)];
  return requestSurveys({
    party: 'purespectrum',
    url: matchUrl(settings, request),
    headers: { 'access-token': settings.apiKey },
    signal,
    max: MAX_SURVEYS,
    aboutPerson: ABOUT_PERSON,
    read: ({ surveyId, cpi, estimatedLoi, entryLink }) => ({
      surveyId: shortText(outsideText(surveyId)),
      usdMicros: usdMicros(outsideText(cpi)),
      seconds: minutesAsSeconds(outsideText(estimatedLoi)),
      url: safeLink(entryLink, { hosts, isLive }),
    }),
  });
}

/** The best survey that this panelist hasn't completed. */
function chooseSurvey(
  { surveys, isBroken }: Extract<ListResult, { kind: 'list' }>,
  completed: ReadonlySet<string>,
): EntryResult {
  const best = surveys.find(({ surveyId }) => !completed.has(surveyId));
  if (best) return { kind: 'link', ...best };
  return isBroken ? { kind: 'error', code: 'unsafe-link' } : { kind: 'none' };
}

function parseCompletion(parameters: ReadonlyMap<string, string>): PartnerEvent {
  const sessionId = parameters.get('transactionId') ?? '';
  const usd = usdMicros(parameters.get('cpi'));
  const event = {
    sessionId,
    pid: parameters.get('memberId') ?? '',
    rawCode: COMPLETE,
    surveyId: shortText(parameters.get('surveyID')),
    lengthSeconds: minutesAsSeconds(parameters.get('survey_LOI')),
    dedupeKey: `${sessionId}:complete`,
  };
  return usd === undefined ? needsReview(event, 'no-amount') : { ...event, outcome: 'complete', usdMicros: usd };
}

function parseReconciliation(parameters: ReadonlyMap<string, string>): PartnerEvent {
  const sessionId = parameters.get('supSid') ?? '';
  const to = codeText(parameters.get('ps_rstatus'));
  const from = codeText(parameters.get('oldStatus'));
  const usd = usdMicros(parameters.get('supCpi'));
  const rawCode = pureSpectrumCode(from, to);
  const event = { sessionId, rawCode, dedupeKey: `${sessionId}:${rawCode}` };
  if (!pureSpectrumOutcome(to) || !pureSpectrumOutcome(from)) return needsReview(event, 'unknown-code');
  if (from === COMPLETE && to !== COMPLETE)
    return { ...event, outcome: 'reversed', dedupeKey: `${sessionId}:reversed`, reason: PURE_SPECTRUM_REASONS.get(to) };
  if (to !== COMPLETE || from === COMPLETE) return needsReview(event, 'contradiction');
  if (usd === undefined) return needsReview(event, 'no-amount');
  // A withdrawn rejection, or a completion that was first reported as something else.
  const outcome = from === REJECTED || PURE_SPECTRUM_REASONS.has(from) ? 'reinstated' : 'complete';
  return { ...event, outcome, usdMicros: usd, dedupeKey: `${sessionId}:${outcome}` };
}

/** A status change as stored with an event. */
const pureSpectrumCode = (from: string, to: string): string => `${codeText(from)}>${codeText(to)}`;

/** The outcome of a status change, or of a single status; undefined if a status is unknown. */
function pureSpectrumCodeOutcome(rawCode: string): Outcome | undefined {
  const statuses = rawCode.split('>').map(pureSpectrumOutcome);
  return statuses.includes(undefined) ? undefined : statuses.at(-1);
}

export const pureSpectrumAdapter: PartnerAdapter<typeof PURESPECTRUM_SETTINGS> = {
  settings: PURESPECTRUM_SETTINGS,
  codes: [{ sender: null, rows: RESPONDENT_STATUSES }],
  outcomeOfCode: pureSpectrumCodeOutcome,
  connect,
};
