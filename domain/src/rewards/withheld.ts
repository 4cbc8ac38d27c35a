/** The rules that withhold a completion until two operators decide, as the console shows them. None says that a panelist cheated. */
export const WITHHELD_REASONS = {
  'over-daily-cap': 'Over what one panelist may earn in a day',
  'over-daily-completions': 'Over the surveys that one panelist may complete in a day',
  'over-partner-cap': 'Over what one partner’s surveys may earn in a day',
  'too-fast': 'Completed in less than a third of the survey’s usual length',
} as const;
export type WithheldReason = keyof typeof WITHHELD_REASONS;
export const WITHHELD = Object.keys(WITHHELD_REASONS) as WithheldReason[];
export const isWithheld = (effect: string): boolean => Object.hasOwn(WITHHELD_REASONS, effect);
