/** Every page of the console with the function that reads its data. */
import type { PageData, PageName } from '@panel/domain/console/pages';
import type { AppDependencies } from '../../dependencies.ts';
import { DatabaseUnavailable } from '../../platform/database/database.ts';
import type { ConsoleDependencies, Pages } from '../dependencies.ts';
import { readAudit } from './audit.ts';
import { readDisputes } from './disputes.ts';
import { readMoney } from './money.ts';
import { readPanel } from './panel.ts';
import { readPartners } from './partners.ts';
import { readPeople } from './people.ts';
import type { PageReader, PageRequest } from './request.ts';
import { readSample } from './sample.ts';
import { readToday } from './today.ts';
import { waitingOn } from './waiting.ts';

type PageDependencies = AppDependencies & ConsoleDependencies;

const READERS: { readonly [Page in PageName]: PageReader<Page, PageDependencies> } = {
  today: readToday,
  panel: readPanel,
  sample: readSample,
  partners: readPartners,
  money: readMoney,
  people: readPeople,
  disputes: readDisputes,
  audit: readAudit,
};

/** Pages that read counts from the replica, and from the primary while there is none. What operators do is read from the primary. */
const USE_REPLICA: ReadonlySet<PageName> = new Set(['sample', 'partners']);

async function readPage<Page extends PageName>(
  page: Page,
  request: PageRequest<PageDependencies>,
): Promise<PageData[Page]> {
  const { deps } = request;
  if (!USE_REPLICA.has(page) || deps.replica === deps.database) return READERS[page](request);
  return READERS[page](request).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return READERS[page]({ ...request, deps: { ...deps, replica: deps.database } });
  });
}

/** The pages, read with the dependencies of this process. */
export const pagesWith = (deps: PageDependencies): Pages => ({
  read: (page, call) => readPage(page, { ...call, deps }),
  countWaiting: (operator) => waitingOn(deps, operator),
});
