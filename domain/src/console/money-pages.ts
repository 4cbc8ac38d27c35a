import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { MessageKind } from '../messages.ts';
import type { Outcome } from '../partners/outcomes.ts';
import type { Partner } from '../partners/partners.ts';
import type { WithheldReason } from '../rewards/pricing.ts';
import type { OpenWithdrawalState } from '../rewards/withdrawal.ts';
import type { Books, PartyState } from './today-page.ts';
import type { CentsNumber, CountAndAmount, Day, Instant, Month } from './values.ts';

// Partners. Query: `days` 7, 30 or 90. The figures of a partner are of the sessions entered from `from` to `to`, at the end of `to`.

export type PartnerFigures = {
  partner: Partner;
  /** Null without a call in the last 24 hours. */
  connection: PartyState | null;
  breakerOpen: boolean;
  blockedSince: Instant | null;
  entered: number;
  /** Null for a partner that doesn't sign the browser's return: anyone may have sent one, so they aren't counted. */
  returned: number | null;
  completed: number;
  /** Completes whose reward is held, is the panelist's, or was taken back. */
  pending: number;
  released: number;
  reversed: number;
  medianMinutes: number | null;
  /** For completes that were not taken back. */
  owedByPartner: CentsNumber;
  /** Rewards that were not taken back, including ones credited by hand, and their sum. */
  rewarded: number;
  rewards: CentsNumber;
};
export type PartnersPageData = {
  from: Day;
  to: Day;
  partners: PartnerFigures[];
  /** By the week of entry, which begins on a Monday; oldest first. */
  weeks: { week: Day; partners: { partner: Partner; entered: number; completed: number }[] }[];
  /** By the month earned, oldest first; `open` while partners may still reverse. */
  months: { month: Month; open: boolean; partners: { partner: Partner; earned: number; reversed: number }[] }[];
  callbacks: { partner: Partner; verified: number; failed: number }[];
  /** `readAs` is what the partner's table makes of the code now; null if it has no such code. */
  codes: {
    partner: Partner;
    code: string;
    seen: number;
    firstAt: Instant;
    lastAt: Instant;
    readAs: Outcome | null;
  }[];
  /** Of the last 30 days: each partner (`survey` is null), then the surveys that drop the largest shares late. */
  lateEnds: {
    partner: Partner;
    survey: string | null;
    people: number;
    droppedLate: number;
    /** At which people were dropped. */
    medianMinutes: number | null;
    /** Of the panelists' list of surveys. */
    leftOut: boolean;
  }[];
};

/** A code of a partner's own table. */
export type BuiltInCode = {
  partner: Partner;
  /** Whose code it is, of a partner that sends two: the marketplace's decides until the client's survey has ended. */
  sender: 'marketplace' | 'client' | null;
  code: string;
  outcome: Outcome;
  meaning: string;
};

// Money

export type Liability = { available: CentsNumber; pending: CentsNumber; reserved: CentsNumber; unclaimed: CentsNumber };
export const sumOfLiability = ({ available, pending, reserved, unclaimed }: Liability): CentsNumber =>
  available + pending + reserved + unclaimed;
/** The last three freeze payouts. */
export const SETTLEMENT_VERDICTS = [
  'matched',
  'ours-only',
  'still-open',
  'amount-differs',
  'theirs-only',
  'issued-twice',
  'issued-and-returned',
] as const;
export type SettlementVerdict = (typeof SETTLEMENT_VERDICTS)[number];

/** Of a partner's statement. The second and the third are taken back once two people approve; the last was reversed by us alone. */
export const STATEMENT_VERDICTS = [
  'matched',
  'reversed',
  'ours-only',
  'amount-differs',
  'theirs-only',
  'reversed-before',
  'by-hand',
  'reversed-here',
] as const;
export type StatementVerdict = (typeof STATEMENT_VERDICTS)[number];

/** Open payouts are counted by how long they have been open: under 15 minutes, under 1 hour, under 24 hours, and longer. */
export const PAYOUT_AGES_MS = [15 * MINUTE_MS, HOUR_MS, DAY_MS] as const;

