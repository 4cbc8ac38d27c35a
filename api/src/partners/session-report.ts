/** What a session's events mean together. Partners send them late, twice and in any order, so only their sum counts. */
import type { Outcome } from '@panel/domain/partners/outcomes';
import { isCredited } from '@panel/domain/rewards/rules';
import type { SessionReport } from '../rewards/rewards.ts';
import type { SessionEvent, SurveySession } from './locked-session.ts';

export type Counted = Pick<SessionEvent, 'outcome' | 'isByHand'>;

const isReversal = ({ outcome }: Counted): boolean => outcome === 'reversed';
const isCredit = ({ outcome }: Counted): boolean => outcome === 'complete' || outcome === 'reinstated';
const isSameChange = (one: Counted, other: Counted): boolean =>
  (isReversal(one) && isReversal(other)) || (isCredit(one) && isCredit(other));

/** Drops decisions by hand that the partner has confirmed with its own event since. Counted twice, they would cancel the partner's next change. */
function withoutStandIns(events: readonly Counted[]): readonly Counted[] {
  const counted: Counted[] = [];
  for (const event of events) {
    const standIn = event.isByHand ? -1 : counted.findIndex((one) => one.isByHand && isSameChange(one, event));
    if (standIn >= 0) counted.splice(standIn, 1);
    counted.push(event);
  }
  return counted;
}

const isSessionCredited = (events: readonly Counted[]): boolean => {
  const counted = withoutStandIns(events);
  const count = (outcome: Outcome) => counted.filter((one) => one.outcome === outcome).length;
  return isCredited({
    completes: count('complete'),
    reversals: count('reversed'),
    reinstatements: count('reinstated'),
  });
};

/** The outcomes other than a completion, the most informative first. */
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
export function currentOutcome(events: readonly Counted[]): Outcome {
  const outcomes = events.map(({ outcome }) => outcome);
  if (isSessionCredited(events)) return 'complete';
  return PRECEDENCE.find((outcome) => outcomes.includes(outcome)) ?? 'technical';
}

export function reportOf(session: SurveySession, events: readonly SessionEvent[]): SessionReport {
  const completes = events.filter(({ outcome }) => outcome === 'complete');
  const reinstatements = events.filter(({ outcome }) => outcome === 'reinstated');
  const surveyIds = [...completes, ...reinstatements].flatMap(({ surveyId }) => surveyId ?? []);
  return {
    sessionId: session.id,
    partner: session.partner,
    surveyId: surveyIds.sort().at(-1) ?? session.surveyId ?? session.id,
    credited: isSessionCredited(events),
    // The completion's own price, whenever it is reported; a reinstatement's only without a completion.
    usdMicros: highestPrice(completes) ?? highestPrice(reinstatements),
  };
}

const highestPrice = (events: readonly SessionEvent[]): bigint | null =>
  events.reduce<bigint | null>(
    (highest, { usdMicros }) => (usdMicros !== null && (highest === null || usdMicros > highest) ? usdMicros : highest),
    null,
  );
