import { CREDIT_TEMPLATES, DECLINE_TEMPLATES } from '../disputes/templates.ts';
import { PANELIST, REASON } from './inputs.ts';
import type { OperationDefinition } from './operation.ts';

const DISPUTE = {
  name: 'dispute',
  kind: 'text',
  label: 'Dispute',
  maxLength: 18,
  pattern: { source: 'D-\\d{1,15}', fault: 'Enter D- and a number.' },
} as const;
const ANSWER = {
  name: 'answer',
  kind: 'long-text',
  label: 'Answer to the panelist',
  hint: 'Shown word for word in their history. Leave out names and numbers.',
  maxLength: 300,
} as const;

/** What is done about the problems that panelists report. */
export const DISPUTE_OPERATIONS = {
  'open-disputed-card': {
    title: 'Open the card of a dispute',
    description: 'Shows the card of the panelist who reported this, but not who they are.',
    button: 'Open the card',
    roles: ['support', 'auditor'],
    audited: ['dispute'],
    isReadOnly: true,
    isAboutPanelist: true,
    inputs: [DISPUTE, REASON],
  },
  'credit-dispute': {
    title: 'Credit a reported session',
    description: 'Pays the reported survey after two people agreed. Refused if it was credited in the meantime.',
    button: 'Propose the credit',
    roles: ['support', 'finance'],
    approvers: ['finance'],
    proposalKey: 'dispute {dispute}',
    inputs: [
      DISPUTE,
      {
        name: 'amount',
        kind: 'text',
        label: 'Amount in rand',
        hint: 'Only if the partner gave no price.',
        isOptional: true,
        maxLength: 6,
        pattern: { source: '\\d{1,3}(\\.\\d{2})?', fault: 'Enter rand and cents, such as 12 or 12.50.' },
      },
      { ...ANSWER, templates: CREDIT_TEMPLATES },
      REASON,
    ],
  },
  'decline-dispute': {
    title: 'Decline a dispute',
    description: 'Answers a reported problem without a further reward. What was credited stays.',
    button: 'Decline',
    roles: ['support', 'finance'],
    inputs: [DISPUTE, { ...ANSWER, templates: DECLINE_TEMPLATES }],
  },
  'ask-partner': {
    title: 'Note that the partner was asked',
    description:
      'Marks a dispute as waiting for the partner. Ask the partner’s support desk first, with the session’s id.',
    button: 'Note it',
    roles: ['support', 'finance'],
    inputs: [DISPUTE, REASON],
  },
  'assign-dispute': {
    title: 'Assign a dispute',
    description: 'Assigns an open dispute to you, or unassigns it.',
    button: 'Assign',
    roles: ['support', 'finance'],
    audited: ['to'],
    inputs: [
      DISPUTE,
      {
        name: 'to',
        kind: 'choice',
        label: 'Assign to',
        options: [
          { code: 'me', label: 'Me' },
          { code: 'nobody', label: 'Nobody' },
        ],
      },
    ],
  },
  'reopen-dispute': {
    title: 'Reopen a dispute',
    description:
      'Opens a closed dispute again, assigned to you. What was credited stays, and its age counts from today.',
    button: 'Reopen',
    roles: ['support', 'finance'],
    inputs: [DISPUTE, REASON],
  },
  'resend-voucher': {
    title: 'Send the last voucher again',
    description:
      'Sends the last voucher to the panelist’s chat again. Only possible within a day, before its PIN is erased.',
    button: 'Propose to send it again',
    roles: ['support'],
    approvers: ['finance'],
    proposalKey: 'voucher of {panelist}',
    inputs: [PANELIST, REASON],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
