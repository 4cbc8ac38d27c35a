import { REASON } from './inputs.ts';
import type { Operation } from './operation.ts';

const TASK = {
  name: 'task',
  kind: 'text',
  label: 'Task',
  maxLength: 40,
  pattern: { source: '[a-z0-9-]{1,40}', fault: 'A task’s name is lower-case letters, digits and dashes.' },
} as const;
/** Of an address; some keyboards and scripts have other ones, which lead to the same place. */
const DOT = '[.。．｡․]';
/** The text goes out in the panel's name: a link of somebody's own in it would be trusted like ours. */
const TEXT = {
  name: 'text',
  kind: 'long-text',
  label: 'Text',
  maxLength: 300,
  pattern: {
    // A scheme, a name with an ending, or an IP address.
    source: `(?![\\s\\S]*(?:\\p{L}:[/\\\\]|[^\\s.。．｡․]${DOT}[\\p{L}\\p{M}]{2}|\\d+(?:${DOT}\\d+){3}))[\\s\\S]*`,
    fault: 'The text has no address in it: the link of each person is added.',
  },
} as const;
const AT = {
  name: 'at',
  kind: 'time',
  label: 'Send on',
  hint: 'South African time. Now, where it is left out.',
  isOptional: true,
} as const;

/** What is done with samples of the panel. */
export const SAMPLE_OPERATIONS = {
  'draw-sample': {
    name: 'draw-sample',
    command: 'tasks draw',
    title: 'Draw a sample',
    description:
      'Draws people at random for a task, by the rules and quotas of the Sample page. Nobody is sent anything yet.',
    button: 'Draw',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks draw',
    inputs: [
      { name: 'sample', kind: 'sample', label: 'Rules, as in the address of the Sample page' },
      TASK,
      {
        name: 'study',
        kind: 'text',
        label: 'Address of the study',
        hint: 'Each person arrives with a pseudonym of this task, as pid.',
        maxLength: 500,
      },
    ],
  },
  'invite-task': {
    name: 'invite-task',
    command: 'tasks invite',
    title: 'Invite to a task',
    description: 'Sends each person of a draw a text and a link of their own in the chat, nobody twice for one task.',
    button: 'Invite',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks invite',
    inputs: [TASK, TEXT, AT],
  },
  'remind-task': {
    name: 'remind-task',
    command: 'tasks remind',
    title: 'Remind of a task',
    description: 'Sends the link once more to those who have not opened it by then. Once for one task.',
    button: 'Remind',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks remind',
    inputs: [TASK, TEXT, AT],
  },
  'stop-task': {
    name: 'stop-task',
    command: 'tasks stop',
    title: 'Stop a task',
    description: 'Sends no invitation or reminder any more. Links that were sent go on working.',
    button: 'Stop',
    roles: ['fieldwork'],
    approvers: null,
    audit: 'tasks stop',
    inputs: [TASK, REASON],
  },
} as const satisfies Readonly<Record<string, Operation>>;
