import type { ProfilingSurvey } from '../profiling/surveys.ts';

export const MENU = {
  optOut: 'Opt-In/Out to communications',
  surveys: {
    'second-round': 'Profiling survey',
    quarterly: 'Quarterly survey',
    yearly: 'Annual survey',
  } satisfies Record<ProfilingSurvey, string>,
  howItWorks: 'How it Works!',
  balance: 'My balance',
  deleteProfile: 'Delete profile',
} as const;
