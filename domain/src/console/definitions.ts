/** Each figure's one definition: the server counts by it, the console shows it, and the glossary has the same words. */
export const DEFINITIONS = {
  'sign-ups': {
    word: 'Sign-ups',
    text: 'Registrations on that day, including ones that were later rejected or deleted.',
  },
  'panel-size': {
    word: 'Panel size',
    text: 'Everyone whose status is approved at the end of the day. It excludes suspended, blocked, pending and deleted panelists, and includes panelists who opted out.',
  },
  active: {
    word: 'Active in 7, 30, 90 or 365 days',
    text: 'An approved panelist who signed up, answered a questionnaire, entered a partner’s survey or asked for a withdrawal within so many days, in South African time up to the end of yesterday.',
  },
  cohort: {
    word: 'Sign-up cohort',
    text: 'Everyone who signed up in that month, including people who have left since. The milestones count only people who have not left. Active in month 3 means: answered, entered a survey or asked for a withdrawal in the third calendar month after sign-up.',
  },
  completes: {
    word: 'Completes',
    text: 'Sessions that a partner verified as complete, by the day of completion. Later reversals do not lower it; they show in the reversal rate.',
  },
  conversion: {
    word: 'Conversion',
    text: 'The period’s verified completes divided by its entries.',
  },
  length: {
    word: 'Median length',
    text: 'The median interview length that the partner reported or, if it reports none, the median time from entry to completion. Verified completes only, in whole minutes rounded to the nearest; longer than 60 minutes counts as 60.',
  },
  'earnings-per-click': {
    word: 'Earnings per click',
    text: 'What the partner owes us for the period’s verified completes, in rand at each event’s rate, divided by entries.',
  },
  'reversal-rate': {
    word: 'Reversal rate',
    text: 'Rewards taken back divided by rewards earned, by the month in which they were earned. A month stays open until the partner may no longer reverse.',
  },
  payouts: {
    word: 'Payouts',
    text: 'Money paid out on that day: vouchers that the issuer confirmed, and claims paid by hand. Returned money is excluded.',
  },
  liability: {
    word: 'Liability',
    text: 'What the panel owes panelists: pending, available, reserved and unclaimed. What panelists owe is shown separately and not deducted.',
  },
  owed: {
    word: 'Owed',
    text: 'What a panelist had withdrawn before a partner took it back. Later rewards pay it off first.',
  },
  exposure: {
    word: 'Exposure',
    text: 'Rewards earned in the months that partners may still reverse, less what they took back, up to the end of yesterday. A month is excluded once its statement was applied.',
  },
  'task-sent': { word: 'Sent', text: 'Invitations of the task that the chat accepted.' },
  'task-left-out': {
    word: 'Left out',
    text: 'Drawn for the task, but not sent an invitation: no longer contactable, over the weekly contact limit, or refused by the chat.',
  },
  'task-opened': { word: 'Opened', text: 'Panelists who opened their link at least once.' },
  'task-finished': {
    word: 'Finished',
    text: 'Panelists that the study reported as finished, with its signature.',
  },
  'task-dropped': { word: 'Dropped', text: 'Opened more than a day ago and not finished.' },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly text: string }>>;
export type DefinedWord = keyof typeof DEFINITIONS;
