/** A person's way through a partner's survey, and how it is told to the panel. */
import { createHash } from 'node:crypto';
import { nowOf } from './clock.ts';
import { deliver, later, type Outgoing } from './deliveries.ts';
import { redirect, type Spoken } from './http.ts';
import { type SurveyParty, take } from './scenarios.ts';
import { type Attempt, type Outcome, type Session, sessionOf, type World } from './state.ts';

const LIFE_MS = 3_600_000;
const LATE_MS = 5000;
/** Ids of panelists and sessions, as the partners allow them. */
export const ID = /^[A-Za-z0-9_-]{1,128}$/;

export type Revision = 'reversed' | 'reinstated';

/** What differs between the partners once a person is inside. */
export type SurveyPartner = {
  readonly party: SurveyParty;
  readonly name: string;
  /** Surveys that a person is offered in one session, one after another. */
  readonly attempts: number;
  returnUrl(world: World, session: Session, isForged: boolean): string;
  callbacks(world: World, session: Session, isForged: boolean): Outgoing[];
  revision(world: World, session: Session, to: Revision): Outgoing;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const derivedUsd = (id: string): string => ((100 + (digest(`usd ${id}`).readUInt32BE() % 201)) / 100).toFixed(2);
const derivedSurvey = (id: string, n: number): string =>
  String(10_000_000 + (digest(`survey ${n} ${id}`).readUInt32BE() % 90_000_000));
export const derivedUuid = (text: string): string => {
  const hex = digest(text).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** What the n-th survey of a session is, and what it is worth. */
export function surveyFor(world: World, party: SurveyParty, id: string, n = 0): { surveyId: string; usd: string } {
  const { usd, surveyId } = world.scenarios.settings.get(party) ?? {};
  return {
    surveyId: n === 0 && surveyId ? surveyId : derivedSurvey(id, n),
    usd: usd ?? derivedUsd(n === 0 ? id : `${n} ${id}`),
  };
}

const newAttempt = (world: World, id: string, surveyId: string): Attempt => ({
  surveyId,
  respondentId: derivedUuid(`respondent ${id} ${surveyId}`),
  startedAt: nowOf(world.clock),
  entered: false,
  outcome: null,
});

export function openSession(
  world: World,
  { party }: SurveyPartner,
  person: { id: string; member: string },
  survey: { surveyId: string; usd: string } = surveyFor(world, party, person.id),
): Session {
  const now = nowOf(world.clock);
  const session: Session = {
    ...person,
    party,
    usd: survey.usd,
    minutes: 5 + ((digest(person.id)[0] ?? 0) % 11),
    startedAt: now,
    changedAt: now,
    stage: 'prescreener',
    attempts: [newAttempt(world, person.id, survey.surveyId)],
    outcome: null,
    standing: null,
    revisions: 0,
    returnUrl: null,
    sent: [],
  };
  world.sessions.set(`${party}/${person.id}`, session);
  return session;
}

export const lastAttempt = (session: Session): Attempt => session.attempts.at(-1) ?? session.attempts[0];
export const isOver = ({ stage }: Session): boolean => stage === 'finished' || stage === 'closed';
export const isTimedOut = (world: World, session: Session): boolean =>
  !isOver(session) && nowOf(world.clock) - session.changedAt > LIFE_MS;
export const liveSessionOf = (world: World, party: SurveyParty, member: string): Session | undefined =>
  [...world.sessions.values()].find(
    (other) => other.party === party && other.member === member && !isOver(other) && !isTimedOut(world, other),
  );

/** What a person pressed. Null: it isn't among what the page offered. */
export function act(world: World, partner: SurveyPartner, session: Session, action: string): Promise<Spoken> | null {
  session.changedAt = nowOf(world.clock);
  const attempt = lastAttempt(session);
  if (session.stage === 'prescreener' && action === 'start') {
    attempt.entered = true;
    session.stage = 'survey';
    return stay(session);
  }
  if (session.stage === 'again' && action === 'go-on') {
    const { surveyId } = surveyFor(world, session.party, session.id, session.attempts.length);
    session.attempts.push(newAttempt(world, session.id, surveyId));
    session.stage = 'prescreener';
    return stay(session);
  }
  // Who gives up after a failed survey leaves with what that one ended in.
  if (session.stage === 'again' && action === 'quit') return finish(world, partner, session, attempt.outcome ?? 'quit');
  if (session.stage !== 'again' && action === 'quit') return finish(world, partner, session, 'quit');
  const outcome = (['complete', 'screenout', 'overquota', 'quality'] as const).find((known) => known === action);
  if (session.stage !== 'survey' || !outcome) return null;
  attempt.outcome = outcome;
  const mayGoOn = session.attempts.length < partner.attempts && (outcome === 'screenout' || outcome === 'overquota');
  if (!mayGoOn) return finish(world, partner, session, outcome);
  session.stage = 'again';
  return stay(session);
}

const stay = async ({ party, id }: Session): Promise<Spoken> => redirect(`/${party}/session/${id}`);

/** Ends a session: the callbacks go to the panel as the scenario has it, the browser back to it. */
export async function finish(
  world: World,
  partner: SurveyPartner,
  session: Session,
  outcome: Outcome,
): Promise<Spoken> {
  session.stage = 'finished';
  session.outcome = outcome;
  lastAttempt(session).outcome = outcome;
  if (outcome === 'complete') session.standing = 'complete';
  const { mode, delayMs } = take(world.scenarios, partner.party, 'callbacks');
  const isForged = mode === 'forged';
  session.returnUrl = partner.returnUrl(world, session, isForged);
  const callbacks = partner.callbacks(world, session, isForged);
  if (!isForged) session.sent.push(...callbacks);

  const send = async () => {
    for (const callback of callbacks)
      await Promise.all(Array.from({ length: mode === 'double' ? 2 : 1 }, () => deliver(world, session, callback)));
  };
  const back = redirect(session.returnUrl);
  if (mode === 'missing') return back;
  if (mode === 'late') {
    later(world, delayMs ?? LATE_MS, () => void send());
    return back;
  }
  if (mode === 'before-return') {
    await send();
    return back;
  }
  return { ...back, afterwards: () => void send() };
}

/** A partner changes its mind about a finished session. Gives the panel's answer, or why it can't be. */
export async function revise(
  world: World,
  partner: SurveyPartner,
  id: string,
  to: Revision,
): Promise<{ status: number | null } | { error: string }> {
  const session = sessionOf(world, partner.party, id);
  if (session?.stage !== 'finished') return { error: 'no finished session of that id' };
  const counts = session.standing === 'complete' || session.standing === 'reinstated';
  if (counts !== (to === 'reversed')) return { error: `it can't be ${to} now` };
  const outgoing = partner.revision(world, session, to);
  session.standing = to;
  session.revisions += 1;
  session.changedAt = nowOf(world.clock);
  session.sent.push(outgoing);
  return { status: await deliver(world, session, outgoing) };
}
