import type { SurveyResult } from '../partners/outcomes.ts';

/** Shown to a panelist who returns from a partner's survey. */
export const SURVEY_RESULT: Readonly<Record<SurveyResult, { title: string; text: string }>> = {
  thanks: {
    title: 'Thank you!',
    text: 'Your survey is complete. The reward shows as pending in your balance once the partner confirms it, and is generally yours to withdraw within 7-14 days.',
  },
  'not-this-time': {
    title: 'Not this time',
    text: 'This survey was looking for somebody else. It says nothing about you, and another one may fit right now.',
  },
  closed: {
    title: 'This survey is full',
    text: 'Enough people have answered it already. Another one may fit right now.',
  },
  unavailable: {
    title: 'No survey just now',
    text: 'The survey could not be opened or finished. Please try again later.',
  },
};
export const ANOTHER_SURVEY = 'Find another survey';
export const SEE_BALANCE = 'My balance';

/** On the way to a partner's survey, without script. */
export const OPENING_SURVEY = 'Open the survey';
