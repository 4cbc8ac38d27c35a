import { MINUTE_MS } from '../durations.ts';
import type { OperationDefinition } from './operation.ts';
import { ROLES, SESSION_IDLE_MS } from './pages.ts';

/** What every operator does about their own sessions. */
export const SESSION_OPERATIONS = {
  'create-token': {
    title: 'Make a token for the command line',
    description: `Lets the command line act as this account until you sign out here, or until it is unused for ${SESSION_IDLE_MS / MINUTE_MS} minutes.`,
    button: 'Make a token',
    roles: ROLES,
    inputs: [{ name: 'label', kind: 'text', label: 'What it is for', isOptional: true, maxLength: 60 }],
  },
  'end-session': {
    title: 'Sign out a session',
    description: 'Ends one of your sessions or tokens at once. The tokens that were made in a session end with it.',
    button: 'Sign out',
    roles: ROLES,
    inputs: [
      {
        name: 'id',
        kind: 'text',
        label: 'Session',
        maxLength: 16,
        pattern: { source: '[0-9a-f]{16}', fault: 'Enter a session’s id.' },
      },
    ],
  },
  'end-sessions': {
    title: 'Sign out everywhere',
    description:
      'Ends all your sessions and tokens at once. Scripts that use them stop. You can sign in again straight away.',
    button: 'Sign out everywhere',
    roles: ROLES,
    inputs: [],
  },
} as const satisfies Readonly<Record<string, OperationDefinition>>;
