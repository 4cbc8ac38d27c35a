import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { ConfigError } from '../settings.ts';
import { migrate } from './migrate.ts';
import { urlOfDatabase } from './roles.ts';

const BASELINE = new URL('../../../migrations/', import.meta.url);
/** The baseline and one more migration, which changes a table that every payout round reads. */
let folder: URL;
let url = '';
const clients: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  return client;
}

beforeEach(async () => {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  url = urlOfDatabase(serverUrl, name);
  await migrate(url);
});
beforeAll(async () => {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(BASELINE, path, { recursive: true });
  await writeFile(
    join(path, '99_freezes.sql'),
    'alter table database_timeline add column remark text; alter table payout_freezes add column remark text;',
  );
  folder = pathToFileURL(`${path}/`);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await rm(folder, { recursive: true });
});

it('migrations give up on a table that a backup is reading, report it, and are applied once the backup has ended', async () => {
  const [copy, caller] = [await connect(), await connect()];
  await copy.query('begin; select from payout_freezes');
  let pauses = 0;
  const callBetween = async () => {
    pauses += 1;
    // A call that came while the migration waited would queue behind it.
    await caller.query("set statement_timeout = '1s'; select from payout_freezes");
  };
  const refused = migrate(url, 'panel', { folder, pause: callBetween });
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow('by a running backup');
  expect(pauses).toBeGreaterThan(2);
  const applied = await migrate(url, 'panel', { folder, pause: () => copy.query('commit') });
  expect(applied[0]).toBe('99_freezes.sql');
  expect(await migrate(url, 'panel', { folder })).toEqual([]);
});

it('migrations that deadlock with a call are rolled back by PostgreSQL and retried', async () => {
  const [caller, observer] = [await connect(), await connect()];
  // Makes the migration notice the deadlock first.
  await caller.query("set deadlock_timeout = '1min'; begin; select from payout_freezes");
  const pauses: unknown[] = [];
  const applied = migrate(url, 'panel', {
    folder,
    pause: async () => void pauses.push(await caller.query('commit')),
  });
  const isAwaited = async () =>
    (await observer.query("select from pg_locks where relation = 'payout_freezes'::regclass and not granted")).rowCount;
  await expect.poll(isAwaited, { interval: 10 }).toBe(1);
  await caller.query('select from database_timeline');
  expect((await applied)[0]).toBe('99_freezes.sql');
  expect(pauses).toHaveLength(1);
});

it('R8: migrations restart if a failover cuts their connection', async () => {
  const [holder, watcher] = [await connect(), await connect()];
  // Like another process that applies them.
  await holder.query('select pg_advisory_lock(7203114085)');
  const applied = migrate(url, 'panel', { folder });
  const waiting = async () =>
    (
      await watcher.query(
        "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rows;
  await expect.poll(waiting).toHaveLength(1);
  const [{ pid }] = await waiting();
  await watcher.query('select pg_terminate_backend($1)', [pid]);
  await holder.query('select pg_advisory_unlock(7203114085)');
  expect((await applied).length).toBeGreaterThan(0);
  expect(await migrate(url, 'panel', { folder })).toEqual([]);
});

it('refuses a migration that was changed after it was applied', async () => {
  const client = await connect();
  await client.query("update migrations set checksum = 'x' where name = '01_panelists.sql'");
  await expect(migrate(url)).rejects.toThrow('Migration 01_panelists.sql was changed after it was applied');
});
