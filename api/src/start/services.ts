import {
  type EmbeddedPostgres,
  FolderInUseError,
  startEmbeddedPostgres,
  UnsupportedMachineError,
} from '@panel/embedded-postgres';
import { ConfigError, type ServerConfig } from '../config.ts';
import type { AppDependencies } from '../dependencies.ts';
import { chatClient } from '../messages/chat.ts';
import { clockSkewMs, MAX_CLOCK_SKEW_MS, sandboxClock, systemClock } from '../platform/clock.ts';
import { BACKGROUND_LIMITS, type DatabaseLimits, REQUEST_LIMITS } from '../platform/database/connections.ts';
import { createDatabaseClient, type Database, sql } from '../platform/database/database.ts';
import { checkKeys } from '../platform/database/key-checks.ts';
import { migrate, pendingMigrations } from '../platform/database/migrate.ts';
import { withOwnConnection } from '../platform/database/own-connection.ts';
import {
  createDatabaseIfMissing,
  databaseRoleOf,
  defaultKeyStoreUrl,
  enableAppRole,
  type ProcessRole,
} from '../platform/database/roles.ts';
import { folderFault } from '../platform/database/settings.ts';
import { waitForDatabase } from '../platform/database/wait-for-database.ts';
import { createPanelistKeys } from '../platform/security/panelist-keys.ts';
import { createVault } from '../platform/security/vault.ts';
import { issuerClient } from '../rewards/issuer.ts';

/** Keys are read rarely: for a registration, a date of birth, a survey link, a message. */
const KEY_STORE_CONNECTIONS = 5;

/** On a machine that is busy starting, a connection may take longer than a panelist's call would wait. */
const START_ATTEMPTS = 20;

async function checkClock(database: Database): Promise<void> {
  for (let attempt = 1; attempt < START_ATTEMPTS && !(await database.isUp()); attempt += 1);
  const skew = Math.abs(await clockSkewMs(database));
  if (skew > MAX_CLOCK_SKEW_MS)
    throw new ConfigError(`The clocks of this machine and of the database differ by ${Math.round(skew / 1000)} s.`);
}

/** Refuses a role that could change append-only tables, or hide tables behind temporary ones. */
async function checkPrivileges(database: Database, role: ProcessRole): Promise<void> {
  const tables = await database.value<string | null>(sql`
    select string_agg(name, ', ')
    from unnest(array['transfers', 'postings', 'audit', 'consents', 'claims', 'thank_yous', 'settlement_write_offs']) as t (name)
    where has_table_privilege(name, 'update, delete, truncate')`);
  if (tables)
    throw new ConfigError(
      `The role of DATABASE_URL may change ${tables}: connect as ${databaseRoleOf(role)} or a member of it.`,
    );
  const name = await database.value<string | null>(sql`
    select case when has_database_privilege(current_database(), 'temporary') then current_database() end`);
  if (name)
    throw new ConfigError(
      `The role of DATABASE_URL may create temporary tables: as the database’s owner, revoke temporary on database ${name} from public.`,
    );
}

/** At any address: in one database, a backup would contain the encrypted data together with its keys. */
async function refusePanelsDatabase(keysUrl: string): Promise<void> {
  const { rows } = await withOwnConnection(keysUrl, (client) =>
    client.query("select 1 where to_regclass('public.panelists') is not null"),
  );
  if (rows.length > 0) throw new ConfigError('KEYS_DATABASE_URL must be a different database from DATABASE_URL.');
}

/**
 * Brings both databases up to date, and returns their addresses. `owner` is the panel's as the owner of its tables; null if this process may
 * not apply migrations. For a live panel an administrator has created the roles; otherwise they are created here.
 */
