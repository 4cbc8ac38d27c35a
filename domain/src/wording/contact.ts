/** How a panelist reaches the panel: at the foot of home, balance and how it works. */
export const CONTACT = {
  title: 'How to reach us',
  text: (contact: string) => `Contact ${contact}. For a survey, use Report a problem in your history.`,
} as const;
