/** A card has no more entries of the ledger than this, the newest. */
export const MAX_LEDGER_ENTRIES = 100;

export const DISPUTE_LISTS = ['open', 'mine', 'unassigned', 'closed'] as const;
export type DisputeListName = (typeof DISPUTE_LISTS)[number];
