import { PANELIST_STATUSES } from '../panelists/status.ts';
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
    description: 'Shows a panelist’s status, preference, surveys and balances. Nothing that says who they are.',
    button: 'Open the card',
    roles: ['support', 'auditor'],
    approvers: null,
    audit: 'show',
    isReadOnly: true,
    inputs: [{ name: 'did', kind: 'did', label: 'did' }, REASON],
  },
  'set-status': {
    name: 'set-status',
    command: 'status',
    title: 'Change the status',
    description: 'Approves, suspends, blocks … a panelist.',
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
    description: 'Adds a note to a panelist’s card. It is part of what the panelist may ask for.',
    button: 'Add the note',
    roles: ['support'],
    approvers: null,
    audit: 'note',
    inputs: [PANELIST, { name: 'text', kind: 'long-text', label: 'Note', maxLength: 1000 }],
  },
  'export-person': {
    name: 'export-person',
    command: 'export',
    title: 'Export a person’s data',
    description: 'Gives everything stored about a panelist, for panelists who ask what we know of them.',
    button: 'Propose the export',
    roles: ['support'],
    // Whoever approves gets the file.
    approvers: ['support'],
    audit: 'export',
    isReadOnly: true,
    returnsFile: true,
    inputs: [
      PANELIST,
      {
        name: 'format',
        kind: 'choice',
        label: 'As',
        hint: 'JSON if you choose none.',
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
    description: 'Deletes a panelist’s profile at once and for good, as the delete button does.',
    button: 'Propose the erasure',
    roles: ['support'],
    approvers: ['support', 'finance'],
    audit: 'erase',
    inputs: [PANELIST, REASON],
  },
} as const satisfies Readonly<Record<string, Operation>>;
