import type { Survey } from '../profiling/schedule.ts';

export const APPLY = {
  stepOne: 'STEP 1 OF 2',
  termsTitle: 'First, the Terms and Conditions',
  proceed: 'Proceed',
  stepTwo: 'Step 2 of 2',
  title: 'Tell us about yourself',
  intro: 'Every question needs an answer. What you fill in stays on this phone until you send it.',
  footnote: 'Your answers are safe with us and are only used for research.',
  success: 'Your application was submitted and accepted successfully.',
} as const;

export const FORM = {
  answered: (done: number, of: number) => `${done} of ${of} answered`,
  progress: 'Questions answered',
  incomplete: 'You have not answered all the questions, please provide an answer to all the questions.',
  missing: (count: number) => (count === 1 ? '1 answer is missing.' : `${count} answers are missing.`),
  missingList: 'Questions without an answer',
  kept: 'Your answers are kept.',
  datePlaceholder: 'DD/MM/YYYY',
  filter: 'Find in this list',
  toChooseFrom: (count: number) => `${count} to choose from`,
  ticked: (count: number) => `${count} ticked`,
  found: (count: number) => `${count} found`,
  nothingFound: 'Nothing found. Try another word.',
} as const;

const PROFILING_INTRO =
  'These questions build your profile, so that the surveys we send fit you. Please answer honestly. There is NO reward for this survey.';

export const PROFILING: Readonly<Record<Survey, { title: string; intro: string; success: string }>> = {
  'second-round': {
    title: 'Profiling Round 2',
    intro: PROFILING_INTRO,
    success: 'You have successfully completed the profiling second round survey',
  },
  quarterly: {
    title: 'Quarterly survey',
    intro: PROFILING_INTRO,
    success: 'You have successfully completed the profiling quarterly survey',
  },
  yearly: {
    title: 'Profiling Survey',
    intro: PROFILING_INTRO,
    success: 'You have successfully completed the profiling yearly survey',
  },
};

/** The specification uses the one sentence for both screens. */
const SUBMITTED = 'You have successfully submitted your date of birth';
export const STAND_ALONE = {
  dateOfBirth: { title: 'Your date of birth', success: SUBMITTED },
  firstLanguage: { title: 'Your first language', success: SUBMITTED },
} as const;
