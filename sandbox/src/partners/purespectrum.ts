/** PureSpectrum Fusion Match: a ranked list of single-use entry links; the price is in server-to-server callbacks only. */
import { createHash, createHmac } from 'node:crypto';
import { nowOf } from '../clock.ts';
import { type HandlerResult, html, json, notFound, redirect, type SandboxRequest, sleep } from '../http.ts';
import { makeOffer, takeOffer } from '../offers.ts';
import { LIST_MODES, takeSurveyMode } from '../scenarios.ts';
import { createSession, ID, lastAttempt } from '../sessions.ts';
import {
  findSession,
  type SandboxPartner,
  SECRET,
  type Session,
  type State,
  SUPPLIER,
  type SurveyOutcome,
} from '../state.ts';
import { errorPage } from '../survey-pages.ts';

const MINUTE_MS = 60_000;
const MAX_CALLS_PER_MINUTE = 300;

/** Signs the URL (without the hash) as PURESPECTRUM_SIGNATURE says. A plain hash has the secret appended. */
function pureSpectrumHash(signature: string, secret: string, url: string): string {
  const algorithm = signature.replace(/^hmac-/, '');
  return signature.startsWith('hmac-')
    ? createHmac(algorithm, secret).update(url).digest('hex')
    : createHash(algorithm).update(url).update(secret).digest('hex');
}
function withHash({ environment }: State, url: string, name: string, isForged = false): string {
  // The same check as the panel's, which refuses to start with any other value.
  const signature = environment.PURESPECTRUM_SIGNATURE?.trim() || 'sha1';
  return `${url}&${name}=${pureSpectrumHash(signature, isForged ? 'forged' : SECRET, url)}`;
}

const RETURNS: Readonly<Record<SurveyOutcome, { readonly path: string; readonly code: number }>> = {
  complete: { path: 'complete', code: 21 },
  screenout: { path: 'terminate', code: 18 },
  overquota: { path: 'nosurveys', code: 17 },
  quality: { path: 'blacklist', code: 20 },
  quit: { path: 'terminate', code: 16 },
  none: { path: 'nosurveys', code: 17 },
};
const codeOf = (session: Session): number => RETURNS[session.outcome ?? 'quit'].code;

export const pureSpectrum: SandboxPartner = {
  party: 'purespectrum',
  name: 'PureSpectrum',
  colours: ['#b0410e', '#ffb48f'],
  modes: LIST_MODES,
  attempts: 1,
  reinstates: true,
  handle,
  returnUrl(state, session, isForged) {
    const url =
      `${state.panelOrigin}/partners/purespectrum/return/${RETURNS[session.outcome ?? 'quit'].path}` +
      `?transactionId=${session.id}&memberId=${session.member}`;
    return session.outcome === 'complete'
      ? withHash(
          state,
          `${url}&surveyID=${lastAttempt(session).surveyId}&LOI=${session.minutes}`,
          'asr_s_hash',
          isForged,
        )
      : `${url}&ps_rstatus=${codeOf(session)}`;
  },
  callbacks(state, session, isForged) {
    if (session.outcome !== 'complete') return [];
    const url =
      `${state.panelOrigin}/partners/purespectrum/callback?transactionId=${session.id}&memberId=${session.member}` +
      `&cpi=${session.usd}&survey_LOI=${session.minutes}&surveyID=${lastAttempt(session).surveyId}`;
    return [{ label: 'complete', method: 'POST', url: withHash(state, url, 'asr_s_hash', isForged) }];
  },
  revision(state, session, to) {
    const before = session.standing === 'reversed' ? 33 : session.standing ? 21 : codeOf(session);
    const url =
      `${state.panelOrigin}/partners/purespectrum/callback?ps_rstatus=${to === 'reversed' ? 33 : 21}&oldStatus=${before}` +
      `&supSid=${session.id}&supCpi=${session.usd}`;
    return { label: to, method: 'GET', url: withHash(state, url, 'ps_s_hash') };
  },
};

