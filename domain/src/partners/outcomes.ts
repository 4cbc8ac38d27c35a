/** How a session can end, how its browser can return, and why it can be reversed, with the same names for all partners. */
export const OUTCOMES = [
  'complete',
  'screenout',
  'overquota',
  'duplicate',
  'quality',
  'blocked',
  'no_survey',
  'technical',
  'drop',
  'tentative',
  'reversed',
  'reinstated',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * What operators may say that an unknown code means: none moves money. Each says more than a technical failure, so a session whose
 * outcome is a technical failure takes it.
 */
export const MAPPABLE_OUTCOMES = [
  'screenout',
  'overquota',
  'duplicate',
  'quality',
  'blocked',
  'no_survey',
  'technical',
] as const satisfies readonly Outcome[];
export type MappableOutcome = (typeof MAPPABLE_OUTCOMES)[number];

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  complete: 'Complete',
  screenout: 'Screened out',
  overquota: 'Over quota',
  duplicate: 'Duplicate',
  quality: 'Failed a quality check',
  blocked: 'Blocked',
  no_survey: 'No survey',
  technical: 'Technical failure',
  drop: 'Dropped',
  tentative: 'Complete, to be confirmed',
  reversed: 'Reversed',
  reinstated: 'Reinstated',
};

/** The pages that a panelist who returns from a partner can see. */
export const SURVEY_RESULTS = ['thanks', 'not-this-time', 'closed', 'unavailable'] as const;
export type SurveyResult = (typeof SURVEY_RESULTS)[number];

/** The page for each outcome. None mentions a suspicion of the partner's. */
export const RESULT_OF: Readonly<Record<Outcome, SurveyResult>> = {
  complete: 'thanks',
  tentative: 'thanks',
  reinstated: 'thanks',
  screenout: 'not-this-time',
  duplicate: 'not-this-time',
  quality: 'not-this-time',
  reversed: 'not-this-time',
  overquota: 'closed',
  no_survey: 'unavailable',
  blocked: 'unavailable',
  technical: 'unavailable',
  drop: 'unavailable',
};

export const SURVEY_RESULT_PATH = '/survey-result/';
export const surveyResultPath = (result: SurveyResult): string => `${SURVEY_RESULT_PATH}${result}`;

/** For so long the reports of partners are kept; afterwards a day can't be counted again. */
export const EVENTS_KEPT_MONTHS = 13;

/** How the browser came back from a session: its page said that the survey is finished, or it didn't. */
export const RETURNS = ['finished', 'not-finished'] as const;
export type Return = (typeof RETURNS)[number];

/** Null if the browser hasn't come back. What the partner reports doesn't change it. */
export const returnOf = ({
  returnedAt,
  finishedAt,
}: {
  readonly returnedAt: Date | null;
  readonly finishedAt: Date | null;
}): Return | null => (finishedAt ? 'finished' : returnedAt && 'not-finished');

/** Why a partner reverses a completion, if it says so. */
export const REVERSAL_REASONS = [
  'speeding',
  'straight-lining',
  'open-ends',
  'inconsistent',
  'no-record',
  'quality',
] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];
