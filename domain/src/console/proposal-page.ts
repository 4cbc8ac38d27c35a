import type { ListedProposal, ProposalEnd } from './today-page.ts';
import type { Instant } from './values.ts';

// One proposal. Query: `id`, such as P-10.

export const proposalHref = (id: string): string => `/proposal?id=${encodeURIComponent(id)}`;

export type ProposalDetails = ListedProposal & {
  state: 'open' | ProposalEnd;
  /** Null while it is open, and if it expired. */
  decidedBy: string | null;
  decidedAt: Instant | null;
  /** Why it was declined or withdrawn, or a comment of the approver; null for a role that can't read the details. */
  remark: string | null;
  mayReopen: boolean;
  /** The closed proposal that it repeats, and the one that repeats it. */
  reopens: string | null;
  reopenedAs: string | null;
};

export type ProposalPageData = {
  at: Instant;
  /** Null if no proposal has this number. */
  proposal: ProposalDetails | null;
  /** The other open proposals, oldest first. */
  others: { id: string; title: string; proposedBy: string; endsAt: Instant }[];
};
