import { PANELIST_STATUSES } from '../panelists/status.ts';
import { SIGNAL_LABELS, SIGNALS } from '../quality/score.ts';
import { PANELIST, REASON } from './inputs.ts';
import type { Operation } from './operation.ts';

export const STATUS_LABELS: Readonly<Record<(typeof PANELIST_STATUSES)[number], string>> = {
  approved: 'Approved',
  pending: 'Pending',
  rejected: 'Rejected',
  suspended: 'Suspended',
  blocked: 'Blocked',
  underage: 'Under 18',
  duplicate: 'Duplicate',
};

/** What is done to or for a panelist. */
export const PEOPLE_OPERATIONS = {
  'open-card': {
    name: 'open-card',
    command: 'show',
    title: 'Open a card',
    description: 'Shows a panelist’s status, preference, surveys and balances, but not who they are.',
    button: 'Open the card',
    roles: ['support', 'auditor'],
    approvers: null,
    isReadOnly: true,
    inputs: [{ name: 'did', kind: 'did', label: 'did' }, REASON],
  },
  'set-status': {
    name: 'set-status',
    command: 'status',
    title: 'Change the status',
    description: 'Changes a panelist’s status, for example to approved, suspended or blocked.',
    button: 'Change',
    roles: ['support'],
    approvers: null,
    audit: 'status {to}',
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
    name: 'add-note',
    command: 'note',
    title: 'Add a note',
    description: 'Adds a note to a panelist’s card. The panelist may ask to see it.',
    button: 'Add the note',
    roles: ['support'],
    approvers: null,
    inputs: [PANELIST, { name: 'text', kind: 'long-text', label: 'Note', maxLength: 1000 }],
  },
  'leave-out-signal': {
    name: 'leave-out-signal',
    command: 'quality leave-out',
    title: 'Leave out a signal',
    description: 'For a panelist who contests the quality score.',
    button: 'Propose',
    roles: ['support'],
    approvers: ['support'],
    proposalKey: 'signal {signal} of {panelist}',
    audit: 'quality leave-out {signal}',
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
  'export-person': {
    name: 'export-person',
    command: 'export',
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
    name: 'erase-person',
    command: 'erase',
    title: 'Erase a person',
    description: 'Deletes a panelist’s profile immediately and permanently, as the delete button does.',
    button: 'Propose the erasure',
    roles: ['support'],
    approvers: ['support', 'finance'],
    proposalKey: 'erasure of {panelist}',
    isIrreversible: true,
    inputs: [PANELIST, REASON],
  },
} as const satisfies Readonly<Record<string, Operation>>;
