import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import { type Config, ConfigError } from './config.ts';
import type { AppDependencies } from './dependencies.ts';
import { chatClient } from './messages/chat.ts';
import { clockSkewMs, MAX_CLOCK_SKEW_MS, sandboxClock, systemClock } from './platform/clock.ts';
import { BACKGROUND_LIMITS, type Database, openDatabase } from './platform/database.ts';
import { migrate } from './platform/migrate.ts';
import { openVault } from './platform/vault.ts';
import { issuerClient } from './rewards/issuer.ts';

export type Services = {
  readonly deps: AppDependencies;
  /** The same for work that no caller waits for: its statements have the limits of the background. */
  readonly backgroundDeps: AppDependencies;
  /** The migrations that this process applied. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
};

/** On a machine that is busy starting, a connection may take longer than a panelist's call would wait. */
const START_ATTEMPTS = 20;

async function checkClock(database: Database): Promise<void> {
  for (let attempt = 1; attempt < START_ATTEMPTS && !(await database.isUp()); attempt += 1);
  const skew = Math.abs(await clockSkewMs(database));
  if (skew > MAX_CLOCK_SKEW_MS)
    throw new ConfigError(`The clocks of this machine and of the database are ${Math.round(skew / 1000)} s apart.`);
}

/** Opens what a process needs: a database with the current schema, and the clients of the outside parties. */
export async function openServices(config: Config): Promise<Services> {
  // Existing data folders were created under the name 'panel'.
  const embedded = config.databaseUrl
    ? null
    : await startEmbeddedPostgres({
        name: 'panel',
        dataDir: config.dataDir,
        relaunch: true,
        alternative: 'set DATABASE_URL',
      });
  const databaseUrl = config.databaseUrl ?? (embedded?.url as string);
  const migrated = await migrate(databaseUrl);
  const database = openDatabase(databaseUrl);
  const background = openDatabase(databaseUrl, BACKGROUND_LIMITS);
  const close = async () => {
    await Promise.all([database.close(), background.close()]);
    await embedded?.stop();
  };
  await checkClock(database).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const deps: AppDependencies = {
    config,
    database,
    vault: openVault(config.encryptionKeys, config.indexKey),
    chat: chatClient(config.chat.url, config.chat.key),
    issuer: issuerClient(config.issuer),
    clock: config.sandboxUrl ? await sandboxClock(config.sandboxUrl) : systemClock,
  };
  return { deps, backgroundDeps: { ...deps, database: background }, migrated, close };
}
