import type { Dispute, DisputeRow, DisputesPageData } from '@panel/api/disputes/disputes-page';
import { ago, HOUR, NOW } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

const DAYS = 24 * HOUR;

const row = (
  dispute: string,
  kind: DisputeRow['kind'],
  partner: DisputeRow['partner'],
  days: number,
  amount: number,
): DisputeRow => ({
  dispute,
  kind,
  state: days === 5 ? 'waiting-for-partner' : 'new',
  partner,
  reportedAt: ago(days * DAYS + 10),
  openSince: ago(days * DAYS + 10),
  assignedTo: days === 5 ? 'finance-2' : null,
  answeredAt: null,
  amount,
  lastReported: kind === 'no-reward' ? null : 'reversed',
  proposal: null,
  proposedBy: null,
});
const ROWS = [
  row('D-2027', 'no-reward', 'cint-router', 6, 950),
  row('D-2031', 'reward-reversed', 'purespectrum', 5, 1_600),
  row('D-2041', 'no-reward', 'cint-match', 3, 1_200),
  row('D-2045', 'other', 'cint-match', 2, 6_200),
  row('D-2050', 'no-reward', 'cint-router', 0, 900),
];

const DISPUTES: DisputesPageData = {
  at: NOW,
  counts: {
    new: 9,
    waitingForPartner: 4,
    proposed: 1,
    fiveDaysOrMore: 4,
    creditedIn30Days: 38,
    declinedIn30Days: 23,
    mine: 6,
    unassigned: 4,
  },
  atStake: { amount: 20_750, unknown: 1 },
  daysToAnswer: 2.1,
  disputes: { rows: ROWS, total: 14, newer: null, older: 'older-disputes' },
  open: null,
};

export const DISPUTE: Dispute = {
  ...row('D-2041', 'no-reward', 'cint-match', 3, 1_200),
  words: 'I answered everything and it said thank you. There is nothing in my balance.',
  answer: null,
  earlierAnswer: null,
  session: 's-5c0e91',
  survey: '48210377',
  ours: [
    { at: ago(3 * DAYS + 60), what: 'Entered', detail: 'from “Find Top Surveys”', code: null, verified: true },
    {
      at: ago(3 * DAYS + 47),
      what: 'Returned as success',
      detail: 'a return alone never pays',
      code: null,
      verified: true,
    },
  ],
  theirs: [{ at: ago(3 * DAYS + 47), what: 'Complete', detail: 'on the return page', code: '3/10', verified: true }],
  sameSurvey: { sessions: 31, completed: 8, paid: 7, disputed: 1 },
};

export const disputesFixture: PageFixture<'disputes'> = {
  data: DISPUTES,
  states: [
    { path: '/disputes', heading: 'Open disputes, oldest first' },
    { path: '/disputes?dispute=D-2041', heading: 'What the panelist reported', data: { open: DISPUTE } },
    { path: '/disputes?dispute=D-2041', heading: 'Decline a dispute', press: 'Decline…' },
    { path: '/disputes?dispute=D-2041', heading: 'Keyboard shortcuts', press: 'Keyboard shortcuts' },
  ],
};
