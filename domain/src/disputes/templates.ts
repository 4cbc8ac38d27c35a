/** Sentences that operators start an answer from, and change as needed. */
export type AnswerTemplate = { readonly label: string; readonly text: string };

export const CREDIT_TEMPLATES: readonly AnswerTemplate[] = [
  {
    label: 'The partner’s message was lost',
    text: 'You did finish this survey; the partner’s message to us got lost. We have added the reward to your balance.',
  },
  {
    label: 'Taken back by mistake',
    text: 'This reward was taken back by mistake. We have added it to your balance again.',
  },
  {
    label: 'The partner confirmed it',
    text: 'The research company has confirmed that you finished this survey. We have added the reward to your balance.',
  },
];

export const DECLINE_TEMPLATES: readonly AnswerTemplate[] = [
  {
    label: 'Didn’t match',
    text: 'The research company told us that you didn’t match the people they needed, so this survey isn’t paid.',
  },
  {
    label: 'Survey was full',
    text: 'The survey already had enough people when you took it, so it isn’t paid. Please try another one.',
  },
  {
    label: 'Not finished',
    text: 'The research company has no record that you finished this survey, so it isn’t paid.',
  },
  {
    label: 'Already paid',
    text: 'This survey is already paid. You find the reward in your history.',
  },
];
