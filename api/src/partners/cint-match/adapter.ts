/**
 * Cint Exchange Match: one signed link, behind which Cint chooses the survey. It reports a completion twice: by the browser's signed
 * return, and by a push to a secret address.
 */
import { createHmac } from 'node:crypto';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { outsideText } from '../../platform/security/outside-text.ts';
import type { SettingsOf } from '../../platform/settings.ts';
import { hostOf, query, safeLink } from '../links.ts';
import {
  FAILED,
  type Inbound,
  needsReview,
  type PartnerAdapter,
  type PartnerEvent,
  type Received,
  type SurveyPartner,
  UNSIGNED,
  unreadable,
  verified,
} from '../partner.ts';
import {
  codeText,
  hasValidUrlSignature,
  isKey,
  minutesAsSeconds,
  parametersOf,
  type Sign,
  secondsBetween,
  shortText,
  signWith,
  statusTable,
  usdMicros,
} from '../reading.ts';
import { CINT_MATCH_SETTINGS } from './settings.ts';
import { CINT_REASONS, CLIENT_STATUSES, MARKETPLACE_STATUSES } from './statuses.ts';

type Settings = SettingsOf<typeof CINT_MATCH_SETTINGS>;

/** Up to and including the `&` before `hash=`. */
export const cintHash: Sign = (key, text) => createHmac('sha1', key).update(text).digest('base64url');

/** Cint's own question ids: 42 is the age, 43 the gender. */
const GENDERS = { male: 1, female: 2 } as const;

const RETURNS: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'complete'],
  ['failure', 'screenout'],
  ['overquota', 'overquota'],
  ['quality', 'quality'],
  ['default', 'technical'],
]);
/** A push holds the events of a few seconds; a longer one isn't from Cint. */
const MAX_ITEMS = 1000;

function connect(settings: Settings, isLive: boolean): SurveyPartner {
  const hosts = [hostOf(settings.url)];
  return {
    id: 'cint-match',
    returns: RETURNS,
    returnedSession: 'mid',

    async entry({ sessionId, pid, age, gender, pidAt }) {
      const parameters = query([
        ['SID', settings.sid],
        ['PID', pid],
        ['MID', sessionId],
        ['CLID', settings.clid],
        ['42', age],
        ['43', gender && GENDERS[gender]],
        ['ys_uuid', settings.sendsRouterPid ? pidAt('cint-router') : undefined],
      ]);
      const signed = `${settings.url}?${parameters}&`;
      const url = `${signed}hash=${signWith(cintHash, settings.secret, signed)}`;
      // A link that had to be rewritten would no longer match its signature.
      if (safeLink(url, { hosts, isLive }) !== url) return { kind: 'error', code: 'unsafe-link' };
      return { kind: 'link', url };
    },

    isPushSecret: (lastSegment) => isKey(settings.pushSecret, lastSegment),

    receive: (inbound) =>
      inbound.channel === 'return' ? parseReturn(settings, inbound) : parsePush(settings, inbound),
  };
}

function parseReturn(settings: Settings, { publicUrl, lastSegment }: Inbound): Received {
  if (!/[?&]hash=/.test(publicUrl)) return UNSIGNED;
  if (!hasValidUrlSignature(cintHash, settings.secret, publicUrl, 'hash', { withSeparator: true })) return FAILED;
  const parameters = parametersOf(publicUrl);
  if (!parameters) return FAILED;
  const page = RETURNS.get(lastSegment);
  if (!page) return UNSIGNED;
  const read = (name: string) => parameters.get(name) ?? '';
  return verified([
    eventFrom('return', {
      sessionId: read('mid'),
      pid: read('pid'),
      respondent: read('rid'),
      marketplace: read('st'),
      client: read('cs'),
      usd: read('rev'),
      surveyId: read('sn'),
      // Assumption: interview-length.
      lengthSeconds: minutesAsSeconds(read('tis')),
      page,
    }),
  ]);
}

