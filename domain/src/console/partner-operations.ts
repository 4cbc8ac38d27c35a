import { PARTNER_NAMES, PARTNERS } from '../partners/partners.ts';
import { REASON } from './inputs.ts';
import type { Operation } from './operation.ts';

const PARTNER = {
  name: 'partner',
  kind: 'choice',
  label: 'Partner',
  options: PARTNERS.map((code) => ({ code, label: PARTNER_NAMES[code] })),
} as const;

/** What is done about a partner. */
export const PARTNER_OPERATIONS = {
  'block-partner': {
    name: 'block-partner',
    command: 'partners block',
    title: 'Block a partner’s button',
    description:
      'From now on the button finds no survey, for anybody. Surveys that are open can be finished and are credited.',
    button: 'Block the button',
    roles: ['fieldwork', 'finance'],
    approvers: null,
    audit: 'partners block {partner}',
    inputs: [PARTNER, REASON],
  },
  'unblock-partner': {
    name: 'unblock-partner',
    command: 'partners unblock',
    title: 'Unblock a partner’s button',
    description: 'The button asks the partner for surveys again.',
    button: 'Unblock the button',
    roles: ['fieldwork', 'finance'],
    approvers: null,
    audit: 'partners unblock {partner}',
    inputs: [PARTNER, REASON],
  },
  'read-statement': {
    name: 'read-statement',
    command: 'statements read',
    title: 'Read a partner’s statement',
    description:
      'Compares a partner’s completes of a month (CSV with session, status and amount) with ours, by session. It moves no money.',
    button: 'Read the file',
    roles: ['finance'],
    approvers: null,
    audit: 'statements read {partner} {month}',
    inputs: [
      PARTNER,
      {
        name: 'month',
        kind: 'text',
        label: 'Month',
        hint: 'Such as 2026-10. Partners send it some weeks after its end.',
        maxLength: 7,
        pattern: { source: '20\\d{2}-(0[1-9]|1[0-2])', fault: 'A month is a year and a number, such as 2026-10.' },
      },
      { name: 'file', kind: 'file', label: 'The partner’s statement' },
    ],
  },
  'apply-statement': {
    name: 'apply-statement',
    command: 'statements apply',
    title: 'Take back what a statement says',
    description:
      'Reverses the rewards that the partner’s statement lacks or marks as reversed. What was withdrawn already becomes owed.',
    button: 'Propose to take them back',
    roles: ['finance'],
    approvers: ['finance'],
    audit: 'statements apply {statement}',
    inputs: [
      {
        name: 'statement',
        kind: 'text',
        label: 'Statement',
        maxLength: 15,
        pattern: { source: '\\d{1,15}', fault: 'A statement is a number.' },
      },
      REASON,
    ],
  },
} as const satisfies Readonly<Record<string, Operation>>;
