import { ANSWER_DAYS, type DisputeKind } from '../disputes/disputes.ts';

/** The form to report a problem with a survey. */
export const REPORT = {
  title: 'Report a problem',
  question: 'What happened?',
  reasons: {
    'no-reward': 'I finished and got no reward',
    'reward-reversed': 'The reward was taken back wrongly',
    'reward-too-small': 'The reward is smaller than shown',
    'stopped-early': 'It stopped near the end',
    'asked-private': 'It asked for an ID number, bank card or PIN',
    other: 'Something else',
  } satisfies Record<DisputeKind, string>,
  add: 'Anything to add? (optional)',
  addHint: 'Please leave out names, numbers and PINs.',
  send: 'Send',
  cancel: 'Cancel',
  promise: `We answer within ${ANSWER_DAYS} days, in your history.`,
  sent: `Thank you. We answer within ${ANSWER_DAYS} days, in your history.`,
  failed: 'Your report could not be sent. Please try again.',
} as const;

/** Shown if a survey is credited after a report, by the partner's confirmation or by two operators. */
export const CONFIRMED_MEANWHILE = 'This survey is confirmed. The reward is in your balance.';
