import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Vault } from './vault.ts';

/** What every feature is passed. A feature that needs more adds it to its own type. */
export type Dependencies = {
  readonly config: {
    readonly product: string;
    /** How panelists reach the panel, as a chat message says it. */
    readonly contact: string;
    /** What links, callbacks and cookies are built for. */
    readonly publicOrigin: string;
  };
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
};
