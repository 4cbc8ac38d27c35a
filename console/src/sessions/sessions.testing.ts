import type { SessionsPageData } from '@panel/api/console/own-sessions';
import { ago, HOUR, NOW } from '../clock.testing.ts';
import type { PageFixture } from '../page-fixture.testing.ts';

const SESSIONS: SessionsPageData = {
  at: NOW,
  sessions: [
    {
      id: '0123456789abcdef',
      label: 'Chrome on Windows',
      startedAt: ago(38),
      lastUsedAt: ago(0),
      idleEndsAt: ago(-30),
      endsAt: ago(-7 * HOUR),
      isCurrent: true,
    },
    {
      id: '1123456789abcdef',
      label: null,
      startedAt: ago(7 * HOUR + 40),
      lastUsedAt: ago(4),
      idleEndsAt: ago(-26),
      endsAt: ago(-20),
      isCurrent: false,
    },
  ],
  tokens: [
    {
      id: '2123456789abcdef',
      label: 'Settlement upload',
      startedAt: ago(35),
      lastUsedAt: ago(28),
      idleEndsAt: ago(-2),
      endsAt: ago(-7 * HOUR),
      isCurrent: true,
    },
  ],
  signIns: [
    { at: ago(38), isRefused: false, reason: 'finance, Chrome on Windows' },
    { at: ago(7 * HOUR + 40), isRefused: false, reason: 'finance' },
    { at: ago(35 * HOUR), isRefused: true, reason: 'No role, or more than one' },
  ],
};

export const sessionsFixture: PageFixture<'sessions'> = {
  data: SESSIONS,
  states: [
    { path: '/sessions', heading: 'Your recent sign-ins' },
    { path: '/sessions', heading: 'Make a token for the command line', press: 'Make a token…' },
    { path: '/sessions', heading: 'Sign out everywhere', press: 'Sign out everywhere…' },
  ],
};
