import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Vault } from './security/vault.ts';

/** What every feature is passed. A feature that needs more adds it to its own type. */
export type Dependencies = {
  readonly config: {
    readonly product: string;
    /** How panelists reach the panel, as a chat message says it. */
    readonly contact: string;
    /** What callbacks, cookies and partners' addresses are built for. */
    readonly publicOrigin: string;
    /** Where panelists open the app: at the data-free gateway, where there is one. */
    readonly appOrigin: string;
  };
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
};
