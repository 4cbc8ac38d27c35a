import type { PageName } from '@panel/domain/console/pages';
import type { PageReader, PageRequest } from './request.ts';
import { readToday } from './today.ts';

const READERS: Partial<{ readonly [Page in PageName]: PageReader<Page> }> = {
  today: readToday,
};

export const readPage = (page: PageName, request: PageRequest): Promise<object> =>
  READERS[page]?.(request) ?? Promise.resolve({});
