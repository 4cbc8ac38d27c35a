import type { PageData, PageName } from '@panel/domain/console/pages';
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

export const readPage = <Page extends PageName>(page: Page, request: PageRequest): Promise<PageData[Page]> =>
  READERS[page](request);
