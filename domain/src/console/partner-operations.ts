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
} as const satisfies Readonly<Record<string, Operation>>;
