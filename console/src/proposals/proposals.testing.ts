import type { ProposalDetails, ProposalPageData } from '@panel/api/console/proposal-page';
import { erasureChanges } from '@panel/domain/console/erasure';
import { ago, HOUR, NOW } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';
import { TODAY } from '../today/today.testing.ts';

const OPEN = {
  state: 'open',
  decidedBy: null,
  decidedAt: null,
  remark: null,
  mayReopen: false,
  reopens: null,
  reopenedAs: null,
} as const;

const [CREDIT, RESOLVE] = TODAY.proposals.map((proposal): ProposalDetails => ({ ...proposal, ...OPEN }));

const pageOf = (proposal: ProposalDetails | undefined): ProposalPageData => ({
  at: NOW,
  proposal: proposal ?? null,
  others: TODAY.proposals
    .filter(({ id }) => id !== proposal?.id)
    .map(({ id, title, proposedBy, endsAt }) => ({ id, title, proposedBy, endsAt })),
});

export const PROPOSAL = pageOf(CREDIT);

/** The page of the credit's proposal with some of it changed. */
export const creditWith = (change: object): ProposalPageData => {
  const proposal: ProposalDetails | undefined = CREDIT && { ...CREDIT, ...change };
  return pageOf(proposal);
};

const ERASURE = {
  operation: 'erase-person',
  title: 'Erase a person',
  amount: null,
  facts: [
    { label: 'did ends in', proposed: { text: 'c41e' }, now: { text: 'c41e' } },
    ...erasureChanges({ available: 4_300, pending: 3_100, reserved: 5_800, owed: 0 }).map(
      ({ label, before, after }) => ({ label, proposed: { before, after }, now: { before, after } }),
    ),
  ],
};

/** What the page shows for each address. */
export const PROPOSALS = {
  'P-318': PROPOSAL,
  'P-317': pageOf(RESOLVE),
  'P-316': creditWith({
    id: 'P-316',
    state: 'carried-out',
    decidedBy: 'finance-2',
    decidedAt: ago(190),
    mayApprove: false,
  }),
  'P-315': creditWith({
    id: 'P-315',
    state: 'refused',
    decidedBy: 'finance-2',
    decidedAt: ago(20 * HOUR),
    remark: 'The session was already reversed twice',
    mayApprove: false,
    mayReopen: true,
  }),
  'P-314': creditWith({ id: 'P-314', own: true, mayApprove: false }),
  'P-313': creditWith({ ...ERASURE, id: 'P-313' }),
} satisfies Readonly<Record<string, ProposalPageData>>;

export const proposalFixture: PageFixture<'proposal'> = {
  data: PROPOSAL,
  states: [
    { path: '/proposal?id=P-318', heading: 'Your decision', data: PROPOSALS['P-318'] },
    { path: '/proposal?id=P-317&sign-in=unavailable', heading: 'What happens', data: PROPOSALS['P-317'] },
    { path: '/proposal?id=P-316', heading: 'Reason and remarks', data: PROPOSALS['P-316'] },
    { path: '/proposal?id=P-315', heading: 'Reopen it', data: PROPOSALS['P-315'] },
    { path: '/proposal?id=P-314', heading: 'This is your own proposal', data: PROPOSALS['P-314'] },
    { path: '/proposal?id=P-313', heading: 'Your decision', data: PROPOSALS['P-313'] },
  ],
};
