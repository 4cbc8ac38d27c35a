import type { DisputeKind, DisputeState } from '../disputes/disputes.ts';
import type { MessageKind, MessageState } from '../messages.ts';
import type { ConsentPurpose } from '../panelists/consents.ts';
import type { PanelistStatus } from '../panelists/status.ts';
import type { Outcome, Return } from '../partners/outcomes.ts';
import type { Partner } from '../partners/partners.ts';
import type { CentsNumber, Day, Instant, Paged } from './values.ts';

// People. A card is opened by the operation `open-card` (a did or a dispute, and a reason); its answer names the card, and the
// query has it as `card`. Query also: `cursor`, of the sessions.

export type PeoplePageData = { card: PersonCard | null };

export type PersonCard = {
  card: string;
  openedAt: Instant;
  closesAt: Instant;
  /** Why it was opened, as the audit has it. */
  reason: string;
  /** The last four characters of the did; null if it can't be read. */
  didEnds: string | null;
  status: PanelistStatus;
  registeredOn: Day;
  lastActiveOn: Day | null;
  /** Null if the panelist has not answered every question that it needs. */
  lsmGroup: number | null;
  wallet: { available: CentsNumber; pending: CentsNumber; reserved: CentsNumber; owed: CentsNumber };
  nextReleaseOn: Day | null;
  earned: CentsNumber;
  paidOut: CentsNumber;
  statuses: { status: PanelistStatus | 'registered'; at: Instant; by: string | null; reason: string | null }[];
  /** What holds now, one for each purpose that the panelist was asked about. `declined` was never given. */
  consents: { purpose: ConsentPurpose; state: ConsentState; terms: string; at: Instant }[];
  preferences: { research: boolean };
  questionnaires: { questionnaire: string; label: string; doneOn: Day | null; dueOn: Day | null }[];
  sessions: Paged<PersonSession>;
  ledger: LedgerEntry[];
  /** The last one that was issued. Its PIN is kept for a day after it was sent, and can be sent again until then. */
  voucher: { paidAt: Instant; amount: CentsNumber; serialEnds: string; canBeSentAgain: boolean } | null;
  /** Kinds and states, never contents. */
  messages: { kind: MessageKind; state: MessageState; at: Instant }[];
  disputes: { dispute: string; kind: DisputeKind; state: DisputeState; at: Instant }[];
  notes: { at: Instant; by: string; text: string }[];
  /** Null until the first scoring. */
  quality: CardQuality | null;
};
export type CardQuality = {
  /** Null if nothing was seen yet. */
  score: number | null;
  signals: {
    label: string;
    /** What counts against the panelist, in words. */
    value: string;
    points: number;
    weight: number;
    lastAt: Instant | null;
    /** What was seen until then is left out. */
    leftOutUntil: Instant | null;
    /** Which rules were broken, in words, and how often. */
    reasons: string[];
  }[];
};
export type ConsentState = 'given' | 'declined' | 'withdrawn';
export type PersonSession = {
  session: string;
  partner: Partner;
  enteredAt: Instant;
  minutes: number | null;
  /** How the browser came back, and what the partner reported with a verified event. */
  returnedAs: Return | null;
  reported: Outcome[];
  reward: CentsNumber | null;
  /** The one that is still to be answered. */
  dispute: string | null;
};
/** A card has no more entries of the ledger than this, the newest. */
export const MAX_LEDGER_ENTRIES = 100;
/** All entries together are what is available and pending, less what is owed. */
export type LedgerEntry = {
  at: Instant;
  kind: 'reward' | 'correction' | 'reversal' | 'reinstatement' | 'withdrawal' | 'return' | 'debt' | 'thank-you';
  partner: Partner | null;
  state: 'pending' | 'available' | 'withdrawn' | 'reversed' | 'processing' | 'paid' | 'returned' | 'owed';
  /** While pending. */
  availableOn: Day | null;
  /** Negative if it left the wallet. */
  amount: CentsNumber;
};

// Disputes, the open ones oldest first. Query: `state` (one of `DISPUTE_LISTS`), `partner`, `kind`, `cursor`; `dispute` opens one.

export const DISPUTE_LISTS = ['open', 'mine', 'unassigned', 'closed'] as const;
export type DisputeListName = (typeof DISPUTE_LISTS)[number];

export type DisputeRow = {
  dispute: string;
  kind: DisputeKind;
  state: DisputeState;
  partner: Partner;
  reportedAt: Instant;
  /** When it was reported or last reopened. */
  openSince: Instant;
  /** The account that works on it. */
  assignedTo: string | null;
  answeredAt: Instant | null;
  /** What the session would earn; null if no price is known. */
  amount: CentsNumber | null;
  /** The partner's last verified event; null if there is none. */
  lastReported: Outcome | null;
  /** To credit it, while it waits for a second person. */
  proposal: string | null;
  proposedBy: string | null;
};
export type DisputesPageData = {
  at: Instant;
  counts: {
    new: number;
    waitingForPartner: number;
    proposed: number;
    fiveDaysOrMore: number;
    creditedIn30Days: number;
    declinedIn30Days: number;
    mine: number;
    unassigned: number;
  };
  /** Of the open ones whose price is known, and how many others there are. */
  atStake: { amount: CentsNumber; unknown: number };
  /** The mean of those closed in 30 days; null if none was. */
  daysToAnswer: number | null;
  disputes: Paged<DisputeRow>;
  open: Dispute | null;
};
/** One thing that happened in a session, oldest first on either side. */
export type ListedSessionEvent = {
  at: Instant;
  what: string;
  detail: string | null;
  /** The partner's own code, which the partner can look up. */
  code: string | null;
  verified: boolean;
};
export type Dispute = DisputeRow & {
  /** As the panelist typed it, long numbers blanked; null if it can't be read. */
  words: string | null;
  session: string;
  survey: string | null;
  ours: ListedSessionEvent[];
  theirs: ListedSessionEvent[];
  /** Answer to the panelist, once it is answered. */
  answer: string | null;
  /** What the panelist was told before it was reopened. */
  earlierAnswer: string | null;
  /** Counts of all panelists' sessions of the survey; null if the partner did not name the survey before it began. */
  sameSurvey: { sessions: number; completed: number; paid: number; disputed: number } | null;
};
