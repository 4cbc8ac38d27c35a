import type { Clock } from './clock.ts';
import type { Database } from './database/database.ts';
import type { Vault } from './security/vault.ts';

/** Passed to every feature. A feature that needs more adds it to its own type. */
export type Dependencies = {
  readonly config: {
    readonly product: string;
    /** How panelists reach the panel, as chat messages put it. */
    readonly contact: string;
    /** The origin of callbacks, cookies and partners' addresses. */
    readonly publicOrigin: string;
    /** Where panelists open the app: the data-free gateway, if there is one. */
    readonly appOrigin: string;
  };
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
};
