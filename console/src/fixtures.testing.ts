/** A panel of twenty thousand as the server would answer it: for the console's tests, in jsdom and in a browser. */
import type { PageData } from '@panel/api/pages';
import { CONSOLE_PAGES, type ConsoleSession, type PageName } from '@panel/domain/console/pages';
import { auditFixture } from './audit/audit.testing.ts';
import { ago, HOUR } from './clock.testing.ts';
import { disputesFixture } from './disputes/disputes.testing.ts';
import { moneyFixture } from './money/money.testing.ts';
import { settlementFixture, statementFixture } from './money/uploads.testing.ts';
import type { PageFixture, PageState } from './page-fixture.testing.ts';
import { panelFixture } from './panel/panel.testing.ts';
import { codesFixture } from './partners/codes.testing.ts';
import { partnersFixture } from './partners/partners.testing.ts';
import { peopleFixture } from './people/people.testing.ts';
import { proposalFixture } from './proposals/proposals.testing.ts';
import { qualityFixture } from './quality/quality.testing.ts';
import { sampleFixture } from './sample/tasks.testing.ts';
import { sessionsFixture } from './sessions/sessions.testing.ts';
import { todayFixture } from './today/today.testing.ts';

const FIXTURES: { readonly [Page in PageName]: PageFixture<Page> } = {
  today: todayFixture,
  panel: panelFixture,
  quality: qualityFixture,
  sample: sampleFixture,
  partners: partnersFixture,
  codes: codesFixture,
  money: moneyFixture,
  settlement: settlementFixture,
  statement: statementFixture,
  people: peopleFixture,
  disputes: disputesFixture,
  audit: auditFixture,
  proposal: proposalFixture,
  sessions: sessionsFixture,
};

export const PAGE_DATA = Object.fromEntries(CONSOLE_PAGES.map((page) => [page, FIXTURES[page].data])) as PageData;
export const PAGE_STATES: readonly PageState<object>[] = CONSOLE_PAGES.flatMap<PageState<object>>(
  (page) => FIXTURES[page].states,
);

const WAITING: Partial<Record<PageName, number>> = { today: 2, partners: 1, money: 16, disputes: 14 };

/** Opens every page, whatever its role may. */
export const SESSION: ConsoleSession = {
  product: 'Bua',
  account: 'finance-2',
  role: 'finance',
  pages: CONSOLE_PAGES.map((page) => ({ page, waiting: WAITING[page] ?? 0 })),
  idleEndsAt: ago(-26),
  endsAt: ago(-6 * HOUR),
  signedInAt: ago(3),
};
