/** PureSpectrum Fusion Match: a ranked list of single-use links; what a survey paid is said server to server only. */
import { createHash } from 'node:crypto';
import { nowOf } from './clock.ts';
import { type Answer, type Exchange, json, notFound, redirect, sleep } from './http.ts';
import { take } from './scenarios.ts';
import { act, finish, ID, lastAttempt, openSession, type SurveyPartner, surveyFor } from './sessions.ts';
import { type Outcome, SECRET, type Session, SUPPLIER, sessionOf, type World } from './state.ts';
import { answerSession, deadEnd } from './survey-pages.ts';

const MINUTE = 60_000;
const CALLS_A_MINUTE = 300;
const SLOW_MS = 3000;

/** Over the address without the hash, with the secret behind it. */
export const pureSpectrumHash = (secret: string, url: string): string =>
  createHash('sha1').update(url).update(secret).digest('hex');
const hashed = (url: string, name: string, isForged = false): string =>
  `${url}&${name}=${pureSpectrumHash(isForged ? 'forged' : SECRET, url)}`;

const RETURNS: Readonly<Record<Outcome, { readonly to: string; readonly code: number }>> = {
  complete: { to: 'complete', code: 21 },
  screenout: { to: 'terminate', code: 18 },
  overquota: { to: 'nosurveys', code: 17 },
  quality: { to: 'blacklist', code: 20 },
  quit: { to: 'terminate', code: 16 },
  none: { to: 'nosurveys', code: 17 },
};
const codeOf = (session: Session): number => RETURNS[session.outcome ?? 'quit'].code;

export const pureSpectrum: SurveyPartner = {
  party: 'purespectrum',
  name: 'PureSpectrum',
  attempts: 1,
  returnUrl(world, session, isForged) {
    const url =
      `${world.panel}/partners/purespectrum/return/${RETURNS[session.outcome ?? 'quit'].to}` +
      `?transactionId=${session.id}&memberId=${session.member}`;
    return session.outcome === 'complete'
      ? hashed(`${url}&surveyID=${lastAttempt(session).surveyId}&LOI=${session.minutes}`, 'asr_s_hash', isForged)
      : `${url}&ps_rstatus=${codeOf(session)}`;
  },
  callbacks(world, session, isForged) {
    if (session.outcome !== 'complete') return [];
    const url =
      `${world.panel}/partners/purespectrum/callback?transactionId=${session.id}&memberId=${session.member}` +
      `&cpi=${session.usd}&survey_LOI=${session.minutes}&surveyID=${lastAttempt(session).surveyId}`;
    return [{ label: 'complete', method: 'POST', url: hashed(url, 'asr_s_hash', isForged) }];
  },
  revision(world, session, to) {
    const before = session.standing === 'reversed' ? 33 : session.standing ? 21 : codeOf(session);
    const url =
      `${world.panel}/partners/purespectrum/callback?ps_rstatus=${to === 'reversed' ? 33 : 21}&oldStatus=${before}` +
      `&supSid=${session.id}&supCpi=${session.usd}`;
    return { label: to, method: 'GET', url: hashed(url, 'ps_s_hash') };
  },
};

export async function answerPureSpectrum(world: World, exchange: Exchange): Promise<Answer> {
  const { path, method } = exchange;
  if (path.startsWith('/session/')) return answerSession(world, pureSpectrum, exchange);
  if (method !== 'GET') return notFound();
  if (path === '/surveys/fusionMatch') return fusionMatch(world, exchange);
  if (path.startsWith('/start-session/')) return startSession(world, exchange);
  return notFound();
}

/** The surveys there are, best first, and who they are for. */
const SURVEYS = [
  { score: 98, genders: ['111', '112'], ages: [18, 99] },
  { score: 81, genders: ['112'], ages: [18, 99] },
  { score: 64, genders: ['111', '112'], ages: [18, 34] },
] as const;

async function fusionMatch(world: World, { headers, query, origin }: Exchange): Promise<Answer> {
  if (headers['access-token'] !== SECRET) return json(403, { apiStatus: 'failure', msg: 'invalid access token' });
  const now = nowOf(world.clock);
  const calls = world.matchCalls;
  while (calls[0] !== undefined && Math.abs(now - calls[0]) >= MINUTE) calls.shift();
  if (calls.push(now) > CALLS_A_MINUTE) return json(429, { apiStatus: 'failure', msg: 'too many requests' });

  const { mode, delayMs } = take(world.scenarios, 'purespectrum', 'entry');
  if (mode === 'error') return json(500, { apiStatus: 'failure', msg: 'internal error' });
  if (mode === 'slow') await sleep(delayMs ?? SLOW_MS);
  const [session, member] = [query.get('respondentId') ?? '', query.get('memberId') ?? ''];
  const localization = query.get('respondentLocalization') ?? '';
  const most = Number(query.get('maxNumberOfSurveysReturned') ?? 10);
  if (!ID.test(session) || !ID.test(member) || !/^[a-z]{2}_[A-Z]{2}$/.test(localization) || !(most >= 1))
    return json(400, { apiStatus: 'failure', msg: 'respondentId, memberId or respondentLocalization' });

  const [gender, age] = [query.get('211') ?? '', Number(query.get('212') ?? Number.NaN)];
  const matched = SURVEYS.flatMap((survey, n) => {
    const fits = survey.genders.some((known) => known === gender) && age >= survey.ages[0] && age <= survey.ages[1];
    return fits && mode !== 'none' && localization === 'en_ZA'
      ? [{ ...surveyFor(world, 'purespectrum', session, n), n }]
      : [];
  });
  const surveys = matched.slice(0, most).map(({ surveyId, usd, n }) => {
    const cents = String(Math.round(Number(usd) * 100)).padStart(4, '0');
    world.offers.set(`${session}/${surveyId}`, { session, member, surveyId, usd });
    return {
      surveyId: Number(surveyId),
      cpi: Number(usd),
      score: SURVEYS[n]?.score ?? 0,
      ir: 60,
      estimatedLoi: 10,
      fullOrPartialMatch: 'full',
      entryLink:
        `${origin}/purespectrum/start-session/${SUPPLIER}ZA${cents}` +
        `?maxLoi=15&supplierRespId=${session}&memberId=${member}&surveyId=${surveyId}`,
      stars: 4,
    };
  });
  return json(200, { respondentId: session, surveys });
}

const FORCED: Readonly<Record<string, Outcome>> = {
  '21': 'complete',
  '18': 'screenout',
  '17': 'overquota',
  '20': 'quality',
};

async function startSession(world: World, { query }: Exchange): Promise<Answer> {
  const id = query.get('supplierRespId') ?? '';
  const offer = world.offers.get(`${id}/${query.get('surveyId')}`);
  if (!offer || offer.member !== query.get('memberId') || sessionOf(world, 'purespectrum', id))
    return deadEnd(pureSpectrum, 'link', 'This link was used before, or is nobody’s.');
  // A list is good for one survey: whoever starts one has used up the others.
  for (const [key, { session }] of world.offers) if (session === id) world.offers.delete(key);
  const session = openSession(world, pureSpectrum, { id, member: offer.member }, offer);
  const forced = FORCED[query.get('ps_simu_forced_status') ?? ''];
  if (!forced) return redirect(`/purespectrum/session/${id}`);
  await act(world, pureSpectrum, session, 'start');
  return finish(world, pureSpectrum, session, forced);
}
