import { REASON } from './inputs.ts';
import type { Operation } from './operation.ts';
import { TESTS_PER_DAY } from './sends.ts';

const TASK = {
  name: 'task',
  kind: 'text',
  label: 'Task',
  maxLength: 40,
  pattern: { source: '[a-z0-9-]{1,40}', fault: 'Use lower-case letters, digits and dashes.' },
} as const;
/** Of an address; some keyboards and scripts have other ones, which lead to the same place. */
const DOT = '[.。．｡․]';
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
      source: `(?![\\s\\S]*(?:\\p{L}:[/\\\\]|[^\\s.。．｡․]${DOT}[\\p{L}\\p{M}]{2}|\\d+(?:${DOT}\\d+){3}))[\\s\\S]*`,
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
    name: 'draw-sample',
    command: 'tasks draw',
    title: 'Draw a sample',
    description: 'Draws people at random for a task, by the rules and quotas of the Sample page. Nothing is sent yet.',
    button: 'Draw',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks draw',
    inputs: [
      { name: 'sample', kind: 'sample', label: 'Rules, as in the link of the Sample page' },
      TASK,
      {
        name: 'study',
        kind: 'text',
        label: 'Address of the study',
        hint: 'Each person arrives with a task-specific pseudonym, as pid.',
        maxLength: 500,
      },
    ],
  },
  'invite-task': {
    name: 'invite-task',
    command: 'tasks invite',
    title: 'Invite to a task',
    description: 'Sends each person drawn a text and a personal link in the chat. Nobody is invited twice to one task.',
    button: 'Invite',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks invite',
    inputs: [TASK, TEXT, AT, PEOPLE],
  },
  'remind-task': {
    name: 'remind-task',
    command: 'tasks remind',
    title: 'Remind of a task',
    description: 'Sends the link again to people who have not opened it. One reminder per task.',
    button: 'Remind',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks remind',
    inputs: [TASK, TEXT, AT, PEOPLE],
  },
  'test-task': {
    name: 'test-task',
    command: 'tasks test',
    title: 'Send a test',
    description: `Sends the text to a test device of the panel, with the study’s address as the link. At most ${TESTS_PER_DAY} a day.`,
    button: 'Send test',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks test',
    inputs: [TASK, TEXT, { name: 'did', kind: 'did', label: 'Device id of the test device' }],
  },
  'stop-task': {
    name: 'stop-task',
    command: 'tasks stop',
    title: 'Stop a task',
    description: 'Stops sending invitations and reminders. Links already sent keep working.',
    button: 'Stop',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks stop',
    inputs: [TASK, REASON],
  },
} as const satisfies Readonly<Record<string, Operation>>;
