/** What a page of the console is on the server: how its data is read, and its tables as files. */
import type { PageName, TableOf } from '@panel/domain/console/pages';
import type { Dependencies } from '../platform/dependencies.ts';
import type { SignedInOperator } from './operation.ts';
import type { CsvRow } from './page-csv.ts';

/** A call for a page's data; its filters are in the query. */
export type PageCall = {
  readonly operator: SignedInOperator;
  readonly query: URLSearchParams;
  readonly at: Date;
  /** A file is asked for: lists are whole, up to `MAX_FILE_ROWS`. */
  readonly isFile?: boolean;
};
/** `Needs` is what the page needs of the process. */
export type PageRequest<Needs = Dependencies> = PageCall & { readonly deps: Needs };

/** What arrives in the browser as it was sent. A page that answers a `Date` or a `bigint` doesn't compile. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

type PageParts<Page extends PageName, Data, Needs> = {
  readonly read: (request: PageRequest<Needs>) => Promise<Data>;
  /** The rows of each table's file. */
  readonly tables: Readonly<Record<TableOf<Page>, (data: Data) => readonly CsvRow[]>>;
};

export function definePage<Page extends PageName, Data extends JsonValue, Needs>(
  _page: Page,
  { read, tables }: PageParts<Page, Data, Needs>,
) {
  const isTable = (name: string): name is TableOf<Page> => Object.hasOwn(tables, name);
  return {
    read,
    /** Null if the page has no such table. */
    readTable: async (table: string, request: PageRequest<Needs>): Promise<readonly CsvRow[] | null> =>
      isTable(table) ? tables[table](await read({ ...request, isFile: true })) : null,
  };
}
