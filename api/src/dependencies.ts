import type { ServerConfig } from './config.ts';
import type { Chat } from './messages/chat.ts';
import type { Dependencies } from './platform/dependencies.ts';
import type { Issuer } from './rewards/issuer.ts';

/** A process's dependencies; every feature takes its part of them. */
export type AppDependencies = Dependencies & {
  readonly config: ServerConfig;
  readonly chat: Chat;
  readonly issuer: Issuer;
  /** The panel's database as the owner of its tables, to restore a backup; null if this process may not. */
  readonly ownerUrl: string | null;
};
