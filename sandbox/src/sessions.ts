/** A person's survey session at a partner, and the callbacks about it. */
import { createHash } from 'node:crypto';
import { nowOf } from './clock.ts';
import { deliver, schedule } from './deliveries.ts';
import { type Reply, redirect } from './http.ts';
import { takeSurveyMode } from './scenarios.ts';
import {
  type Attempt,
  findSession,
  type Revision,
  type SandboxPartner,
  type Session,
  type State,
  type SurveyOutcome,
} from './state.ts';

const SESSION_TIMEOUT_MS = 3_600_000;
const LATE_MS = 5000;
/** Ids of panelists and sessions, as the partners accept them. */
export const ID = /^[A-Za-z0-9_-]{1,128}$/;

export const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const derivedUsd = (id: string): string => ((100 + (digest(`usd ${id}`).readUInt32BE() % 201)) / 100).toFixed(2);
const derivedSurvey = (id: string, n: number): string =>
  String(10_000_000 + (digest(`survey ${n} ${id}`).readUInt32BE() % 90_000_000));
export const derivedUuid = (text: string): string => {
  const hex = digest(text).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** The id and price of the n-th survey of a session. */
export function surveyFor(state: State, party: string, id: string, n = 0): { surveyId: string; usd: string } {
  const usd = state.scenarios.prices.get(party) ?? derivedUsd(n === 0 ? id : `${n} ${id}`);
  return { surveyId: derivedSurvey(id, n), usd };
}

const newAttempt = (state: State, id: string, surveyId: string): Attempt => ({
  surveyId,
  respondentId: derivedUuid(`respondent ${id} ${surveyId}`),
  startedAt: nowOf(state.clock),
  entered: false,
  outcome: null,
});

export function createSession(
  state: State,
  { party }: SandboxPartner,
  ids: { id: string; member: string },
  survey: { surveyId: string; usd: string; minutes?: number } = surveyFor(state, party, ids.id),
): Session {
  const now = nowOf(state.clock);
  const session: Session = {
    ...ids,
    party,
    usd: survey.usd,
    minutes: survey.minutes ?? 5 + ((digest(ids.id)[0] ?? 0) % 11),
    startedAt: now,
    changedAt: now,
    stage: 'prescreener',
    attempts: [newAttempt(state, ids.id, survey.surveyId)],
    outcome: null,
    standing: null,
    revisions: 0,
    returnUrl: null,
    sent: [],
  };
  state.sessions.set(`${party}/${ids.id}`, session);
  return session;
}

export const lastAttempt = (session: Session): Attempt => session.attempts.at(-1) ?? session.attempts[0];
export const isOver = ({ stage }: Session): boolean => stage === 'finished' || stage === 'closed';
export const isTimedOut = (state: State, session: Session): boolean =>
  !isOver(session) && nowOf(state.clock) - session.changedAt > SESSION_TIMEOUT_MS;
export const findOpenSession = (state: State, party: string, member: string): Session | undefined =>
  [...state.sessions.values()].find(
    (other) => other.party === party && other.member === member && !isOver(other) && !isTimedOut(state, other),
  );

/** Handles the button that a person pressed; null if the page didn't offer it. */
export function applyAction(
  state: State,
  partner: SandboxPartner,
  session: Session,
  action: string,
): Promise<Reply> | null {
  session.changedAt = nowOf(state.clock);
  const attempt = lastAttempt(session);
  if (session.stage === 'prescreener' && action === 'start') {
    attempt.entered = true;
    session.stage = 'survey';
    return redirectToSession(session);
  }
  if (session.stage === 'again' && action === 'go-on') {
    const { surveyId } = surveyFor(state, session.party, session.id, session.attempts.length);
    session.attempts.push(newAttempt(state, session.id, surveyId));
    session.stage = 'prescreener';
    return redirectToSession(session);
  }
  // A person who quits after a failed survey returns with that survey's outcome.
  if (session.stage === 'again' && action === 'quit')
    return finishSession(state, partner, session, attempt.outcome ?? 'quit');
  if (session.stage !== 'again' && action === 'quit') return finishSession(state, partner, session, 'quit');
  const outcome = (['complete', 'screenout', 'overquota', 'quality'] as const).find((known) => known === action);
  if (session.stage !== 'survey' || !outcome) return null;
  attempt.outcome = outcome;
  const canContinue =
    session.attempts.length < partner.attempts && (outcome === 'screenout' || outcome === 'overquota');
  if (!canContinue) return finishSession(state, partner, session, outcome);
  session.stage = 'again';
  return redirectToSession(session);
}

const redirectToSession = async ({ party, id }: Session): Promise<Reply> => redirect(`/${party}/session/${id}`);

/** Ends a session: sends the callbacks as the scenario says and redirects the browser to the panel. */
export async function finishSession(
  state: State,
  partner: SandboxPartner,
  session: Session,
  outcome: SurveyOutcome,
): Promise<Reply> {
  session.stage = 'finished';
  session.outcome = outcome;
  lastAttempt(session).outcome = outcome;
  if (outcome === 'complete') session.standing = 'complete';
  const { mode, delayMs } = takeSurveyMode(state.scenarios, partner.party, 'callbacks');
  const isForged = mode === 'forged';
  session.returnUrl = partner.returnUrl(state, session, isForged);
  const callbacks = partner.callbacks(state, session, isForged);
  if (!isForged) session.sent.push(...callbacks);

  const sendCallbacks = async () => {
    for (const callback of callbacks)
      await Promise.all(Array.from({ length: mode === 'double' ? 2 : 1 }, () => deliver(state, session, callback)));
  };
  const toPanel = redirect(session.returnUrl);
  if (mode === 'missing') return toPanel;
  if (mode === 'late') {
    schedule(state, delayMs ?? LATE_MS, () => void sendCallbacks());
    return toPanel;
  }
  if (mode === 'before-return') {
    await sendCallbacks();
    return toPanel;
  }
  return { ...toPanel, afterSend: () => void sendCallbacks() };
}

/** Reverses or reinstates a finished session. Returns the status of the callback, or why it isn't possible. */
export async function reviseSession(
  state: State,
  partner: SandboxPartner,
  id: string,
  to: Revision,
): Promise<{ status: number | null } | { error: string }> {
  const session = findSession(state, partner.party, id);
  if (session?.stage !== 'finished') return { error: 'no finished session of that id' };
  const isCounted = session.standing === 'complete' || session.standing === 'reinstated';
  if (isCounted !== (to === 'reversed') || (to === 'reinstated' && !partner.reinstates))
    return { error: `it can't be ${to} now` };
  const callback = partner.revision(state, session, to);
  session.standing = to;
  session.revisions += 1;
  session.changedAt = nowOf(state.clock);
  session.sent.push(callback);
  return { status: await deliver(state, session, callback) };
}
