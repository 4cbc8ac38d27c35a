/** The worker's jobs whose items can fail one by one, as the console names an item of each. */
export const JOB_ITEMS = {
  release: 'Reward to release',
} as const;
export type JobName = keyof typeof JOB_ITEMS;
