/** How a session can end, in one vocabulary for all partners. */
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

/** The pages that somebody who comes back from a partner can land on. */
export const SURVEY_RESULTS = ['thanks', 'not-this-time', 'closed', 'unavailable'] as const;
export type SurveyResult = (typeof SURVEY_RESULTS)[number];

/** Which of them each outcome shows. What was suspected of a person is the partner's to say, not ours. */
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
