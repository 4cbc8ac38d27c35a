import type { PageData, PageName } from '@panel/domain/console/pages';
import type { Dependencies } from '../platform/dependencies.ts';
import type { Operator } from './operation.ts';

/** A call for a page's data; its filters are in the query. */
export type PageCall = {
  readonly operator: Operator;
  readonly query: URLSearchParams;
  readonly at: Date;
  /** A file is asked for: lists are whole, up to `MAX_FILE_ROWS`. */
  readonly isFile?: boolean;
};
/** `Needs` is what the page needs of the process. */
export type PageRequest<Needs = Dependencies> = PageCall & { readonly deps: Needs };
export type PageReader<Page extends PageName, Needs = Dependencies> = (
  request: PageRequest<Needs>,
) => Promise<PageData[Page]>;
