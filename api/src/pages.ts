/** Every page of the console with the function that reads its data. */
import type { PageName } from '@panel/domain/console/pages';
import type { Pages } from './console/dependencies.ts';
import { readSessions } from './console/own-sessions.ts';
import type { PageReader } from './console/page-request.ts';
import { readProposalPage } from './console/proposal-page.ts';
import { readDisputes } from './disputes/disputes-page.ts';
import type { OperatorDependencies } from './operations.ts';
import { readAudit } from './pages/audit.ts';
import { readMoney } from './pages/money.ts';
import { readToday } from './pages/today.ts';
import { waitingOn } from './pages/waiting.ts';
import { readPeople } from './panelists/card-page.ts';
import { readPanel } from './panelists/panel-page.ts';
import { readCodes } from './partners/codes-page.ts';
import { readPartners } from './partners/partners-page.ts';
import { readStatementPage } from './partners/statement-page.ts';
import { readQualityPage } from './quality/quality-page.ts';
import { readSettlement } from './rewards/settlement-page.ts';
import { readSample } from './sampling/sample-page.ts';

const READERS: { readonly [Page in PageName]: PageReader<Page, OperatorDependencies> } = {
  today: readToday,
  panel: readPanel,
  quality: readQualityPage,
  sample: readSample,
  partners: readPartners,
  codes: readCodes,
  money: readMoney,
  settlement: readSettlement,
  statement: readStatementPage,
  people: readPeople,
  disputes: readDisputes,
  audit: readAudit,
  proposal: readProposalPage,
  sessions: readSessions,
};

/** The pages, read with the dependencies of this process. */
export const pagesWith = (deps: OperatorDependencies): Pages => ({
  read: (page, call) => READERS[page]({ ...call, deps }),
  countWaiting: (operator) => waitingOn(deps, operator),
});
