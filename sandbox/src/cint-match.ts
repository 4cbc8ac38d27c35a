/** Cint Exchange Match: a signed link in, signed returns and outcome pushes out. */
import { createHmac } from 'node:crypto';
import { nowOf } from './clock.ts';
import { type Answer, type Exchange, notFound, redirect, sleep } from './http.ts';
import { take } from './scenarios.ts';
import { derivedUuid, finish, ID, lastAttempt, liveSessionOf, openSession, type SurveyPartner } from './sessions.ts';
import { type Attempt, type Outcome, SECRET, type Session, SUPPLIER, sessionOf, type World } from './state.ts';
import { answerSession, deadEnd } from './survey-pages.ts';

const LONGEST_URL = 1999;
const SLOW_MS = 3000;

/** Over the address up to and including the `&` before `hash=`. */
export const cintHash = (secret: string, url: string): string =>
  createHmac('sha1', secret).update(url).digest('base64').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

type Ending = { readonly to: string; readonly marketplace: number; readonly client: number };
const ENDINGS: Readonly<Record<Outcome, Ending>> = {
  complete: { to: 'success', marketplace: 3, client: 10 },
  screenout: { to: 'failure', marketplace: 3, client: 20 },
  overquota: { to: 'overquota', marketplace: 3, client: 40 },
  quality: { to: 'quality', marketplace: 3, client: 30 },
  quit: { to: 'failure', marketplace: 122, client: 20 },
  none: { to: 'default', marketplace: 50, client: -1 },
};
const NOT_ENTERED: Ending = { to: 'failure', marketplace: 120, client: -1 };
const endingOf = ({ outcome, entered }: Attempt): Ending =>
  outcome === 'quit' && !entered ? NOT_ENTERED : ENDINGS[outcome ?? 'quit'];

function outcomeItem(world: World, session: Session, attempt: Attempt, client = endingOf(attempt).client) {
  return {
    respondent_id: attempt.respondentId,
    parent_session_id: derivedUuid(`parent ${session.id}`),
    panelist_id: session.member,
    session_id: session.id,
    marketplace_status: endingOf(attempt).marketplace,
    client_status: client,
    entry_date: new Date(attempt.startedAt).toISOString(),
    last_date: new Date(nowOf(world.clock)).toISOString(),
    survey_id: Number(attempt.surveyId),
    rpi: { value: session.usd, currency_code: 'USD' },
    study_type: 'adhoc',
  };
}

const push = (world: World, label: string, items: object[], secret = SECRET) => ({
  label,
  method: 'POST' as const,
  url: `${world.panel}/partners/cint-match/callback/${secret}`,
  body: JSON.stringify(items.length === 1 ? items[0] : items),
});

export const cintMatch: SurveyPartner = {
  party: 'cint-match',
  name: 'Cint Match',
  attempts: 3,
  returnUrl(world, session, isForged) {
    const attempt = lastAttempt(session);
    const { to, marketplace, client } = endingOf(attempt);
    const revenue = session.outcome === 'complete' ? session.usd : '0.00';
    const url =
      `${world.panel}/partners/cint-match/return/${to}?mid=${session.id}&pid=${session.member}` +
      `&rid=${attempt.respondentId}&st=${marketplace}&cs=${client}&rev=${revenue}` +
      `&sn=${attempt.surveyId}&tis=${session.minutes}&`;
    return `${url}hash=${cintHash(isForged ? 'forged' : SECRET, url)}`;
  },
  // A push has no signature; who forges one doesn't know its path.
  callbacks: (world, session, isForged) => [
    push(
      world,
      session.outcome ?? 'outcome',
      session.attempts.map((attempt) => outcomeItem(world, session, attempt)),
      isForged ? 'forged' : SECRET,
    ),
  ],
  revision: (world, session, to) =>
    push(world, to, [outcomeItem(world, session, lastAttempt(session), to === 'reversed' ? 26 : 11)]),
};

export async function answerCintMatch(world: World, exchange: Exchange): Promise<Answer> {
  if (exchange.path.startsWith('/session/')) return answerSession(world, cintMatch, exchange);
  if (exchange.path !== '/s/default.aspx' || exchange.method !== 'GET') return notFound();
  const { url, query } = exchange;
  const end = (code: string, why: string) => deadEnd(cintMatch, code, why);

  if (url.length > LONGEST_URL) return end('too long', 'The link is longer than 1999 characters.');
  const signed = /^(.*&)hash=([^&]*)$/.exec(url);
  if (!signed?.[1] || cintHash(SECRET, signed[1]) !== signed[2])
    return end('131', "The link's hash is missing or wrong.");
  const [sid, pid, mid, clid] = ['SID', 'PID', 'MID', 'CLID'].map((name) => query.get(name) ?? '') as [
    string,
    string,
    string,
    string,
  ];
  if (sid !== SUPPLIER) return end('SID', 'Nobody supplies under this SID.');
  if (!ID.test(pid) || !ID.test(mid)) return end('PID, MID', 'Letters, digits, _ and - only, 128 at most.');
  if (!/^\d+$/.test(clid)) return end('CLID', 'The link says no country and language.');

  const { mode, delayMs } = take(world.scenarios, 'cint-match', 'entry');
  if (mode === 'error') return end('303', 'The session timed out.');
  if (mode === 'slow') await sleep(delayMs ?? SLOW_MS);
  const live = liveSessionOf(world, 'cint-match', pid);
  if (sessionOf(world, 'cint-match', mid) || live)
    return deadEnd(cintMatch, '301', 'This session was used before, or another one is still open.', live);
  const session = openSession(world, cintMatch, { id: mid, member: pid });
  if (mode !== 'none') return redirect(`/cint-match/session/${mid}`);
  return finish(world, cintMatch, session, 'none');
}
