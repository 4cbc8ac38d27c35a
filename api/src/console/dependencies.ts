import type { PageName } from '@panel/domain/console/pages';
import type { Dependencies } from '../platform/dependencies.ts';
import type { Operations, SignedInOperator } from './operation.ts';
import type { JsonValue, PageCall } from './page.ts';
import type { CsvRow } from './page-csv.ts';
import type { ConsoleConfig } from './settings.ts';

/** What commands and the console need, whichever features there are. */
export type ConsoleDependencies = Dependencies & {
  readonly config: { readonly mode: 'sandbox' | 'live' };
  readonly operations: Operations;
};

export type Pages = {
  read(page: PageName, call: PageCall): Promise<JsonValue>;
  /** Null if the page has no such table. */
  readTable(page: PageName, table: string, call: PageCall): Promise<readonly CsvRow[] | null>;
  /** How much waits for this operator, by page. */
  countWaiting(operator: SignedInOperator): Promise<Partial<Record<PageName, number>>>;
};

/** What the console's server also needs. */
export type ServerDependencies = ConsoleDependencies & {
  readonly config: {
    readonly console: ConsoleConfig;
    readonly logLevel: string;
    readonly rateLimits: boolean;
    readonly trustedProxies: readonly string[];
    readonly sharedNetworks: readonly string[];
  };
  readonly pages: Pages;
};
