import { addMonths } from '../calendar.ts';

export const SURVEYS = ['second-round', 'quarterly', 'yearly'] as const;
export type Survey = (typeof SURVEYS)[number];

/**
 * Assumption: profiling-intervals. Months after the last answer, or after registration for the first, at which a
 * survey falls due; the second round is asked once, at once.
 */
export const EVERY_MONTHS = { quarterly: 3, yearly: 12 } as const;

/** The profiling surveys that a panelist is asked to answer now. */
export function dueSurveys(
  registeredAt: Date,
  lastAnswered: { readonly [S in Survey]?: Date | undefined },
  now: Date,
): Survey[] {
  return SURVEYS.filter((survey) => {
    const last = lastAnswered[survey];
    if (survey === 'second-round') return last === undefined;
    return now >= addMonths(last ?? registeredAt, EVERY_MONTHS[survey]);
  });
}