function parsePush(settings: Settings, { method, lastSegment, body }: Inbound): Received {
  if (method !== 'POST' || !isKey(settings.pushSecret, lastSegment)) return FAILED;
  let items: unknown[];
  try {
    items = [JSON.parse(body)].flat() as unknown[];
  } catch {
    return unreadable('not JSON');
  }
  if (items.length > MAX_ITEMS) return unreadable(`more than ${MAX_ITEMS} items`);
  const readable = items.filter((item): item is Record<string, unknown> => typeof item === 'object' && item !== null);
  const received = readable.length < items.length ? unreadable('an item that isn’t an object') : verified([]);
  return {
    ...received,
    events: readable.map((item) => {
      const read = (name: string) => outsideText(item[name]);
      const price = Object(item.rpi) as Record<string, unknown>;
      return eventFrom('push', {
        sessionId: read('session_id'),
        pid: read('panelist_id'),
        respondent: read('respondent_id'),
        marketplace: read('marketplace_status'),
        client: read('client_status'),
        usd: outsideText(price.currency_code) === 'USD' ? outsideText(price.value) : '',
        surveyId: read('survey_id'),
        lengthSeconds: secondsBetween(read('entry_date'), read('last_date')),
      });
    }),
  };
}

type Report = {
  readonly sessionId: string;
  readonly pid: string;
  readonly respondent: string;
  readonly marketplace: string;
  readonly client: string;
  readonly usd: string;
  readonly surveyId: string;
  readonly lengthSeconds: number | undefined;
  /** The outcome in the return's path, which is also signed. */
  readonly page?: Outcome;
};

function eventFrom(channel: 'return' | 'push', report: Report): PartnerEvent {
  const { sessionId, pid, marketplace, client, page } = report;
  const outcome = page && isUndecided(marketplace, client) ? page : cintOutcome(marketplace, client);
  const rawCode = cintCode(marketplace, client);
  const event = { sessionId, pid, rawCode, surveyId: shortText(report.surveyId) };
  // Attempts within a session differ by respondent. They move no money, so each channel may report them.
  const attempt = { ...event, dedupeKey: `${sessionId}:${channel}:${report.respondent}:${rawCode}` };
  if (!outcome) return needsReview(attempt, 'unknown-code');
  // Assumption: match-return-codes.
  if (page && (page === 'complete') !== (outcome === 'complete')) return needsReview(attempt, 'contradiction');
  const dedupeKey = `${sessionId}:${outcome}`;
  if (outcome === 'reversed') return { ...event, outcome, reason: CINT_REASONS.get(client), dedupeKey };
  if (outcome !== 'complete' && outcome !== 'reinstated')
    return { ...event, outcome, dedupeKey: `${attempt.dedupeKey}:${outcome}` };

  const usd = usdMicros(report.usd);
  // Without a price nothing can be credited yet.
  if (usd === undefined) return needsReview(attempt, 'no-amount');
  const lengthSeconds = outcome === 'complete' ? report.lengthSeconds : undefined;
  return { ...event, outcome, usdMicros: usd, lengthSeconds, dedupeKey };
}

const marketplaceOutcome = statusTable(MARKETPLACE_STATUSES);
const clientOutcome = statusTable(CLIENT_STATUSES);
/** Never reached the client, or still in its survey: the marketplace's code decides. */
const NO_CLIENT_RESULT = new Set(['', '-1', '1']);
const SENT_TO_CLIENT = '3';

/** The outcome of the two codes; undefined if the deciding one is unknown. */
export const cintOutcome = (marketplace: string, client: string): Outcome | undefined =>
  NO_CLIENT_RESULT.has(client) ? marketplaceOutcome(marketplace) : clientOutcome(client);

/** Whether the codes don't say how the client's survey ended. */
const isUndecided = (marketplace: string, client: string): boolean =>
  NO_CLIENT_RESULT.has(client) && (marketplace === '' || marketplace === SENT_TO_CLIENT);

/** The two codes as stored with an event. */
const cintCode = (marketplace: string, client: string): string => `${codeText(marketplace)}/${codeText(client)}`;

/** The outcome of a stored code. If the codes are inconclusive, the page that the browser returned to decides. */
function cintCodeOutcome(rawCode: string): Outcome | undefined {
  const [marketplace = '', client = ''] = rawCode.split('/');
  return cintOutcome(marketplace, client) ?? (isUndecided(marketplace, client) ? 'technical' : undefined);
}

export const cintMatchAdapter: PartnerAdapter<typeof CINT_MATCH_SETTINGS> = {
  settings: CINT_MATCH_SETTINGS,
  codes: [
    { sender: 'marketplace', rows: MARKETPLACE_STATUSES },
    { sender: 'client', rows: CLIENT_STATUSES },
  ],
  outcomeOfCode: cintCodeOutcome,
  connect,
};
