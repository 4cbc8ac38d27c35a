import { addMonths } from '../calendar.ts';
import { DAY_MS } from '../durations.ts';
import type { ProfilingSurvey } from './surveys.ts';

/** Assumption: profiling-intervals. The second round is asked once, right after registration; the others repeat. */
const EVERY_MONTHS = { quarterly: 3, yearly: 12 } as const;

/** When a profiling survey falls due for the first time. */
export const firstDueAt = (survey: ProfilingSurvey, registeredAt: Date): Date =>
  survey === 'second-round' ? registeredAt : addMonths(registeredAt, EVERY_MONTHS[survey]);

/** When an answered profiling survey falls due again; null if never. */
export const nextDueAt = (survey: ProfilingSurvey, answeredAt: Date): Date | null =>
  survey === 'second-round' ? null : addMonths(answeredAt, EVERY_MONTHS[survey]);

/** A panelist who can't be contacted when a survey falls due is looked at again after this time. */
export const RECONSIDER_MS = 30 * DAY_MS;

/** Whether a panelist who takes part now has been away so long that an invitation may have been put off. */
export const isBackAfterPause = (lastActiveAt: Date, at: Date): boolean =>
  at.getTime() - lastActiveAt.getTime() > RECONSIDER_MS;
