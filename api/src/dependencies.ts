import type { Config } from './config.ts';
import type { Chat } from './messages/chat.ts';
import type { Dependencies } from './platform/dependencies.ts';
import type { Issuer } from './rewards/issuer.ts';

/** What a whole process has: every feature takes its part of it. */
export type AppDependencies = Dependencies & {
  readonly config: Config;
  readonly chat: Chat;
  readonly issuer: Issuer;
  /** The panel's database as the owner of its tables, to restore a backup; null where this process may not. */
  readonly ownerUrl: string | null;
};
