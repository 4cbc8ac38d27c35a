import { REASON } from './inputs.ts';
import type { OperationDefinition } from './operation.ts';

/** What is done about figures and groups that are stored, after a release that works them out in another way. */
export const FIGURE_OPERATIONS = {
  'rebuild-figures': {
    title: 'Count the figures again',
    description:
      'Recounts the daily figures of the last 13 months from the rows, except those whose rows may be deleted.',
    button: 'Count again',
    roles: ['fieldwork', 'finance'],
    inputs: [REASON],
  },
  'recompute-lsm': {
    title: 'Work out the LSM groups again',
    description: 'Works out the LSM group of every panelist again, after the weights have changed.',
    button: 'Work out again',
    roles: ['fieldwork'],
    inputs: [REASON],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
