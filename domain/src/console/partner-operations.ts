import { MAPPABLE_OUTCOMES, OUTCOME_WORDS } from '../partners/outcomes.ts';
import { PARTNER_NAMES, PARTNERS } from '../partners/partners.ts';
import { ANYWAY, EVENT, REASON } from './inputs.ts';
import type { OperationDefinition } from './operation.ts';

const MONTH = {
  name: 'month',
  kind: 'text',
  label: 'Month',
  hint: 'Such as 2026-10. The statement is due on the 10th of the next month.',
  maxLength: 7,
  pattern: { source: '20\\d{2}-(0[1-9]|1[0-2])', fault: 'Enter a year and a month, such as 2026-10.' },
} as const;

const PARTNER = {
  name: 'partner',
  kind: 'choice',
  label: 'Partner',
  options: PARTNERS.map((code) => ({ code, label: PARTNER_NAMES[code] })),
} as const;

/** What is done about a partner. */
export const PARTNER_OPERATIONS = {
  'block-partner': {
    title: 'Block a partner’s button',
    description:
      'The button stops offering surveys to everyone. Surveys already open can be finished and are credited.',
    button: 'Block the button',
    roles: ['fieldwork', 'finance'],
    audited: ['partner'],
    inputs: [PARTNER, REASON],
  },
  'unblock-partner': {
    title: 'Unblock a partner’s button',
    description: 'The button offers the partner’s surveys again.',
    button: 'Unblock the button',
    roles: ['fieldwork', 'finance'],
    audited: ['partner'],
    inputs: [PARTNER, REASON],
  },
  'read-statement': {
    title: 'Upload a partner’s statement',
    description:
      'Compares a partner’s completes for a month (CSV with session, status and amount) with ours, by session. No money moves.',
    button: 'Upload the file',
    roles: ['finance'],
    audited: ['partner', 'month'],
    inputs: [PARTNER, MONTH, { name: 'file', kind: 'file', label: 'The partner’s statement' }, ANYWAY],
  },
  'apply-statement': {
    title: 'Take back unconfirmed rewards',
    description:
      'Reverses rewards that are missing from the partner’s statement or marked as reversed. Money already withdrawn becomes a debt.',
    button: 'Propose to take them back',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'statement {statement}',
    audited: ['statement'],
    inputs: [
      {
        name: 'statement',
        kind: 'text',
        label: 'Statement',
        maxLength: 15,
        pattern: { source: '\\d{1,15}', fault: 'Enter a number.' },
      },
      REASON,
    ],
  },
  'waive-statement': {
    title: 'Write off an overdue statement',
    description:
      'Records that the partner will not send the statement of this month. It is no longer overdue, and its rewards stay as they are.',
    button: 'Propose to write it off',
    roles: ['finance'],
    approvers: ['finance'],
    proposalKey: 'missing statement {partner} {month}',
    audited: ['partner', 'month'],
    inputs: [PARTNER, MONTH, REASON],
  },
  'map-code': {
    title: 'Map a partner’s code',
    description:
      'The code gets this outcome from now on, and so do the sessions listed. It pays nothing: a session is credited only by the partner’s own events or by two people.',
    button: 'Propose the mapping',
    roles: ['fieldwork', 'finance'],
    approvers: ['finance'],
    proposalKey: 'code {partner} {code}',
    audited: ['partner', 'code', 'outcome'],
    inputs: [
      PARTNER,
      {
        name: 'code',
        kind: 'text',
        label: 'Code',
        hint: 'As Status codes shows it.',
        maxLength: 130,
        pattern: { source: '[A-Za-z0-9_.:\\-\\/>]+', fault: 'Enter a code as Status codes shows it.' },
      },
      { ...EVENT, label: 'Last event', hint: 'The last event of the sessions listed on Status codes.' },
      {
        name: 'outcome',
        kind: 'choice',
        label: 'Outcome',
        options: MAPPABLE_OUTCOMES.map((code) => ({ code, label: OUTCOME_WORDS[code] })),
      },
      { ...REASON, label: 'How do you know? (for the audit log)' },
    ],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
