import type { MessageKind } from '../messages.ts';
import { ANYWAY, EVENT, ID_PATTERN, REASON } from './inputs.ts';
import type { OperationDefinition } from './operation.ts';

const REFERENCE = { name: 'reference', kind: 'text', label: 'Reference', maxLength: 200 } as const;

export const MESSAGE_WORDS: Readonly<Record<MessageKind, string>> = {
  voucher: 'Voucher',
  'withdrawal-requested': 'Withdrawal requested',
  'withdrawal-returned': 'Withdrawal returned',
  'profile-deleted': 'Profile deleted',
  inactivity: 'Inactivity',
  invitation: 'Invitation to a profiling survey',
  task: 'Invitation to a task',
  'task-reminder': 'Reminder of a task',
  'data-code': 'Code for Your data',
};

/** What is done about money. */
export const MONEY_OPERATIONS = {
  'credit-reward': {
    title: 'Credit a session',
    description: 'Credits the reward for this event’s survey after two people agreed.',
    button: 'Propose the credit',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'reward of event {event}',
    inputs: [EVENT, REASON],
  },
  'reverse-reward': {
    title: 'Reject or take back a reward',
    description: 'After two people agreed, a withheld reward stays unpaid and an earned reward is taken back.',
    button: 'Propose it',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'reward of event {event}',
    inputs: [EVENT, REASON],
  },
  'freeze-payouts': {
    title: 'Freeze payouts',
    description: 'Stops all payouts immediately. One person can freeze; resuming needs two.',
    button: 'Freeze payouts',
    roles: ['finance'],
    inputs: [REASON],
  },
  'resume-payouts': {
    title: 'Resume payouts',
    description: 'Ends a freeze. Needs two people.',
    button: 'Propose to resume',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'payouts',
    inputs: [REASON],
  },
  'resolve-payout': {
    title: 'Resolve a payout',
    description:
      'Records what the issuer says about a payout: issued, not issued, or voided. The approver sees the transaction and the end of the serial number and checks them with the issuer. Nobody is shown the PIN. If the issuer’s file has the voucher, a person other than the proposer must have read that file.',
    button: 'Propose how it ended',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'payout {id}',
    audited: ['outcome'],
    inputs: [
      { name: 'id', kind: 'text', label: 'Payout', maxLength: 36, pattern: ID_PATTERN },
      {
        name: 'outcome',
        kind: 'choice',
        label: 'The issuer says',
        options: [
          { code: 'issued', label: 'It issued the voucher' },
          { code: 'not-issued', label: 'It did not issue the voucher and will not' },
          { code: 'voided', label: 'It issued the voucher and voided it' },
        ],
      },
      {
        name: 'serial',
        kind: 'text',
        label: 'The voucher’s serial number',
        maxLength: 40,
        when: { input: 'outcome', is: 'issued' },
      },
      {
        name: 'transaction',
        kind: 'text',
        label: 'The issuer’s transaction',
        maxLength: 80,
        when: { input: 'outcome', is: 'issued' },
      },
      {
        name: 'pin',
        kind: 'secret',
        label: 'The voucher’s PIN',
        maxLength: 20,
        pattern: { source: '\\d{8,20}', fault: 'Enter 8 to 20 digits.' },
        when: { input: 'outcome', is: 'issued' },
      },
      REASON,
    ],
  },
  'claim-payout': {
    title: 'Record a claim',
    description:
      'Records that money returned after a profile was deleted was paid to its owner, who gave its reference. It can’t be claimed again.',
    button: 'Propose that it was paid',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'payout {reference}',
    inputs: [
      {
        name: 'reference',
        kind: 'text',
        label: 'Reference given by the owner',
        maxLength: 40,
        pattern: { source: 'W[0-9a-f]{32}', fault: 'Enter W and 32 letters and digits.' },
      },
      REASON,
    ],
  },
  'resend-message': {
    title: 'Send a message again',
    description: 'Sends a chat message about money again.',
    button: 'Send it again',
    roles: ['finance'],
    inputs: [{ name: 'id', kind: 'text', label: 'Message', maxLength: 36, pattern: ID_PATTERN }, REASON],
  },
  'close-message': {
    title: 'Close a message',
    description:
      'Closes a chat message about money that can’t be delivered, after two people agreed. A day later the voucher’s PIN and the device are erased, and it can no longer be sent.',
    button: 'Propose to close it',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'message {id}',
    inputs: [{ name: 'id', kind: 'text', label: 'Message', maxLength: 36, pattern: ID_PATTERN }, REASON],
  },
  'ask-issuer': {
    title: 'Ask the issuer',
    description:
      'Records that you asked the issuer’s settlement contact about this reference. The issuer has no call that looks a reference up: requesting it again would buy another voucher.',
    button: 'Record the question',
    roles: ['finance'],
    inputs: [REFERENCE],
  },
  'write-off-voucher': {
    title: 'Write off a voucher',
    description:
      'Accepts what the issuer charged for this voucher and books it as a loss, after two people agreed. No panelist’s balance changes.',
    button: 'Propose the write-off',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'voucher {reference} {transaction}',
    inputs: [
      REFERENCE,
      { name: 'transaction', kind: 'text', label: 'The issuer’s transaction', maxLength: 200 },
      REASON,
    ],
  },
  reconcile: {
    title: 'Upload the issuer’s file',
    description:
      'Compares the issuer’s settlement file (CSV with semicolons) with our withdrawals, by reference. A voucher that we didn’t request freezes payouts.',
    button: 'Upload the file',
    roles: ['finance'],
    inputs: [{ name: 'file', kind: 'file', label: 'The issuer’s settlement file' }, ANYWAY],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
