import { addMonths } from '../calendar.ts';
import { addMs, DAY_MS } from '../durations.ts';
import type { ProfilingSurvey } from './surveys.ts';

/** Assumption: profiling-intervals. The second round is asked once, right after registration; the others repeat. */
const EVERY_MONTHS = { quarterly: 3, yearly: 12 } as const;

/** When a profiling survey falls due for the first time. */
export const firstDueAt = (survey: ProfilingSurvey, registeredAt: Date): Date =>
  survey === 'second-round' ? registeredAt : addMonths(registeredAt, EVERY_MONTHS[survey]);

/** When an answered profiling survey falls due again; null if never. */
export const nextDueAt = (survey: ProfilingSurvey, answeredAt: Date): Date | null =>
  survey === 'second-round' ? null : addMonths(answeredAt, EVERY_MONTHS[survey]);

/** A survey that is due is looked at again after this time: the panelist may be contactable then, or the invitation may have been dropped. */
const RECONSIDER_MS = 30 * DAY_MS;
/** A panelist who has enough requests for now is looked at again after this time. */
const NEXT_REQUEST_MS = DAY_MS;

type Invitee = {
  readonly isContactable: boolean;
  /** Whether the panelist got as many requests as a week allows. */
  readonly isAtLimit: boolean;
  /** Whether the panelist is being invited to another survey. */
  readonly hasOther: boolean;
};

/** Whether to invite a panelist to a survey that is due, and when to look at the survey again. */
export function decideInvitation({ isContactable, isAtLimit, hasOther }: Invitee, at: Date) {
  const hasEnough = isContactable && (isAtLimit || hasOther);
  return {
    isInvited: isContactable && !hasEnough,
    lookAgainAt: addMs(at, hasEnough ? NEXT_REQUEST_MS : RECONSIDER_MS),
  };
}

/** Whether a panelist who takes part now has been away so long that an invitation may have been put off. */
export const isBackAfterPause = (lastActiveAt: Date, at: Date): boolean =>
  at.getTime() - lastActiveAt.getTime() > RECONSIDER_MS;
