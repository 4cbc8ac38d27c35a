import type { Config } from './config.ts';
import type { Dependencies } from './dependencies.ts';
import { chatClient } from './messages/chat.ts';
import { sandboxClock, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts';
import { migrate } from './platform/migrate.ts';
import { openVault } from './platform/vault.ts';
import { issuerClient } from './rewards/issuer.ts';

export type Services = {
  readonly deps: Dependencies;
  /** The migrations that this process applied. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
};

/** What a process of ours stands on, made from its configuration: a database that is up to date, and the way outside. */
export async function openServices(config: Config): Promise<Services> {
  const embedded = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const databaseUrl = config.databaseUrl ?? (embedded?.url as string);
  const migrated = await migrate(databaseUrl);
  const database = openDatabase(databaseUrl);
  return {
    deps: {
      config,
      database,
      vault: openVault(config.encryptionKeys, config.indexKey),
      chat: chatClient(config.chat.url, config.chat.key),
      issuer: issuerClient(config.issuer),
      clock: config.sandboxUrl ? await sandboxClock(config.sandboxUrl) : systemClock,
    },
    migrated,
    close: async () => {
      await database.close();
      await embedded?.stop();
    },
  };
}
