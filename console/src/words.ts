/** What the values of the wire are called on the pages. */

import type { SettlementVerdict, StatementVerdict } from '@panel/domain/console/money-pages';
import type { AuditKind } from '@panel/domain/console/pages';
import type { ConsentState, LedgerEntry } from '@panel/domain/console/people-pages';
import type { TaskState } from '@panel/domain/console/sample-page';
import type { PartyHealth, PartyState, ProposalEnd, WaitingKind } from '@panel/domain/console/today-page';
import type { DisputeKind, DisputeState } from '@panel/domain/disputes/disputes';
import type { ConsentPurpose } from '@panel/domain/panelists/consents';
import type { Outcome } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import type { OpenWithdrawalState } from '@panel/domain/rewards/withdrawal';
import type { Tone } from './parts/StatusPill.tsx';

export { PARTNER_NAMES };

export const CONNECTION_NAMES: Readonly<Record<PartyHealth['name'], string>> = {
  ...PARTNER_NAMES,
  issuer: 'Voucher issuer',
  chat: 'Chat',
};
export const CONNECTION_STATES: Readonly<Record<PartyState, readonly [Tone, string]>> = {
  up: ['good', 'Up'],
  slow: ['wait', 'Slow'],
  broken: ['bad', 'Broken'],
};
export const NOT_CALLED: readonly [Tone, string] = ['line', 'No call in a day'];

/** What waits, and the page and place where it is decided. */
export const WAITING: Readonly<Record<WaitingKind, readonly [string, string]>> = {
  proposals: ['Proposals to approve', '/today#proposals'],
  withdrawals: ['Payouts that need review', '/money#needs-review'],
  disputes: ['Disputes from panelists', '/disputes'],
  'withheld-rewards': ['Rewards withheld until two people decide', '/money#withheld'],
  'unknown-codes': ['Codes that no rule reads', '/partners#codes'],
  messages: ['Messages about money that need review', '/money#messages'],
};

export const PROPOSAL_END_WORDS: Readonly<Record<ProposalEnd, readonly [Tone, string]>> = {
  'carried-out': ['good', 'Carried out'],
  refused: ['bad', 'Refused'],
  withdrawn: ['line', 'Withdrawn'],
  'facts-changed': ['line', 'The facts had changed'],
  expired: ['line', 'Ended unanswered'],
};

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  complete: 'Complete',
  screenout: 'Screened out',
  overquota: 'Over quota',
  duplicate: 'Duplicate',
  quality: 'Failed a quality check',
  blocked: 'Blocked',
  no_survey: 'No survey',
  technical: 'Technical failure',
  drop: 'Dropped',
  tentative: 'Complete, to be confirmed',
  reversed: 'Reversed',
  reinstated: 'Reinstated',
};

export const PAYOUT_STATES: Readonly<Record<OpenWithdrawalState, readonly [string, string]>> = {
  reserved: ['Reserved', 'in the queue'],
  sending: ['Sending', 'asked, no answer yet'],
  unknown: ['Unknown', 'asked again by itself'],
  'needs-review': ['Needs review', 'waits for a person'],
};

export const VERDICTS: Readonly<Record<SettlementVerdict, readonly [string, string | null]>> = {
  matched: ['Matched', null],
  'ours-only': ['Ours only', 'paid by us, not in the file'],
  'still-open': ['Issued, but open with us', null],
  'amount-differs': ['Amount differs', null],
  'theirs-only': ['Theirs only', 'freezes payouts'],
  'issued-and-returned': ['Issued, but returned by us', 'freezes payouts'],
  'issued-twice': ['Issued twice', 'freezes payouts'],
};

export const STATEMENT_VERDICT_WORDS: Readonly<Record<StatementVerdict, string>> = {
  matched: 'Matched',
  reversed: 'They reversed',
  'ours-only': 'Ours only',
  'amount-differs': 'Price differs',
  'theirs-only': 'Theirs only',
  'reversed-before': 'Reversed before',
  'by-hand': 'By hand',
};

export const DISPUTE_KIND_WORDS: Readonly<Record<DisputeKind, string>> = {
  'no-reward': 'Finished, no reward',
  'reward-reversed': 'Reward taken back',
  'reward-too-small': 'Reward smaller than shown',
  'stopped-early': 'Stopped near the end',
  other: 'Something else',
};
export const DISPUTE_STATE_WORDS: Readonly<Record<DisputeState, readonly [Tone, string]>> = {
  new: ['fact', 'New'],
  'waiting-for-partner': ['line', 'Waiting for the partner'],
  proposed: ['wait', 'To approve'],
  credited: ['good', 'Credited'],
  declined: ['line', 'Declined'],
};

export const CONSENT_WORDS: Readonly<Record<ConsentPurpose, string>> = {
  membership: 'Membership',
  'special:ethnicity': 'Ethnicity stored',
  marketing: 'Marketing messages',
  partner_comms: 'Messages from partners',
  transfer_abroad: 'Surveys of partners abroad',
};
export const CONSENT_STATE_WORDS: Readonly<Record<ConsentState, readonly [Tone, string]>> = {
  given: ['good', 'Given'],
  declined: ['line', 'Declined'],
  withdrawn: ['wait', 'Withdrawn'],
};

export const LEDGER_STATE_WORDS: Readonly<Record<LedgerEntry['state'], readonly [Tone, string]>> = {
  pending: ['fact', 'Pending'],
  available: ['good', 'Available'],
  withdrawn: ['fact', 'Withdrawn'],
  reversed: ['line', 'Reversed'],
  processing: ['fact', 'On its way'],
  paid: ['fact', 'Paid'],
  returned: ['line', 'Returned'],
  owed: ['line', 'Owed'],
};

/** Of the messages that need review, all about money. */
export const MESSAGE_WORDS: Readonly<Record<string, string>> = {
  voucher: 'Voucher',
  'withdrawal-requested': 'Withdrawal requested',
  'withdrawal-returned': 'Withdrawal came back',
};

export const AUDIT_KIND_WORDS: Readonly<Record<AuditKind, readonly [Tone, string]>> = {
  looked: ['fact', 'Looked'],
  did: ['fact', 'Did'],
  proposed: ['wait', 'Proposed'],
  approved: ['good', 'Two people'],
  refused: ['bad', 'Refused'],
  system: ['line', 'System'],
};

export const TASK_STATE_WORDS: Readonly<Record<TaskState, readonly [Tone, string]>> = {
  drawn: ['wait', 'Drawn, not invited'],
  scheduled: ['fact', 'Scheduled'],
  sending: ['fact', 'Being sent'],
  sent: ['good', 'Sent'],
  stopped: ['line', 'Stopped'],
};
