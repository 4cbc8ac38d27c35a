import type { PageData, PageName } from '@panel/domain/console/pages';
import type { AppDependencies } from '../../dependencies.ts';
import type { Operator } from '../operation.ts';

/** A request for a page's data. The filters are in the query. */
export type PageRequest = {
  readonly deps: AppDependencies;
  readonly operator: Operator;
  readonly query: URLSearchParams;
  readonly at: Date;
  /** For a file, lists are complete, up to `MAX_FILE_ROWS`. */
  readonly isFile?: boolean;
};
export type PageReader<Page extends PageName> = (request: PageRequest) => Promise<PageData[Page]>;
