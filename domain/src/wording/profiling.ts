import type { ProfilingSurvey } from '../profiling/surveys.ts';

const PROFILING_INTRO =
  'These questions build your profile, so that the surveys we send fit you. Please answer honestly. There is NO reward for this survey.';

export const PROFILING: Readonly<Record<ProfilingSurvey, { title: string; intro: string; success: string }>> = {
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