export type MoneyPageData = {
  at: Instant;
  liability: Liability;
  /** What panelists owe, above zero; not subtracted from the liability. */
  owed: CentsNumber;
  /** The ends of the last 12 months and of the last day that was counted, oldest first. */
  liabilityOverTime: (Liability & { day: Day })[];
  /** How the liability came from `opening`, at the end of the day before `from`, to what it is now. Each is above zero. */
  movement: {
    from: Day;
    opening: CentsNumber;
    accepted: CentsNumber;
    thankYous: CentsNumber;
    reversed: CentsNumber;
    debtsPaidOff: CentsNumber;
    paidOut: CentsNumber;
    forfeited: CentsNumber;
  };
  /** Oldest first; the last month is not over. */
  flows: { month: Month; owedByPartners: CentsNumber; accepted: CentsNumber; paidOut: CentsNumber }[];
  /** `proposal` is the open one to resume payouts. */
  frozen: { since: Instant; reason: string; proposal: string | null } | null;
  /** `ages` counts those open for less than each of `PAYOUT_AGES_MS`, and longer. */
  payouts: { state: OpenWithdrawalState; ages: [number, number, number, number]; amount: CentsNumber }[];
  /** The longest wait first. `answer` is what the issuer last said, `proposal` the one that waits for a second person. */
  needsReview: {
    id: string;
    reference: string;
    answer: string;
    since: Instant;
    amount: CentsNumber;
    /** The panelist's score; null if there is none. */
    quality: number | null;
    proposal: string | null;
  }[];
  /** `standing` is what the survey has earned already, if only a higher price is withheld. */
  withheldRewards: {
    event: string;
    reason: WithheldReason;
    earnedAt: Instant;
    amount: CentsNumber;
    standing: CentsNumber | null;
    /** The panelist's score; null if there is none. */
    quality: number | null;
    proposal: string | null;
  }[];
  /** `reference` is the withdrawal's, null if the message is about none. */
  messages: {
    message: string;
    kind: MessageKind;
    reference: string | null;
    since: Instant;
    amount: CentsNumber;
    proposal: string | null;
  }[];
  books: Books;
  settlement: UploadedFile | null;
  /** What partners may still take back, by the month in which it was earned, the newest first. `until` is the last day. */
  exposure: { month: Month; partner: Partner; until: Day; amount: CentsNumber }[];
  statements: StatementOfMonth[];
};

/** The issuer's file. */
export type UploadedFile = {
  id: string;
  day: Day;
  uploadedAt: Instant;
  uploadedBy: string;
  rows: (CountAndAmount & { verdict: SettlementVerdict })[];
};

/** The newest month first. A month stays overdue until its statement is read or two people write it off. */
export type StatementOfMonth = {
  partner: Partner;
  month: Month;
  /** Our rewards that the statement names or lacks; until it is read, those of the month. */
  ours: number;
  dueOn: Day;
  isOverdue: boolean;
  isWaived: boolean;
  /** The proposal that waits for a second person: to take back, or to write off. */
  proposal: string | null;
  /** Null until the partner's statement has been read. */
  statement: ReadStatement | null;
};
export type ReadStatement = {
  id: string;
  readAt: Instant;
  readBy: string;
  approvedAt: Instant | null;
  /** The rows of the file. */
  theirs: number;
  /** As it was when the statement was read. */
  rows: (CountAndAmount & { verdict: StatementVerdict })[];
  /** What two people may take back by it now; nothing once they have approved it. */
  toTakeBack: CountAndAmount;
  takenBack: CentsNumber;
};

/** Our rewards that a statement names or lacks: everything but what is unknown to us. */
export const ourRewards = (rows: ReadStatement['rows']): number =>
  rows.reduce((sum, { verdict, count }) => (verdict === 'theirs-only' ? sum : sum + count), 0);
/** The rows of the issuer's file: everything but what only we have. */
export const rowsInFile = <Row extends CountAndAmount & { verdict: SettlementVerdict }>(rows: readonly Row[]): Row[] =>
  rows.filter(({ verdict }) => verdict !== 'ours-only');
