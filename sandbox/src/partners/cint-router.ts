/** Cint's router (YourSurveys): HMAC-MD5 entry links, HMAC-SHA256 callbacks; the browser's return is unsigned. */
import { createHmac } from 'node:crypto';
import { type HandlerResult, html, json, notFound, redirect, type SandboxRequest, sleep } from '../http.ts';
import { makeOffer, takeOffer } from '../offers.ts';
import { LIST_MODES, takeSurveyMode } from '../scenarios.ts';
import { createSession, derivedUuid, finishSession, ID, lastAttempt } from '../sessions.ts';
import {
  type Callback,
  findSession,
  type SandboxPartner,
  SECRET,
  type Session,
  type State,
  SUPPLIER,
  type SurveyOutcome,
} from '../state.ts';
import { errorPage } from '../survey-pages.ts';

/** Signs the part of the query from `unique_user_id=` through the demographics. */
const routerEntrySignature = (secret: string, part: string): string =>
  createHmac('md5', secret).update(part).digest('hex');
/** Signs the whole callback URL without the signature. */
const routerSignature = (key: string, url: string): string => createHmac('sha256', key).update(url).digest('hex');

const RETURN_PATHS: Readonly<Record<SurveyOutcome, string>> = {
  complete: 'complete',
  screenout: 'term',
  overquota: 'overquota',
  quality: 'blocked',
  quit: 'term',
  none: 'term',
};

function callback(state: State, session: Session, status: string, transaction: number, isForged = false): Callback {
  const isPaid = status !== 'term' && status !== 'overquota';
  const url =
    `${state.panelOrigin}/partners/cint-router/callback?ssi=${session.id}&status=${status}` +
    `&survey_id=${lastAttempt(session).surveyId}&cpi=${isPaid ? session.usd : '0.00'}` +
    `&txn_id=${derivedUuid(`transaction ${transaction} ${session.id}`)}`;
  const signature = routerSignature(isForged ? 'forged' : SECRET, url);
  return { label: status, method: 'GET', url: `${url}&signature_hmac_sha=${signature}` };
}

export const cintRouter: SandboxPartner = {
  party: 'cint-router',
  name: 'Cint router',
  colours: ['#0b6f8a', '#8fdcf0'],
  modes: LIST_MODES,
  attempts: 1,
  reinstates: true,
  handle,
  returnUrl: (state, session) =>
    `${state.panelOrigin}/partners/cint-router/return/${RETURN_PATHS[session.outcome ?? 'quit']}?ssi=${session.id}`,
  callbacks(state, session, isForged) {
    // No callback for a person who never entered the client's survey.
    if (!lastAttempt(session).entered) return [];
    const statuses = { complete: ['tentative', 'complete'], overquota: ['overquota'] } as Partial<
      Record<SurveyOutcome, string[]>
    >;
    return (statuses[session.outcome ?? 'quit'] ?? ['term']).map((status) =>
      callback(state, session, status, 0, isForged),
    );
  },
  // A reversal has the transaction id of its complete; a reinstatement has a new one, or it would be a repeat.
  revision: (state, session, to) =>
    to === 'reversed'
      ? callback(state, session, 'reconciliation', session.revisions === 0 ? 0 : session.revisions - 1)
      : callback(state, session, 'complete', session.revisions),
};

async function handle(state: State, request: SandboxRequest): Promise<HandlerResult> {
  if (request.method !== 'GET') return notFound();
  if (request.path === '/suppliers_api/surveys') return listSurveys(state, request);
  if (request.path === '/offer') return startOffer(state, request);
  if (request.path !== '/') return notFound();
  const { url, query } = request;
  const refuse = (code: string, reason: string) => errorPage(cintRouter, code, reason);

  const signed = /[?&](unique_user_id=.*)&hmac=([^&]*)$/.exec(url);
  if (!signed?.[1] || routerEntrySignature(SECRET, signed[1]) !== signed[2])
    return refuse('48', "The link's hmac is missing or wrong.");
  const [ssi, member] = [query.get('ssi') ?? '', query.get('unique_user_id') ?? ''];
  if (query.get('si') !== SUPPLIER) return refuse('48', 'Nobody supplies under this si.');
  if (!ID.test(ssi)) return refuse('48', 'ssi: letters, digits, _ and - only, 128 at most.');
  if (!/^[A-Za-z0-9_@-]{1,128}$/.test(member)) return refuse('48', 'unique_user_id: letters, digits, _, - and @ only.');
  const [age, gender] = [query.get('age'), query.get('gender')];
  if (age !== null && !/^\d{1,3}$/.test(age)) return refuse('1', 'age isn’t a number.');
  if (gender !== null && gender !== 'm' && gender !== 'f') return refuse('1', 'gender is neither m nor f.');

  const { mode, delayMs } = takeSurveyMode(state.scenarios, 'cint-router', 'entry', ['error', 'none', 'slow']);
  if (mode === 'error') return refuse('48', 'Something went wrong on our side.');
  if (mode === 'slow') await sleep(delayMs);
  if (findSession(state, 'cint-router', ssi)) return refuse('20', 'This session was entered before.');
  const session = createSession(state, cintRouter, { id: ssi, member });
  if (mode !== 'none') return redirect(`/cint-router/session/${ssi}`);
  return finishSession(state, cintRouter, session, 'none');
}

const LISTED = 4;

/** The pull of YourSurveys: a list for one user, whose links hold SUBID where the panel puts its session. */
async function listSurveys(state: State, { headers, query, origin }: SandboxRequest): Promise<HandlerResult> {
  if (headers['x-yoursurveys-api-key'] !== SECRET) return json(401, { messages: ['unknown api key'] });
  const [session, member] = [query.get('ssi') ?? '', query.get('unique_user_id') ?? ''];
  if (!ID.test(session) || !ID.test(member)) return json(400, { messages: ['ssi or unique_user_id'] });
  const { mode, delayMs } = takeSurveyMode(state.scenarios, 'cint-router', 'entry');
  if (mode === 'error') return json(500, { messages: ['internal error'] });
  if (mode === 'garbage') return html(200, '<p>Under maintenance');
  if (mode === 'slow') await sleep(delayMs);
  const asked = { party: 'cint-router', session, member } as const;
  const offers = mode === 'none' ? [] : Array.from({ length: LISTED }, (_, n) => makeOffer(state, asked, n));
  return json(200, {
    status: 'success',
    surveys: offers.map(({ surveyId, usd, minutes }) => ({
      name: `Survey ${surveyId}`,
      cpi: usd,
      loi: minutes,
      remaining_completes: 20,
      entry_link: `${origin}/cint-router/offer?offer_id=${surveyId}&ssi=SUBID&unique_user_id=${member}`,
    })),
  });
}

async function startOffer(state: State, { query }: SandboxRequest): Promise<HandlerResult> {
  const [id, member] = [query.get('ssi') ?? '', query.get('unique_user_id') ?? ''];
  if (findSession(state, 'cint-router', id)) return errorPage(cintRouter, '20', 'This session was entered before.');
  const offerId = query.get('offer_id');
  const isOffered = state.offers.get(`${id}/${offerId}`)?.member === member;
  const offer = isOffered ? takeOffer(state, id, offerId) : undefined;
  if (!offer) return errorPage(cintRouter, '2', 'This survey isn’t open for you.');
  createSession(state, cintRouter, { id, member }, offer);
  return redirect(`/cint-router/session/${id}`);
}
