import { DAY_MS } from '../durations.ts';
import type { Partner } from '../partners/partners.ts';
import type { WithheldReason } from '../rewards/pricing.ts';
import type { OpenWithdrawalState } from '../rewards/withdrawal.ts';
import type { CentsNumber, CountAndAmount, Day, Instant } from './values.ts';

export type WaitingKind =
  | 'proposals'
  | 'withdrawals'
  | 'disputes'
  | 'withheld-rewards'
  | 'unknown-codes'
  | 'messages'
  | 'statements';
export type Waiting = {
  kind: WaitingKind;
  count: number;
  oldest: Instant;
  overdue: boolean;
  amount: CentsNumber | null;
  /** Why rewards are withheld, the most frequent first. */
  reasons?: WithheldReason[];
};

/** Whether something has waited for a person for too long: money, and messages about it, for more than a day. */
export const isOverdue = (since: Instant, now: Instant): boolean => Date.parse(now) - Date.parse(since) > DAY_MS;

/** The three books of the money check; `difference` is 0 if a book agrees. */
export type Books = {
  checkedAt: Instant;
  postings: { sum: CentsNumber; difference: CentsNumber };
  wallets: { sum: CentsNumber; difference: CentsNumber };
  states: { sum: CentsNumber; difference: CentsNumber };
};

/** How often a party that fails is tested with one call. */
export const PROBE_SECONDS = 30;

export type PartyState = 'up' | 'slow' | 'broken';
export type PartyHealth = {
  name: Partner | 'issuer' | 'chat';
  /** Null without a call in the last 24 hours. */
  state: PartyState | null;
  /** Since when it has been in this state; null if for the last 24 hours. */
  since: Instant | null;
  /** No calls are sent, except one every `PROBE_SECONDS` to test it. */
  breakerOpen: boolean;
  medianSeconds: number | null;
  failedShare: number | null;
  /** The last 24 hours, oldest first, null if nothing was called. */
  halfHours: (PartyState | null)[];
};

export type DayFigures = {
  day: Day;
  signUps: number;
  activeIn7Days: number;
  completes: number;
  paidOut: CentsNumber;
  vouchers: number;
};

/** Browsers that are built on a Chromium before this version count as old. */
export const OLD_BEFORE_CHROME = 80;

/** Pages that browsers opened. */
export type Visits = {
  total: number;
  inOldBrowsers: number;
  /** Those in which the app has started. */
  started: number;
};

export type TodayPageData = {
  at: Instant;
  /** The longest wait first. */
  waiting: Waiting[];
  proposals: ListedProposal[];
  decided: DecidedProposal[];
  books: Books;
  payouts: { frozenSince: Instant | null; open: (CountAndAmount & { state: OpenWithdrawalState })[] };
  connections: PartyHealth[];
  panelSize: number;
  /** The last 30 days that were counted and the 30 days before them, oldest first. */
  days: DayFigures[];
  daysBefore: DayFigures[];
  /** Of the same days as `days`. Null if there were none. */
  visits: Visits | null;
};

/** A fact that the approver decides by; `now` differs from `proposed` if it changed since. */
export type FactValue = { text: string } | { cents: CentsNumber } | { at: Instant } | AmountChange;
/** What the decision does to an amount. */
type AmountChange = { before: CentsNumber; after: CentsNumber };
export type MoneyChange = AmountChange & { label: string };
export type Fact = { label: string; proposed: FactValue; now: FactValue };

export type Proposal = {
  id: string;
  operation: string;
  title: string;
  amount: CentsNumber | null;
  facts: Fact[];
  reason: string;
  proposedBy: string;
  proposedAt: Instant;
  endsAt: Instant;
  /** Proposed by the current operator, so another one must approve it. */
  own: boolean;
  mayApprove: boolean;
};
/** Only roles that may propose or approve it, and auditors, see a proposal's details. */
export type ListedProposal =
  | Proposal
  | (Omit<Proposal, 'facts' | 'reason' | 'own' | 'mayApprove'> & { facts: null; own: false; mayApprove: false });
export type ProposalEnd = 'carried-out' | 'refused' | 'withdrawn' | 'facts-changed' | 'expired';
export type DecidedProposal = Pick<Proposal, 'id' | 'title' | 'amount' | 'proposedBy'> & {
  end: ProposalEnd;
  decidedBy: string | null;
  /** What was said to the approval, or why it was refused or withdrawn; null for a role that can't read the details. */
  remark: string | null;
  at: Instant;
};
