/** Every page of the console, with what reads its data. */
import type { PageName } from '@panel/domain/console/pages';
import type { Pages } from './console/dependencies.ts';
import { sessionsPage } from './console/own-sessions.ts';
import { proposalPage } from './console/proposal-page.ts';
import { disputesPage } from './disputes/disputes-page.ts';
import type { OperatorDependencies } from './operations.ts';
import { auditPage } from './pages/audit.ts';
import { moneyPage } from './pages/money.ts';
import { todayPage } from './pages/today.ts';
import { waitingOn } from './pages/waiting.ts';
import { peoplePage } from './panelists/card-page.ts';
import { panelPage } from './panelists/panel-page.ts';
import { codesPage } from './partners/codes-page.ts';
import { partnersPage } from './partners/partners-page.ts';
import { statementPage } from './partners/statement-page.ts';
import { qualityPage } from './quality/quality-page.ts';
import { settlementPage } from './rewards/settlement-page.ts';
import { samplePage } from './sampling/sample-page.ts';

const PAGES = {
  today: todayPage,
  panel: panelPage,
  quality: qualityPage,
  sample: samplePage,
  partners: partnersPage,
  codes: codesPage,
  money: moneyPage,
  settlement: settlementPage,
  statement: statementPage,
  people: peoplePage,
  disputes: disputesPage,
  audit: auditPage,
  proposal: proposalPage,
  sessions: sessionsPage,
} satisfies Record<PageName, unknown>;

/** What each page answers. The console imports this type. */
export type PageData = { [Page in PageName]: Awaited<ReturnType<(typeof PAGES)[Page]['read']>> };

/** The pages, read with the dependencies of this process. */
export const pagesWith = (deps: OperatorDependencies): Pages => ({
  read: (page, call) => PAGES[page].read({ ...call, deps }),
  readTable: (page, table, call) => PAGES[page].readTable(table, { ...call, deps }),
  countWaiting: (operator) => waitingOn(deps, operator),
});
