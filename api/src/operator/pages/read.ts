import type { PageData, PageName } from '@panel/domain/console/pages';
import { DatabaseUnavailable } from '../../platform/database.ts';
import { readAudit } from './audit.ts';
import { readDisputes } from './disputes.ts';
import { readMoney } from './money.ts';
import { readPanel } from './panel.ts';
import { readPartners } from './partners.ts';
import { readPeople } from './people.ts';
import type { PageReader, PageRequest } from './request.ts';
import { readSample } from './sample.ts';
import { readToday } from './today.ts';

const READERS: { readonly [Page in PageName]: PageReader<Page> } = {
  today: readToday,
  panel: readPanel,
  sample: readSample,
  partners: readPartners,
  money: readMoney,
  people: readPeople,
  disputes: readDisputes,
  audit: readAudit,
};

/** These pages read counts from the replica, or from the primary while the replica is down. Operators' work is read from the primary. */
const USE_REPLICA: ReadonlySet<PageName> = new Set(['sample', 'partners']);

export async function readPage<Page extends PageName>(page: Page, request: PageRequest): Promise<PageData[Page]> {
  const { deps } = request;
  if (!USE_REPLICA.has(page) || deps.replica === deps.database) return READERS[page](request);
  return READERS[page](request).catch((error: unknown) => {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return READERS[page]({ ...request, deps: { ...deps, replica: deps.database } });
  });
}
