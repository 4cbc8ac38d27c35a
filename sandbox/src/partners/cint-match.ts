/** Cint Exchange Match: signed entry links, signed returns and pushed outcomes. */
import { createHmac } from 'node:crypto';
import { nowOf } from '../clock.ts';
import { type HandlerResult, notFound, redirect, type SandboxRequest, sleep } from '../http.ts';
import { SURVEY_MODES, takeSurveyMode } from '../scenarios.ts';
import { createSession, derivedUuid, findOpenSession, finishSession, ID, lastAttempt } from '../sessions.ts';
import {
  type Attempt,
  findSession,
  type SandboxPartner,
  SECRET,
  type Session,
  type State,
  SUPPLIER,
  type SurveyOutcome,
} from '../state.ts';
import { errorPage } from '../survey-pages.ts';

const MAX_URL_LENGTH = 1999;

/** Signs the URL up to and including the `&` before `hash=`. */
const cintSignature = (secret: string, url: string): string =>
  createHmac('sha1', secret).update(url).digest('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** The return path and Cint's two status codes. */
type Status = { readonly path: string; readonly marketplace: number; readonly client: number };
const STATUSES: Readonly<Record<SurveyOutcome, Status>> = {
  complete: { path: 'success', marketplace: 3, client: 10 },
  screenout: { path: 'failure', marketplace: 3, client: 20 },
  overquota: { path: 'overquota', marketplace: 3, client: 40 },
  quality: { path: 'quality', marketplace: 3, client: 30 },
  quit: { path: 'failure', marketplace: 122, client: 20 },
  none: { path: 'default', marketplace: 50, client: -1 },
};
const NOT_ENTERED: Status = { path: 'failure', marketplace: 120, client: -1 };
const statusOf = ({ outcome, entered }: Attempt): Status =>
  outcome === 'quit' && !entered ? NOT_ENTERED : STATUSES[outcome ?? 'quit'];

function outcomeItem(state: State, session: Session, attempt: Attempt, client = statusOf(attempt).client) {
  return {
    respondent_id: attempt.respondentId,
    parent_session_id: derivedUuid(`parent ${session.id}`),
    panelist_id: session.member,
    session_id: session.id,
    marketplace_status: statusOf(attempt).marketplace,
    client_status: client,
    entry_date: new Date(attempt.startedAt).toISOString(),
    last_date: new Date(nowOf(state.clock)).toISOString(),
    survey_id: Number(attempt.surveyId),
    rpi: { value: session.usd, currency_code: 'USD' },
    study_type: 'adhoc',
  };
}

const outcomePush = (state: State, label: string, items: object[], secret = SECRET) => ({
  label,
  method: 'POST' as const,
  url: `${state.panelOrigin}/partners/cint-match/callback/${secret}`,
  body: JSON.stringify(items.length === 1 ? items[0] : items),
});

export const cintMatch: SandboxPartner = {
  party: 'cint-match',
  name: 'Cint Match',
  colours: ['#5b2d8e', '#cfb0f5'],
  modes: SURVEY_MODES,
  attempts: 3,
  reinstates: true,
  handle,
  returnUrl(state, session, isForged) {
    const attempt = lastAttempt(session);
    const { path, marketplace, client } = statusOf(attempt);
    const revenue = session.outcome === 'complete' ? session.usd : '0.00';
    const url =
      `${state.panelOrigin}/partners/cint-match/return/${path}?mid=${session.id}&pid=${session.member}` +
      `&rid=${attempt.respondentId}&st=${marketplace}&cs=${client}&rev=${revenue}` +
      `&sn=${attempt.surveyId}&tis=${session.minutes}&`;
    return `${url}hash=${cintSignature(isForged ? 'forged' : SECRET, url)}`;
  },
  // A push isn't signed: its path is the secret, which a forger doesn't know.
  callbacks: (state, session, isForged) => [
    outcomePush(
      state,
      session.outcome ?? 'outcome',
      session.attempts.map((attempt) => outcomeItem(state, session, attempt)),
      isForged ? 'forged' : SECRET,
    ),
  ],
  revision: (state, session, to) =>
    outcomePush(state, to, [outcomeItem(state, session, lastAttempt(session), to === 'reversed' ? 26 : 11)]),
};

async function handle(state: State, request: SandboxRequest): Promise<HandlerResult> {
  if (request.path !== '/s/default.aspx' || request.method !== 'GET') return notFound();
  const { url, query } = request;
  const refuse = (code: string, reason: string) => errorPage(cintMatch, code, reason);

  if (url.length > MAX_URL_LENGTH) return refuse('too long', 'The link is longer than 1999 characters.');
  const signed = /^(.*&)hash=([^&]*)$/.exec(url);
  if (!signed?.[1] || cintSignature(SECRET, signed[1]) !== signed[2])
    return refuse('131', "The link's hash is missing or wrong.");
  const [sid, pid, mid, clid] = ['SID', 'PID', 'MID', 'CLID'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  if (sid !== SUPPLIER) return refuse('SID', 'Nobody supplies under this SID.');
  if (!ID.test(pid) || !ID.test(mid)) return refuse('PID, MID', 'Letters, digits, _ and - only, 128 at most.');
  if (!/^\d+$/.test(clid)) return refuse('CLID', 'The link has no country and language.');

  const { mode, delayMs } = takeSurveyMode(state.scenarios, 'cint-match', 'entry');
  if (mode === 'error') return refuse('303', 'The session timed out.');
  if (mode === 'slow') await sleep(delayMs);
  const open = findOpenSession(state, 'cint-match', pid);
  if (findSession(state, 'cint-match', mid) || open)
    return errorPage(cintMatch, '301', 'This session was used before, or another one is still open.', open);
  const session = createSession(state, cintMatch, { id: mid, member: pid });
  if (mode !== 'none') return redirect(`/cint-match/session/${mid}`);
  return finishSession(state, cintMatch, session, 'none');
}
