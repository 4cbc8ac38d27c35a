import type { ProfilingSurvey } from '../profiling/surveys.ts';

/** Above each profiling survey. */
export const PROFILING_INTRO =
  'These questions build your profile, so that the surveys we send fit you. Please answer honestly. There is NO reward for this survey.';

export const PROFILING: Readonly<Record<ProfilingSurvey, { title: string; success: string }>> = {
  'second-round': {
    title: 'Profiling Round 2',
    success: 'You have successfully completed the profiling second round survey',
  },
  quarterly: {
    title: 'Quarterly survey',
    success: 'You have successfully completed the profiling quarterly survey',
  },
  yearly: {
    title: 'Profiling Survey',
    success: 'You have successfully completed the profiling yearly survey',
  },
};
