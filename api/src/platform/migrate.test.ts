import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { ConfigError } from './environment.ts';
import { migrate } from './migrate.ts';
import { databaseBeside } from './roles.ts';

/** The last migration but for those that change `payout_freezes`, which every round of payouts reads. */
const BEFORE = '0066';
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
  url = databaseBeside(serverUrl, name);
  await migrate(url, 'panel', BEFORE);
});
afterAll(() => Promise.all(clients.map((client) => client.end())));

it('migrations let go of a table that a copy is reading, say so at the end, and are applied once the copy has ended', async () => {
  const [copy, caller] = [await connect(), await connect()];
  await copy.query('begin; select from payout_freezes');
  let pauses = 0;
  const callBetween = async () => {
    pauses += 1;
    // A call that came while the migration waited would wait behind it.
    await caller.query("set statement_timeout = '1s'; select from payout_freezes");
  };
  const refused = migrate(url, 'panel', undefined, callBetween);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow('such as a backup');
  expect(pauses).toBeGreaterThan(2);
  const applied = await migrate(url, 'panel', undefined, () => copy.query('commit'));
  expect(applied[0]).toMatch(/^0066_/);
  expect(await migrate(url)).toEqual([]);
});

it('migrations that wait for a call which waits for them are ended by PostgreSQL, and tried again', async () => {
  const [caller, observer] = [await connect(), await connect()];
  // Of the two it is the migration that notices.
  await caller.query("set deadlock_timeout = '1min'; begin; select from payout_freezes");
  const pauses: unknown[] = [];
  const applied = migrate(url, 'panel', undefined, async () => void pauses.push(await caller.query('commit')));
  const isAwaited = async () =>
    (await observer.query("select from pg_locks where relation = 'payout_freezes'::regclass and not granted")).rowCount;
  await expect.poll(isAwaited, { interval: 10, timeout: 10_000 }).toBe(1);
  await caller.query('select from database_timeline');
  expect((await applied)[0]).toMatch(/^0066_/);
  expect(pauses).toHaveLength(1);
});

it('R8: migrations whose connection is lost, because another server becomes the primary, begin again', async () => {
  const [holder, watcher] = [await connect(), await connect()];
  // As another process does that applies them.
  await holder.query('select pg_advisory_lock(7203114085)');
  const applied = migrate(url);
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
  expect(await migrate(url)).toEqual([]);
});
