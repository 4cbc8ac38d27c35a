import { addMonths } from '../calendar.ts';

export const PROFILING_SURVEYS = ['second-round', 'quarterly', 'yearly'] as const;
export type ProfilingSurvey = (typeof PROFILING_SURVEYS)[number];

/** Assumption: profiling-intervals. The second round is asked once, at once; the others again and again. */
const EVERY_MONTHS = { quarterly: 3, yearly: 12 } as const;

/** When a profiling survey falls due for the first time. */
export const firstDueAt = (survey: ProfilingSurvey, registeredAt: Date): Date =>
  survey === 'second-round' ? registeredAt : addMonths(registeredAt, EVERY_MONTHS[survey]);

/** When a profiling survey that was answered falls due again; null where it never does. */
export const nextDueAt = (survey: ProfilingSurvey, answeredAt: Date): Date | null =>
  survey === 'second-round' ? null : addMonths(answeredAt, EVERY_MONTHS[survey]);
