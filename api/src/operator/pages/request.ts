import type { PageData, PageName } from '@panel/domain/console/pages';
import type { AppDependencies } from '../../dependencies.ts';
import type { Operator } from '../operation.ts';

/** A call for a page's data; its filters are in the query. */
export type PageRequest = {
  readonly deps: AppDependencies;
  readonly operator: Operator;
  readonly query: URLSearchParams;
  readonly at: Date;
  /** A file is asked for: lists are whole, up to `MAX_FILE_ROWS`. */
  readonly isFile?: boolean;
};
export type PageReader<Page extends PageName> = (request: PageRequest) => Promise<PageData[Page]>;
