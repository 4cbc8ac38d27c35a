/** Each figure's one definition: the server counts by it, the console shows it, and the glossary has the same words. */
export const DEFINITIONS = {
  'sign-ups': { word: 'Sign-ups', text: 'Registrations of that day, whatever became of them.' },
  'panel-size': {
    word: 'Panel size',
    text: 'Everyone whose status is approved at the end of the day. Suspended, blocked, pending and deleted panelists are not in it; panelists who opted out are.',
  },
  active: {
    word: 'Active in 7, 30, 90 or 365 days',
    text: 'An approved panelist who signed up, answered a questionnaire, entered a partner’s survey or asked for a withdrawal within so many days, in South African time up to the end of yesterday.',
  },
  cohort: {
    word: 'Sign-up cohort',
    text: 'Everybody who signed up in that month, also those who have left since. What they reached is counted of those who have not left. Active in month 3 is: answered, entered a survey or asked for a withdrawal in the third calendar month after it.',
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
    text: 'The middle of the lengths of interview that the partner reported or, where it reports none, of the times from entry to completion; of verified completes only.',
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
    text: 'What was paid out on that day: vouchers that the issuer confirmed, and kept money that its owner claimed and was paid by hand. Money that was returned is not in it.',
  },
  liability: {
    word: 'Liability',
    text: 'What the panel owes panelists: pending, available, reserved and unclaimed. What panelists owe stands beside it and is not subtracted.',
  },
  owed: {
    word: 'Owed',
    text: 'What a panelist had withdrawn before a partner took it back. Later rewards pay it off first.',
  },
  exposure: {
    word: 'Exposure',
    text: 'Rewards earned in the months that partners may still reverse, less what they took back, up to the end of yesterday. A month whose statement was carried out is not in it.',
  },
  'task-sent': { word: 'Sent', text: 'Invitations of the task that the chat accepted.' },
  'task-left-out': {
    word: 'Left out',
    text: 'Drawn for the task, but not sent an invitation: no longer contactable or over the contact cap at that moment, or the chat did not take it.',
  },
  'task-opened': { word: 'Opened', text: 'Panelists who opened their link at least once.' },
  'task-finished': {
    word: 'Finished',
    text: 'Panelists of whom the study says, with its signature, that they finished.',
  },
  'task-dropped': { word: 'Dropped', text: 'Opened more than a day ago and not finished.' },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly text: string }>>;
export type DefinedWord = keyof typeof DEFINITIONS;
