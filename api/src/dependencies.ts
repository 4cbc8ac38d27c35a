import type { Config } from './config.ts';
import type { Chat } from './messages/chat.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Vault } from './platform/vault.ts';
import type { Issuer } from './rewards/issuer.ts';

/** What every feature is passed. */
export type Dependencies = {
  readonly config: Config;
  readonly database: Database;
  readonly vault: Vault;
  readonly chat: Chat;
  readonly issuer: Issuer;
  readonly clock: Clock;
};
