/** A panel of twenty thousand as the server would answer it: for the console's tests, in jsdom and in a browser. */
import type { PageData } from '@panel/api/pages';
import type { ConsoleSession } from '@panel/domain/console/pages';
import { AUDIT } from './audit/audit.testing.ts';
import { ago, HOUR } from './clock.testing.ts';
import { DISPUTES } from './disputes/disputes.testing.ts';
import { MONEY } from './money/money.testing.ts';
import { SETTLEMENT, STATEMENT } from './money/uploads.testing.ts';
import { PANEL } from './panel/panel.testing.ts';
import { CODES } from './partners/codes.testing.ts';
import { PARTNERS } from './partners/partners.testing.ts';
import { PEOPLE } from './people/people.testing.ts';
import { PROPOSAL } from './proposals/proposals.testing.ts';
import { QUALITY } from './quality/quality.testing.ts';
import { SAMPLE } from './sample/sample.testing.ts';
import { SESSIONS } from './sessions/sessions.testing.ts';
import { TODAY } from './today/today.testing.ts';

export const SESSION: ConsoleSession = {
  product: 'Bua',
  account: 'finance-2',
  role: 'finance',
  pages: [
    { page: 'today', waiting: 2 },
    { page: 'panel', waiting: 0 },
    { page: 'sample', waiting: 0 },
    { page: 'partners', waiting: 1 },
    { page: 'quality', waiting: 0 },
    { page: 'codes', waiting: 0 },
    { page: 'money', waiting: 16 },
    { page: 'settlement', waiting: 0 },
    { page: 'statement', waiting: 0 },
    { page: 'people', waiting: 0 },
    { page: 'disputes', waiting: 14 },
    { page: 'audit', waiting: 0 },
    { page: 'proposal', waiting: 0 },
    { page: 'sessions', waiting: 0 },
  ],
  idleEndsAt: ago(-26),
  endsAt: ago(-6 * HOUR),
  signedInAt: ago(3),
};

export const PAGE_DATA: PageData = {
  today: TODAY,
  panel: PANEL,
  quality: QUALITY,
  sample: SAMPLE,
  partners: PARTNERS,
  codes: CODES,
  money: MONEY,
  settlement: SETTLEMENT,
  statement: STATEMENT,
  people: PEOPLE,
  disputes: DISPUTES,
  audit: AUDIT,
  proposal: PROPOSAL,
  sessions: SESSIONS,
};
