import type { PageReader } from './request.ts';

/** Panelists can't report anything yet, so there is none. */
export const readDisputes: PageReader<'disputes'> = async ({ at }) => ({
  at: at.toISOString(),
  counts: { new: 0, waitingForPartner: 0, proposed: 0, fiveDaysOrMore: 0, creditedIn30Days: 0, declinedIn30Days: 0 },
  atStake: 0,
  daysToAnswer: null,
  disputes: { rows: [], total: 0, newer: null, older: null },
  open: null,
});
