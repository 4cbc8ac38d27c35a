/** Assumption: panelist-statuses. The specification names only 'approved'. */
export const PANELIST_STATUSES = [
  'approved',
  'pending',
  'rejected',
  'suspended',
  'blocked',
  'underage',
  'duplicate',
] as const;
export type PanelistStatus = (typeof PANELIST_STATUSES)[number];

export const readStatus = (status: string): string => status.trim().toLowerCase();
export const isApproved = (status: string): boolean => readStatus(status) === 'approved';
