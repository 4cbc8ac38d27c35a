/** Each figure's one definition: the server counts by it, the console shows it, and the glossary has the same words. */
export const DEFINITIONS = {
  'sign-ups': {
    word: 'Sign-ups',
    text: 'Registrations on that day, including ones that were later rejected or deleted.',
  },
  'panel-size': {
    word: 'Panel, panel member',
    text: 'A panel member is a panelist whose status is approved, whether or not they opted in to messages. Pending, rejected, duplicate, suspended, blocked, underage and deleted ones are not members. The panel is all members at the time that the page names.',
  },
  active: {
    word: 'Active in 7, 30, 90 or 365 days',
    text: 'An approved panelist who signed up, answered a questionnaire, entered a partner’s survey or opened a research task within so many days, in South African time up to the end of yesterday.',
  },
  joined: {
    word: 'Joined, left',
    text: 'Of the last 30 days: joined are the members who signed up in them. Left is the rest of the change: members who left or lost their approval, less panelists who were approved later.',
  },
  'age-group': {
    word: 'Age group',
    text: 'By the month of birth: a birthday counts from the first day of its month, because the day is encrypted.',
  },
  lsm: {
    word: 'LSM',
    text: 'South Africa’s Living Standards Measure: a household’s group, from 1 (lowest) to 10. It is worked out from 29 facts about the home that registration and the yearly survey ask for, with the weights of 2011.',
  },
  cohort: {
    word: 'Sign-up cohort',
    text: 'Everyone who signed up in that month, including people who have left since. The milestones count only people who have not left. Active in month 3 means: answered, entered a survey or opened a research task in the third calendar month after sign-up.',
  },
  completes: {
    word: 'Completes',
    text: 'Sessions that a partner verified as complete, by the day of completion. Later reversals do not lower it; they show in the reversal rate.',
  },
  conversion: {
    word: 'Conversion',
    text: 'Of the sessions entered in the period or week, the share that the partner has verified as complete by now. Recent ones may still complete.',
  },
  length: {
    word: 'Median length',
    text: 'The median interview length that the partner reported or, if it reports none, the median time from entry to completion. Verified completes of the sessions entered in the period, in whole minutes, rounded to the nearest.',
  },
  'earnings-per-click': {
    word: 'Earnings per click',
    text: 'What the partner owes us for verified completes of the sessions entered in the period that it has not reversed, in rand at each event’s rate, divided by entries.',
  },
  'reversal-rate': {
    word: 'Reversal rate',
    text: 'Rewards taken back divided by rewards earned, by the month in which they were earned. A month stays open until the partner may no longer reverse.',
  },
  'owed-by-partners': {
    word: 'Owed by partners',
    text: 'What partners owe us for completes verified in the month, less what they reversed in the month, in rand at each event’s rate.',
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
  released: {
    word: 'Pending, released, reversed',
    text: 'Of the verified completes: the reward is held, is the panelist’s, or was taken back. A complete without a reward is in none of them.',
  },
  exposure: {
    word: 'Exposure',
    text: 'Rewards earned in the months that partners may still reverse, less what they took back, up to the end of yesterday. A month is excluded once its statement was applied.',
  },
  'task-sent': {
    word: 'Sent',
    text: 'Invitations of the task that the chat accepted, or may have accepted without an answer.',
  },
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
