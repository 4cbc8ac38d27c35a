/** Cint's router, YourSurveys: an MD5-keyed link in, SHA-256-signed callbacks out; the browser's return says nothing sure. */
import { createHmac } from 'node:crypto';
import type { Outgoing } from './deliveries.ts';
import { type Answer, type Exchange, notFound, redirect, sleep } from './http.ts';
import { take } from './scenarios.ts';
import { derivedUuid, finish, ID, lastAttempt, openSession, type SurveyPartner } from './sessions.ts';
import { type Outcome, SECRET, type Session, SUPPLIER, sessionOf, type World } from './state.ts';
import { answerSession, deadEnd } from './survey-pages.ts';

const SLOW_MS = 3000;

/** Over the piece of the query from `unique_user_id=` through the demographics. */
export const routerEntryHmac = (secret: string, piece: string): string =>
  createHmac('md5', secret).update(piece).digest('hex');
/** Over the whole callback without the signature. */
export const routerSignature = (key: string, url: string): string =>
  createHmac('sha256', key).update(url).digest('hex');

const RETURNS: Readonly<Record<Outcome, string>> = {
  complete: 'complete',
  screenout: 'term',
  overquota: 'overquota',
  quality: 'blocked',
  quit: 'term',
  none: 'term',
};

function callback(world: World, session: Session, status: string, transaction: number, isForged = false): Outgoing {
  const isPaid = status !== 'term' && status !== 'overquota';
  const url =
    `${world.panel}/partners/cint-router/callback?ssi=${session.id}&status=${status}` +
    `&survey_id=${lastAttempt(session).surveyId}&cpi=${isPaid ? session.usd : '0.00'}` +
    `&txn_id=${derivedUuid(`transaction ${transaction} ${session.id}`)}`;
  const signature = routerSignature(isForged ? 'forged' : SECRET, url);
  return { label: status, method: 'GET', url: `${url}&signature_hmac_sha=${signature}` };
}

export const cintRouter: SurveyPartner = {
  party: 'cint-router',
  name: 'Cint router',
  attempts: 1,
  returnUrl: (world, session) =>
    `${world.panel}/partners/cint-router/return/${RETURNS[session.outcome ?? 'quit']}?ssi=${session.id}`,
  callbacks(world, session, isForged) {
    // Silent about who never came as far as the client's survey.
    if (!lastAttempt(session).entered) return [];
    const statuses = { complete: ['tentative', 'complete'], overquota: ['overquota'] } as Partial<
      Record<Outcome, string[]>
    >;
    return (statuses[session.outcome ?? 'quit'] ?? ['term']).map((status) =>
      callback(world, session, status, 0, isForged),
    );
  },
  // A reversal has the transaction of what it reverses. What comes back is a complete of its own, or it would be a repeat.
  revision: (world, session, to) =>
    to === 'reversed'
      ? callback(world, session, 'reconciliation', session.revisions === 0 ? 0 : session.revisions - 1)
      : callback(world, session, 'complete', session.revisions),
};

export async function answerCintRouter(world: World, exchange: Exchange): Promise<Answer> {
  if (exchange.path.startsWith('/session/')) return answerSession(world, cintRouter, exchange);
  if (exchange.path !== '/' || exchange.method !== 'GET') return notFound();
  const { url, query } = exchange;
  const end = (code: string, why: string) => deadEnd(cintRouter, code, why);

  const signed = /[?&](unique_user_id=.*)&hmac=([^&]*)$/.exec(url);
  if (!signed?.[1] || routerEntryHmac(SECRET, signed[1]) !== signed[2])
    return end('48', "The link's hmac is missing or wrong.");
  const [ssi, member] = [query.get('ssi') ?? '', query.get('unique_user_id') ?? ''];
  if (query.get('si') !== SUPPLIER) return end('48', 'Nobody supplies under this si.');
  if (!ID.test(ssi)) return end('48', 'ssi: letters, digits, _ and - only, 128 at most.');
  if (!/^[A-Za-z0-9_@-]{1,128}$/.test(member)) return end('48', 'unique_user_id: letters, digits, _, - and @ only.');
  const [age, gender] = [query.get('age'), query.get('gender')];
  if (age !== null && !/^\d{1,3}$/.test(age)) return end('1', 'age is no number.');
  if (gender !== null && gender !== 'm' && gender !== 'f') return end('1', 'gender is neither m nor f.');

  const { mode, delayMs } = take(world.scenarios, 'cint-router', 'entry');
  if (mode === 'error') return end('48', 'Something went wrong on our side.');
  if (mode === 'slow') await sleep(delayMs ?? SLOW_MS);
  if (sessionOf(world, 'cint-router', ssi)) return end('20', 'This session was entered before.');
  const session = openSession(world, cintRouter, { id: ssi, member });
  if (mode !== 'none') return redirect(`/cint-router/session/${ssi}`);
  return finish(world, cintRouter, session, 'none');
}