async function prepareDatabases(
  { databaseUrl, migrationsUrl, keysUrl, mode, role }: ServerConfig,
  embeddedUrl: string | undefined,
) {
  const given = databaseUrl ?? (embeddedUrl as string);
  const owner = migrationsUrl ?? (mode === 'sandbox' ? given : null);
  if (!owner) {
    const pending = await pendingMigrations(given);
    if (pending.length > 0)
      throw new ConfigError(`Apply these migrations with MIGRATIONS_DATABASE_URL first: ${pending.join(', ')}.`);
  }
  const migrated = owner ? await migrate(owner) : [];
  const panel = owner && !migrationsUrl ? await enableAppRole(owner, role) : given;
  if (keysUrl) {
    await refusePanelsDatabase(keysUrl);
    await migrate(keysUrl, 'key-store');
  }
  const keyStore = keysUrl ?? (await makeKeyStore(given));
  return { urls: { panel, keyStore, owner }, migrated };
}

/** A database next to the panel's, for the sandbox. */
async function makeKeyStore(ownerUrl: string): Promise<string> {
  const url = defaultKeyStoreUrl(ownerUrl);
  await createDatabaseIfMissing(ownerUrl, new URL(url).pathname.slice(1));
  await migrate(url, 'key-store');
  return enableAppRole(url);
}

/** Waits until the configured databases answer. The owner's comes first, because its migrations grant the other role its rights. */
export async function waitForDatabases(
  { migrationsUrl, databaseUrl, keysUrl }: ServerConfig,
  limits: { limitMs?: number } = {},
): Promise<void> {
  for (const url of [migrationsUrl ?? databaseUrl, keysUrl]) if (url) await waitForDatabase(url, limits);
}

async function startEmbedded(dataDir: string, join: boolean): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({ name: 'panel', dataDir, relaunch: true, join });
  } catch (error) {
    if (error instanceof UnsupportedMachineError)
      throw new ConfigError(`${error.message} Alternatively, set DATABASE_URL.`, { cause: error });
    if (error instanceof FolderInUseError) throw new ConfigError(error.message, { cause: error });
    // A file system error has a path.
    if (error instanceof Error && 'path' in error && 'code' in error)
      throw new ConfigError(`DATA_DIR ${folderFault(String(error.code))}.`);
    throw error;
  }
}

/**
 * Opens a process's resources: databases with the current schema, and the clients of the outside parties. The statements of
 * `backgroundDeps` have the limits for work without a waiting caller. `migrated` are the migrations that this process applied. `join`: use the
 * embedded server of the panel that runs on the data folder, if one does.
 */
export async function createServices(config: ServerConfig, { join = false } = {}) {
  const embedded = config.databaseUrl ? null : await startEmbedded(config.dataDir, join);
  const opened: Database[] = [];
  const open = (url: string, limits: DatabaseLimits) => {
    const database = createDatabaseClient(url, limits);
    opened.push(database);
    return database;
  };
  const close = async () => {
    await Promise.all(opened.map((database) => database.close()));
    await embedded?.stop();
  };
  const { databaseConnections: connections } = config;
  try {
    const { urls, migrated } = await prepareDatabases(config, embedded?.url);
    const database = open(urls.panel, { ...REQUEST_LIMITS, connections });
    await checkClock(database);
    await checkPrivileges(database, config.role);
    await checkKeys(database, config);
    const vaultWith = (limits: DatabaseLimits) => {
      const keyStore = open(urls.keyStore, { ...limits, connections: KEY_STORE_CONNECTIONS });
      return createVault(config.encryptionKeys, config.indexKey, createPanelistKeys(keyStore, config.encryptionKeys));
    };
    const deps: AppDependencies = {
      config,
      database,
      vault: vaultWith(REQUEST_LIMITS),
      chat: chatClient(config.chat.url, config.chat.key),
      issuer: issuerClient(config.issuer),
      clock: config.sandboxUrl ? await sandboxClock(config.sandboxUrl) : systemClock,
      ownerUrl: urls.owner,
    };
    const backgroundDeps: AppDependencies = {
      ...deps,
      database: open(urls.panel, { ...BACKGROUND_LIMITS, connections }),
      vault: vaultWith(BACKGROUND_LIMITS),
    };
    return { deps, backgroundDeps, migrated, close };
  } catch (error) {
    await close();
    throw error;
  }
}
