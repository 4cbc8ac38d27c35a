/** What a session's events say together. Partners send them late, twice and in any order, so only their sum counts. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import { isCredited } from '@panel/domain/rewards/rules';
import type { SessionReport } from '../rewards/rewards.ts';
import type { Session, SessionEvent } from './store.ts';

const isSessionCredited = (outcomes: readonly Outcome[]): boolean => {
  const count = (outcome: Outcome) => outcomes.filter((one) => one === outcome).length;
  return isCredited({
    completes: count('complete'),
    reversals: count('reversed'),
    reinstatements: count('reinstated'),
  });
};

/** Of the outcomes that are no completion, the one that says most about a visit comes first. */
const PRECEDENCE: readonly Outcome[] = [
  'reversed',
  'blocked',
  'quality',
  'duplicate',
  'screenout',
  'overquota',
  'no_survey',
  'tentative',
  'technical',
  'drop',
];

/** The session's outcome according to all its events. */
export function currentOutcome(events: readonly Pick<SessionEvent, 'outcome'>[]): Outcome {
  const outcomes = events.map(({ outcome }) => outcome);
  if (isSessionCredited(outcomes)) return 'complete';
  return PRECEDENCE.find((outcome) => outcomes.includes(outcome)) ?? 'technical';
}

export function reportOf(session: Session, events: readonly SessionEvent[]): SessionReport {
  const completes = events.filter(({ outcome }) => outcome === 'complete');
  const reinstatements = events.filter(({ outcome }) => outcome === 'reinstated');
  const surveyIds = [...completes, ...reinstatements].flatMap(({ surveyId }) => surveyId ?? []);
  return {
    sessionId: session.id,
    partner: session.partner,
    surveyId: surveyIds.sort().at(-1) ?? session.surveyId ?? session.id,
    credited: isSessionCredited(events.map(({ outcome }) => outcome)),
    // The completion's own price, whenever it is reported; a reinstatement's only where there is no completion.
    usdMicros: highestPrice(completes) ?? highestPrice(reinstatements),
  };
}

const highestPrice = (events: readonly SessionEvent[]): bigint | null =>
  events.reduce<bigint | null>(
    (highest, { usdMicros }) => (usdMicros !== null && (highest === null || usdMicros > highest) ? usdMicros : highest),
    null,
  );
