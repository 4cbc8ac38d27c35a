import type { PageName } from '@panel/domain/console/pages';
import { readAudit } from './audit.ts';
import { readMoney } from './money.ts';
import { readPeople } from './people.ts';
import type { PageReader, PageRequest } from './request.ts';
import { readToday } from './today.ts';

const READERS: Partial<{ readonly [Page in PageName]: PageReader<Page> }> = {
  today: readToday,
  money: readMoney,
  people: readPeople,
  audit: readAudit,
};

export const readPage = (page: PageName, request: PageRequest): Promise<object> =>
  READERS[page]?.(request) ?? Promise.resolve({});
