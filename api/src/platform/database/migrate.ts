import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigError } from '../settings.ts';
import { withOwnConnection } from './own-connection.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);
/** The migrations of each database, by file name. */
const NAMES = { panel: /^\d{2}_\w+\.sql$/, 'key-store': /^key_store_\d{2}\.sql$/ } as const;
type DatabaseKind = keyof typeof NAMES;

/** The advisory lock's key: any number that nothing else on the database uses. */
const LOCK_KEY = 7_203_114_085;

/** Calls queue behind a statement that waits for a table lock, so it gives up sooner than a call's three seconds. */
const LOCK_TIMEOUT = '2s';
/** Lock timeout, or this transaction was ended to resolve a deadlock. */
const LOCKED_OUT: readonly unknown[] = ['55P03', '40P01'];
const ATTEMPTS = 5;
const PAUSE_MS = 10_000;

/** Temporary tables could hide ours. Each start repeats this, because a copy from a dump or a template has lost it. */
const REVOKE_TEMPORARY = `do $$ begin
  if has_database_privilege('public', current_database(), 'temporary') then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
end $$`;

type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

async function readMigrations(kind: DatabaseKind, folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => NAMES[kind].test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** The pending migrations. An applied migration must never change: write another. */
async function pendingOf(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
  const changed = migrations.find(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum);
  if (changed)
    throw new ConfigError(
      `Migration ${changed.name} was changed after it was applied to this database. Write a new one; before the first release, use an empty database, and delete the folder DATA_DIR of an embedded one.`,
    );
  return migrations.filter(({ name }) => !checksums.has(name));
}

async function applyPending(client: pg.Client, migrations: readonly Migration[]): Promise<string[]> {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
  // Set only now, because another process may apply migrations for minutes.
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query(
    'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const pending = await pendingOf(client, migrations);
  for (const { name, text, checksum } of pending) {
    await client.query(text);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  }
  await client.query(REVOKE_TEMPORARY);
  await client.query('commit');
  return pending.map(({ name }) => name);
}

type Options = {
  /** Skips the migrations after this one. */
  readonly upTo?: string;
  readonly folder?: URL;
  readonly pause?: () => Promise<unknown>;
};

/**
 * Applies the pending migrations in one transaction and returns their names. Processes that start together wait for the first one's lock.
 * If a table is locked, it retries after a pause.
 */
export const migrate = (
  url: string,
  kind: DatabaseKind = 'panel',
  { upTo = '\uffff', folder = FOLDER, pause = () => sleep(PAUSE_MS) }: Options = {},
): Promise<string[]> =>
  withOwnConnection(url, async (client) => {
    const migrations = (await readMigrations(kind, folder)).filter(({ name }) => name <= upTo);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await applyPending(client, migrations);
      } catch (error) {
        if (!LOCKED_OUT.includes((error as { code?: string }).code)) throw error;
        await client.query('rollback');
        if (attempt === ATTEMPTS)
          throw new ConfigError(
            'No migration was applied because a table is locked, for example by a running backup. Try again when the backup has ended.',
          );
        await pause();
      }
    }
  });

/** The names of the pending migrations, for a role that may not apply them. */
export const pendingMigrations = (url: string): Promise<string[]> =>
  withOwnConnection(url, async (client) => {
    const migrations = await readMigrations('panel');
    const { rows } = await client.query("select to_regclass('public.migrations') is null as empty");
    return (rows[0].empty ? migrations : await pendingOf(client, migrations)).map(({ name }) => name);
  });
