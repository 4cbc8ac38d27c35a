import type { ServerAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { ResolvedOptions } from './options.ts';

/** What initdb and the server are run with. */
export type Context = {
  readonly account: ServerAccount;
  readonly binaries: Binaries;
  readonly options: ResolvedOptions;
};
