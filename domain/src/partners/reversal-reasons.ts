/** Why a partner reverses a completion, if it says so. */
export const REVERSAL_REASONS = [
  'speeding',
  'straight-lining',
  'open-ends',
  'inconsistent',
  'no-record',
  'quality',
] as const;
export type ReversalReason = (typeof REVERSAL_REASONS)[number];
