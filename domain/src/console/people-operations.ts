import { CONSENT_PURPOSES, type ConsentPurpose } from '../panelists/consents.ts';
import { PANELIST_STATUSES } from '../panelists/status.ts';
import { SIGNAL_LABELS, SIGNALS } from '../quality/score.ts';
import { PANELIST, REASON } from './inputs.ts';
import type { OperationDefinition } from './operation.ts';

export const STATUS_LABELS: Readonly<Record<(typeof PANELIST_STATUSES)[number], string>> = {
  approved: 'Approved',
  pending: 'Pending',
  rejected: 'Rejected',
  suspended: 'Suspended',
  blocked: 'Blocked',
  underage: 'Under 18',
  duplicate: 'Duplicate',
};

export const CONSENT_WORDS: Readonly<Record<ConsentPurpose, string>> = {
  membership: 'Membership',
  'special:ethnicity': 'Storing ethnicity',
  marketing: 'Marketing messages',
  partner_comms: 'Messages from partners',
  transfer_abroad: 'Surveys from partners abroad',
};

/** What is done to or for a panelist. */
export const PEOPLE_OPERATIONS = {
  'open-card': {
    title: 'Open a card',
    description: 'Shows a panelist’s status, preference, surveys and balances, but not who they are.',
    button: 'Open the card',
    roles: ['support', 'auditor'],
    isReadOnly: true,
    inputs: [{ name: 'did', kind: 'did', label: 'did' }, REASON],
  },
  'set-status': {
    title: 'Change the status',
    description: 'Changes a panelist’s status, for example to approved, suspended or blocked.',
    button: 'Change',
    roles: ['support'],
    audited: ['to'],
    inputs: [
      PANELIST,
      {
        name: 'to',
        kind: 'choice',
        label: 'New status',
        options: PANELIST_STATUSES.map((code) => ({ code, label: STATUS_LABELS[code] })),
      },
      REASON,
    ],
  },
  'add-note': {
    title: 'Add a note',
    description: 'Adds a note to a panelist’s card. The panelist may ask to see it.',
    button: 'Add the note',
    roles: ['support'],
    inputs: [PANELIST, { name: 'text', kind: 'long-text', label: 'Note', maxLength: 1000 }],
  },
  'leave-out-signal': {
    title: 'Leave out a signal',
    description: 'For a panelist who contests the quality score.',
    button: 'Propose',
    roles: ['support'],
    approvers: ['support'],
    proposalKey: 'signal {signal} of {panelist}',
    audited: ['signal'],
    inputs: [
      PANELIST,
      {
        name: 'signal',
        kind: 'choice',
        label: 'Signal',
        options: SIGNALS.map((code) => ({ code, label: SIGNAL_LABELS[code] })),
      },
      REASON,
    ],
  },
  'withdraw-consent': {
    title: 'Withdraw a consent',
    description:
      'Withdraws a consent at a panelist’s request. Without special:ethnicity the ethnicity is erased; without transfer_abroad there are no surveys.',
    button: 'Withdraw',
    roles: ['support'],
    audited: ['purpose'],
    inputs: [
      PANELIST,
      {
        name: 'purpose',
        kind: 'choice',
        label: 'Consent',
        hint: 'To end membership, erase the person.',
        options: CONSENT_PURPOSES.filter((code) => code !== 'membership').map((code) => ({
          code,
          label: CONSENT_WORDS[code],
        })),
      },
      REASON,
    ],
  },
  'export-person': {
    title: 'Export a person’s data',
    description: 'Exports everything stored about a panelist, for panelists who ask what we know about them.',
    button: 'Propose the export',
    roles: ['support'],
    // The approver gets the file.
    approvers: ['support'],
    proposalKey: 'export of {panelist}',
    isReadOnly: true,
    returnsFile: true,
    inputs: [
      PANELIST,
      {
        name: 'format',
        kind: 'choice',
        label: 'Format',
        hint: 'JSON if you choose nothing.',
        isOptional: true,
        options: [
          { code: 'text', label: 'Text, for the person' },
          { code: 'json', label: 'JSON, for another system' },
        ],
      },
      REASON,
    ],
  },
  'erase-person': {
    title: 'Erase a person',
    description: 'Deletes a panelist’s profile immediately and permanently, as the delete button does.',
    button: 'Propose the erasure',
    roles: ['support'],
    approvers: ['support', 'finance'],
    proposalKey: 'erasure of {panelist}',
    isIrreversible: true,
    inputs: [PANELIST, REASON],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
