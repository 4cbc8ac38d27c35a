import { REASON } from './inputs.ts';
import type { OperationDefinition } from './operation.ts';
import { SOFT_PERCENT } from './quotas.ts';
import { TESTS_PER_DAY } from './sends.ts';

const SAMPLE_RULES = { name: 'sample', kind: 'sample', label: 'Rules, as in the link of the Sample page' } as const;
const SAVED_NAME = { name: 'name', kind: 'text', label: 'Name', maxLength: 60 } as const;
const TASK = {
  name: 'task',
  kind: 'text',
  label: 'Task',
  maxLength: 40,
  pattern: { source: '[a-z0-9-]{1,40}', fault: 'Use lower-case letters, digits and dashes.' },
} as const;
/** Of an address. The ideographic one leads to the same place; the others, of other scripts, look like one. */
const DOTS = '.。۔܁܂꘎ꓸ';
const DOT = `[${DOTS}]`;
/** The text is sent in the panel's name, so panelists would trust any link in it. */
const TEXT = {
  name: 'text',
  kind: 'long-text',
  label: 'Text',
  hint: '{link} becomes each person’s own link.',
  maxLength: 300,
  pattern: [
    {
      // A scheme, a name with an ending, or an IP address.
      source: `(?![\\s\\S]*(?:\\p{L}:[/\\\\]|[^\\s${DOTS}]${DOT}[\\p{Alphabetic}\\p{M}]{2}|\\d+(?:${DOT}\\d+){3}))[\\s\\S]*`,
      asRead: true,
      fault: 'Remove the address. {link} becomes each person’s own link.',
    },
    { source: '(?:[^{}]|\\{link\\})*', fault: 'Only {link} is filled in. Remove the other braces.' },
    { source: '[\\s\\S]*\\{link\\}[\\s\\S]*', fault: 'Add {link}, which becomes each person’s own link.' },
  ],
} as const;
const AT = {
  name: 'at',
  kind: 'time',
  label: 'Send on',
  hint: 'South African time. Leave it empty to send now.',
  isOptional: true,
} as const;
/** The operator confirms the number, so that no mistake in the rules is sent to thousands. */
const PEOPLE = {
  name: 'people',
  kind: 'text',
  label: 'Number of people',
  hint: 'Spaces and commas are ignored.',
  maxLength: 20,
  pattern: { source: '[\\d\\s,]+', fault: 'Enter a number.' },
} as const;

/** What is done with samples of the panel. */
export const SAMPLE_OPERATIONS = {
  'draw-sample': {
    title: 'Draw a sample',
    description: 'Draws people at random for a task, by the rules and quotas of the Sample page. Nothing is sent yet.',
    button: 'Draw',
    roles: ['fieldwork'],
    inputs: [
      SAMPLE_RULES,
      TASK,
      {
        name: 'study',
        kind: 'text',
        label: 'Link of the study',
        hint: 'Each person arrives with a task-specific pseudonym, as pid.',
        maxLength: 500,
      },
      {
        name: 'launch',
        kind: 'choice',
        label: 'Launch',
        isOptional: true,
        options: [
          { code: 'everyone', label: 'Invite everyone' },
          { code: 'soft', label: `Soft launch: invite ${SOFT_PERCENT}% of every cell first` },
        ],
      },
    ],
  },
  'invite-task': {
    title: 'Invite to a task',
    description: 'Sends each person drawn a text and a personal link in the chat. Nobody is invited twice to one task.',
    button: 'Invite',
    roles: ['fieldwork'],
    inputs: [TASK, TEXT, AT, PEOPLE],
  },
  'continue-task': {
    title: 'Continue after a soft launch',
    description: 'Sends the same text to the people who were not invited in the soft launch.',
    button: 'Continue',
    roles: ['fieldwork'],
    inputs: [TASK, AT, PEOPLE],
  },
  'remind-task': {
    title: 'Remind of a task',
    description: 'Sends the link again to people who have not opened it. One reminder per task.',
    button: 'Remind',
    roles: ['fieldwork'],
    inputs: [TASK, TEXT, AT, PEOPLE],
  },
  'test-task': {
    title: 'Send a test',
    description: `Sends the text to a test device of the panel, with the study’s address as the link. At most ${TESTS_PER_DAY} a day.`,
    button: 'Send test',
    roles: ['fieldwork'],
    inputs: [TASK, TEXT, { name: 'did', kind: 'did', label: 'Device id of the test device' }],
  },
  'discard-task': {
    title: 'Discard a task',
    description: 'Deletes a task that was drawn and not sent. Its name can be used again.',
    button: 'Discard',
    roles: ['fieldwork'],
    inputs: [TASK, REASON],
  },
  'save-sample': {
    title: 'Save a sample',
    description: 'Keeps the rules under a name. The people are counted again each time.',
    button: 'Save',
    roles: ['fieldwork'],
    inputs: [SAMPLE_RULES, SAVED_NAME],
  },
  'rename-sample': {
    title: 'Rename a saved sample',
    description: 'Gives saved rules another name.',
    button: 'Rename',
    roles: ['fieldwork'],
    inputs: [SAVED_NAME, { ...SAVED_NAME, name: 'to', label: 'New name' }],
  },
  'delete-sample': {
    title: 'Delete a saved sample',
    description: 'Deletes saved rules. Tasks that were drawn by them stay.',
    button: 'Delete',
    roles: ['fieldwork'],
    inputs: [SAVED_NAME],
  },
  'stop-task': {
    title: 'Stop a task',
    description: 'Stops sending invitations and reminders. Links already sent keep working.',
    button: 'Stop',
    roles: ['fieldwork'],
    inputs: [TASK, REASON],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
