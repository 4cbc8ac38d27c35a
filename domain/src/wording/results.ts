import type { ResultPage } from '../paths.ts';

export const RESULTS: Readonly<Record<ResultPage, { title: string; text: string; wayHome: boolean }>> = {
  'profile-deleted': {
    title: 'Profile deleted',
    text: 'You will get no more surveys or messages from us. Thank you for your time.',
    wayHome: true,
  },
  'no-information-found': {
    title: 'No information found',
    text: 'We found no profile for you. Please contact the panel admin.',
    wayHome: true,
  },
  'profiling-survey-updated': {
    title: 'Profile updated',
    text: 'Thank you for completing the profiling survey. You can close this page.',
    wayHome: false,
  },
  'panelist-dob': {
    title: 'Profile updated',
    text: 'Thank you for submitting your date of birth.',
    wayHome: true,
  },
  'panelist-first-language': {
    title: 'Profile updated',
    text: 'Thank you for submitting your first language.',
    wayHome: true,
  },
};
export const GO_HOME = 'Go to Homepage';
