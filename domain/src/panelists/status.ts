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

/** Whoever deleted several profiles comes back with the severest status of them. */
export const SEVEREST_FIRST: readonly PanelistStatus[] = [
  'blocked',
  'rejected',
  'duplicate',
  'underage',
  'suspended',
  'pending',
  'approved',
];

export const readStatus = (status: string): string => status.trim().toLowerCase();
export const isApproved = (status: string): boolean => readStatus(status) === 'approved';

/** A profile at its deletion: `debt` in cents, and the surveys that were paid. */
type Deleted = { readonly status: PanelistStatus; readonly debt: bigint; readonly surveys: readonly unknown[] };

/** Assumption: tombstone. Whether a deleted profile leaves anything that a new one must not undo. */
export const leavesTombstone = ({ status, debt, surveys }: Deleted): boolean =>
  status !== 'approved' || debt > 0n || surveys.length > 0;
