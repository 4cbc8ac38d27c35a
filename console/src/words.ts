/** The words for the API's values. */

import type { AuditKind } from '@panel/api/pages/audit';
import type { WaitingKind } from '@panel/api/pages/waiting';
import type { LedgerEntry } from '@panel/api/panelists/card-ledger';
import type { ConsentState } from '@panel/api/panelists/card-page';
import type { StatementVerdict } from '@panel/domain/console/money-pages';
import { PAGE_DEFINITIONS, type PageName, type Role } from '@panel/domain/console/pages';
import type { TaskState } from '@panel/domain/console/sample-page';
import { type PartyHealth, type PartyState, PROBE_SECONDS, type ProposalEnd } from '@panel/domain/console/today-page';
import type { SettlementFilter } from '@panel/domain/console/upload-pages';
import type { DisputeKind, DisputeState } from '@panel/domain/disputes/disputes';
import type { MessageState } from '@panel/domain/messages';
import type { PanelistStatus } from '@panel/domain/panelists/status';
import type { Return } from '@panel/domain/partners/outcomes';
import { PARTNER_NAMES } from '@panel/domain/partners/partners';
import type { OpenWithdrawalState } from '@panel/domain/rewards/withdrawal';
import type { Tone } from './parts/StatusPill.tsx';

export const ROLE_NAMES: Readonly<Record<Role, string>> = {
  support: 'Support',
  fieldwork: 'Fieldwork',
  finance: 'Finance',
  auditor: 'Auditor',
};
export const titleOfPage = (page: PageName): string => PAGE_DEFINITIONS[page].title;
export const pageHref = (page: PageName): string => `/${page}`;

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
export const PROBES_ONLY = `Only a test call every ${PROBE_SECONDS} seconds`;
export const NOT_CALLED: readonly [Tone, string] = ['line', 'No calls in 24 hours'];

/** Items that need attention, and the link to decide them. */
export const WAITING: Readonly<Record<WaitingKind, readonly [string, string]>> = {
  proposals: ['Proposals to approve', '/today#proposals'],
  withdrawals: ['Payouts that need review', '/money#needs-review'],
  disputes: ['Disputes from panelists', '/disputes'],
  'withheld-rewards': ['Withheld rewards to decide', '/money#withheld'],
  'unknown-codes': ['Unrecognised status codes', '/codes'],
  messages: ['Messages about money that need review', '/money#messages'],
  statements: ['Overdue partner statements', '/money#statements'],
  'failed-items': ['Items that could not be processed', '/today#failed-items'],
};

export const PROPOSAL_END_WORDS: Readonly<Record<ProposalEnd, readonly [Tone, string]>> = {
  'carried-out': ['good', 'Approved'],
  refused: ['bad', 'Declined'],
  withdrawn: ['line', 'Withdrawn'],
  'facts-changed': ['line', 'Facts changed'],
  expired: ['line', 'Expired'],
};

export const RETURN_WORDS: Readonly<Record<Return, string>> = { finished: 'Finished', 'not-finished': 'Not finished' };

export const PAYOUT_STATES: Readonly<Record<OpenWithdrawalState, readonly [string, string]>> = {
  reserved: ['Reserved', 'in the queue'],
  sending: ['Sending', 'requested, no response yet'],
  unknown: ['Unknown', 'retried automatically'],
  'needs-review': ['Needs review', 'needs a decision'],
};

export const SETTLEMENT_FILTER_WORDS: Readonly<Record<SettlementFilter, string>> = {
  open: 'Needs attention',
  ours: 'Only in our records',
  theirs: 'Only in issuer’s file',
  amount: 'Amount differs',
  matched: 'Matched',
  all: 'All',
};

export const STATEMENT_VERDICT_WORDS: Readonly<Record<StatementVerdict, string>> = {
  matched: 'Confirmed',
  reversed: 'Reversed by partner',
  'ours-only': 'Not in the statement',
  'amount-differs': 'Price differs',
  'theirs-only': 'Unknown to us',
  'reversed-before': 'Reversed earlier',
  'by-hand': 'By hand',
  'reversed-here': 'Confirmed, reversed here',
};

export const DISPUTE_KIND_WORDS: Readonly<Record<DisputeKind, string>> = {
  'no-reward': 'Finished, no reward',
  'reward-reversed': 'Reward taken back',
  'reward-too-small': 'Reward smaller than shown',
  'stopped-early': 'Stopped near the end',
  'asked-private': 'Asked for an ID, card or PIN',
  other: 'Something else',
};
export const DISPUTE_STATE_WORDS: Readonly<Record<DisputeState, readonly [Tone, string]>> = {
  new: ['fact', 'New'],
  'waiting-for-partner': ['line', 'Waiting for the partner'],
  proposed: ['wait', 'To approve'],
  credited: ['good', 'Credited'],
  declined: ['line', 'Declined'],
};

export const PANELIST_TONES: Readonly<Record<PanelistStatus, Tone>> = {
  approved: 'good',
  pending: 'wait',
  suspended: 'wait',
  blocked: 'bad',
  rejected: 'bad',
  underage: 'bad',
  duplicate: 'bad',
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

export const MESSAGE_STATE_WORDS: Readonly<Record<MessageState, string>> = {
  waiting: 'not sent yet',
  sending: 'being sent',
  unknown: 'sent, no response yet',
  sent: 'sent',
  dropped: 'given up',
  'needs-review': 'waits for a decision',
};

export const AUDIT_KIND_WORDS: Readonly<Record<AuditKind, readonly [Tone, string]>> = {
  looked: ['fact', 'Viewed'],
  did: ['fact', 'Changed'],
  proposed: ['wait', 'Proposed'],
  approved: ['good', 'Two people'],
  refused: ['bad', 'Refused'],
  system: ['line', 'System'],
};

export const TASK_STATE_WORDS: Readonly<Record<TaskState, readonly [Tone, string]>> = {
  drawn: ['wait', 'Drawn, not invited'],
  scheduled: ['fact', 'Scheduled'],
  sending: ['fact', 'Being sent'],
  'soft-launched': ['wait', 'Soft launch sent'],
  sent: ['good', 'Sent'],
  stopped: ['line', 'Stopped'],
};
