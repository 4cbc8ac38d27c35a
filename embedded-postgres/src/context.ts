import type { ServerAccount } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { ResolvedOptions } from './options.ts';

/** Everything that initdb and the server need. */
export type ServerContext = {
  readonly account: ServerAccount;
  readonly binaries: Binaries;
  readonly options: ResolvedOptions;
};