async function handle(state: State, request: SandboxRequest): Promise<HandlerResult> {
  const { path, method } = request;
  if (method !== 'GET') return notFound();
  if (path === '/surveys/fusionMatch') return fusionMatch(state, request);
  if (path.startsWith('/start-session/')) return startSession(state, request);
  return notFound();
}

/** The available surveys, best first, and their target groups. */
const SURVEYS = [
  { score: 98, genders: ['111', '112'], ages: [18, 99] },
  { score: 81, genders: ['112'], ages: [18, 99] },
  { score: 64, genders: ['111', '112'], ages: [18, 34] },
  { score: 57, genders: ['111', '112'], ages: [18, 99] },
  { score: 43, genders: ['111', '112'], ages: [18, 99] },
  { score: 30, genders: ['111', '112'], ages: [18, 99] },
] as const;

async function fusionMatch(state: State, { headers, query, origin }: SandboxRequest): Promise<HandlerResult> {
  if (headers['access-token'] !== SECRET) return json(403, { apiStatus: 'failure', msg: 'invalid access token' });
  const now = nowOf(state.clock);
  const calls = state.callTimes.get('purespectrum') ?? [];
  state.callTimes.set('purespectrum', calls);
  while (calls[0] !== undefined && Math.abs(now - calls[0]) >= MINUTE_MS) calls.shift();
  if (calls.push(now) > MAX_CALLS_PER_MINUTE) return json(429, { apiStatus: 'failure', msg: 'too many requests' });

  const { mode, delayMs } = takeSurveyMode(state.scenarios, 'purespectrum', 'entry');
  if (mode === 'error') return json(500, { apiStatus: 'failure', msg: 'internal error' });
  if (mode === 'garbage') return html(200, '<p>Under maintenance');
  if (mode === 'slow') await sleep(delayMs);
  const [session, member] = [query.get('respondentId') ?? '', query.get('memberId') ?? ''];
  const localization = query.get('respondentLocalization') ?? '';
  const limit = Number(query.get('maxNumberOfSurveysReturned') ?? 10);
  if (!ID.test(session) || !ID.test(member) || !/^[a-z]{2}_[A-Z]{2}$/.test(localization) || !(limit >= 1))
    return json(400, { apiStatus: 'failure', msg: 'respondentId, memberId or respondentLocalization' });

  const [gender, age] = [query.get('211') ?? '', Number(query.get('212') ?? Number.NaN)];
  const matched = SURVEYS.flatMap(({ score, genders, ages }, n) => {
    const fits = genders.some((known) => known === gender) && age >= ages[0] && age <= ages[1];
    return fits && mode !== 'none' && localization === 'en_ZA'
      ? [{ ...makeOffer(state, { party: 'purespectrum', session, member }, n), score }]
      : [];
  });
  const surveys = matched.slice(0, limit).map(({ surveyId, usd, minutes, score }) => {
    const cents = String(Math.round(Number(usd) * 100)).padStart(4, '0');
    return {
      surveyId: Number(surveyId),
      cpi: Number(usd),
      score,
      ir: 60,
      estimatedLoi: minutes,
      fullOrPartialMatch: 'full',
      entryLink:
        `${origin}/purespectrum/start-session/${SUPPLIER}ZA${cents}` +
        `?maxLoi=15&supplierRespId=${session}&memberId=${member}&surveyId=${surveyId}`,
      stars: 4,
    };
  });
  return json(200, { respondentId: session, surveys });
}

function startSession(state: State, { query }: SandboxRequest): HandlerResult {
  const id = query.get('supplierRespId') ?? '';
  const surveyId = query.get('surveyId');
  const isOffered = state.offers.get(`${id}/${surveyId}`)?.member === query.get('memberId');
  const offer = isOffered && !findSession(state, 'purespectrum', id) && takeOffer(state, id, surveyId);
  if (!offer) return errorPage(pureSpectrum, 'link', 'This link was used before, or doesn’t exist.');
  createSession(state, pureSpectrum, { id, member: offer.member }, offer);
  return redirect(`/purespectrum/session/${id}`);
}
