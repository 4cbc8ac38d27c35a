import { REASON } from './inputs.ts';
import { isSentAgain, JOB_ITEMS, JOB_NAMES } from './jobs.ts';
import type { OperationDefinition } from './operation.ts';

const jobInput = (isOffered: (job: (typeof JOB_NAMES)[number]) => boolean) =>
  ({
    name: 'job',
    kind: 'choice',
    label: 'What it is',
    options: JOB_NAMES.filter(isOffered).map((code) => ({ code, label: JOB_ITEMS[code] })),
  }) as const;
const ITEM = { name: 'item', kind: 'text', label: 'Item', hint: 'As Today lists it.', maxLength: 300 } as const;

/** What is done about items that could not be processed. */
export const JOB_OPERATIONS = {
  'retry-item': {
    title: 'Try an item again',
    description: 'Lets the worker try an item that failed at once, instead of at its next turn.',
    button: 'Try again',
    roles: ['support', 'fieldwork', 'finance'],
    audited: ['job'],
    inputs: [jobInput((job) => !isSentAgain(job)), ITEM],
  },
  'close-item': {
    title: 'Close an item that failed',
    description: 'Takes an item off the list that was dealt with in another way, because nobody will send it again.',
    button: 'Close',
    roles: ['support', 'fieldwork', 'finance'],
    audited: ['job'],
    inputs: [jobInput(isSentAgain), ITEM, REASON],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
