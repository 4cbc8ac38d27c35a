/** What works through lists of items, and how the console names an item of each. */
export const JOB_ITEMS = {
  release: 'Reward to release',
  statements: 'Reward to take back by a statement',
  settlement: 'Row of the issuer’s file',
  callbacks: 'Partner’s event',
} as const;
export type JobName = keyof typeof JOB_ITEMS;
