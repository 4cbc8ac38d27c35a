import { addMonths } from '../calendar.ts';

export const PROFILING_SURVEYS = ['second-round', 'quarterly', 'yearly'] as const;
export type ProfilingSurvey = (typeof PROFILING_SURVEYS)[number];

/** Assumption: profiling-intervals. The second round is asked once, right after registration; the others repeat. */
const EVERY_MONTHS = { quarterly: 3, yearly: 12 } as const;

/** When a profiling survey falls due for the first time. */
export const firstDueAt = (survey: ProfilingSurvey, registeredAt: Date): Date =>
  survey === 'second-round' ? registeredAt : addMonths(registeredAt, EVERY_MONTHS[survey]);

/** When an answered profiling survey falls due again; null if never. */
export const nextDueAt = (survey: ProfilingSurvey, answeredAt: Date): Date | null =>
  survey === 'second-round' ? null : addMonths(answeredAt, EVERY_MONTHS[survey]);
