/** How a session can end, with the same names for all partners. */
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
