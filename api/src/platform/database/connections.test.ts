import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { type DatabaseLimits, maxInUse, REQUEST_LIMITS } from './connections.ts';
import { createDatabaseClient, type Database, DatabaseUnavailable, sql } from './database.ts';

const kit = useKit();
/** Short if the test waits for the limit, long if a busy machine must not reach it. */
const LIMITS: DatabaseLimits = {
  ...REQUEST_LIMITS,
  connections: 4,
  connectMs: 60_000,
  silentMs: 60_000,
  statementMs: 60_000,
  lockMs: 60_000,
};
const MAX = maxInUse(LIMITS.connections);
let opened: Database[] = [];
afterEach(async () => {
  await Promise.all(opened.map((database) => database.close()));
  opened = [];
});
const open = (limits: Partial<DatabaseLimits>): Database => {
  const database = createDatabaseClient(kit().url, { ...LIMITS, ...limits });
  opened.push(database);
  return database;
};

/** Makes commits on this database wait until released, as for a synchronous standby that doesn't answer. */
async function stallCommits(): Promise<() => Promise<void>> {
  await kit().db.query(`
    create table if not exists stalled (id int);
    create or replace function wait_for_standby() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(71); return null; end $$;
    drop trigger if exists stall on stalled;
    create constraint trigger stall after insert on stalled deferrable initially deferred
      for each row execute function wait_for_standby()`);
  const standby = new pg.Client({ connectionString: kit().url });
  await standby.connect();
  await standby.query('select pg_advisory_lock(71)');
  return () => standby.end();
}
const waitingCommits = async () =>
  (
    await kit().db.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query = 'commit'",
    )
  ).rows.length;
const rows = async () => (await kit().db.query('select from stalled')).rows.length;

describe('R8: while commits wait', () => {
  it('writes are unavailable after their time limit, reads continue, and no statement is lost or sent twice', async () => {
    const answer = await stallCommits();
    const database = open({ totalMs: 1500 });
    const insert = () => database.transaction((tx) => tx.run(sql`insert into stalled values (1)`));
    const writes = Array.from({ length: MAX.write }, insert);
    await Promise.all(writes.map((write) => expect(write).rejects.toThrow(DatabaseUnavailable)));
    // On a busy machine one may have timed out before its commit was sent.
    const waiting = await waitingCommits();
    const patient = open({ totalMs: 60_000 });
    expect(await patient.one(sql`select 1 as one`)).toEqual({ one: 1 });
    expect(await database.isUp()).toBe(true);
    await answer();
    await expect.poll(rows).toBe(waiting);
    await expect.poll(() => database.connections().waiting).toBe(0);
    await patient.run(sql`insert into stalled values (2)`);
    await expect.poll(rows).toBe(waiting + 1);
  });

  it('writes over the limit are refused, which leaves connections for reads', async () => {
    const answer = await stallCommits();
    const database = open({ totalMs: 60_000, connectMs: 3000, retryForMs: 0 });
    const insert = () => database.transaction((tx) => tx.run(sql`insert into stalled values (1)`));
    const writes = Array.from({ length: MAX.write }, insert);
    await expect.poll(() => database.connections().total).toBe(writes.length);
    await expect(insert()).rejects.toThrow(DatabaseUnavailable);
    expect(await database.isUp()).toBe(true);
    await answer();
    await Promise.all(writes);
  });
});

it('R7: reads over the limit leave connections for writes and for the readiness check', async () => {
  const database = open({ totalMs: 60_000 });
  await kit().db.query('create table if not exists read_late (id int)');
  const holder = new pg.Client({ connectionString: kit().url });
  await holder.connect();
  await holder.query('select pg_advisory_lock(72)');
  const reads = Array.from({ length: 3 * LIMITS.connections }, () =>
    database.many(sql`select from pg_advisory_xact_lock_shared(72)`),
  );
  await expect.poll(() => database.connections().total).toBe(MAX.read);
  await database.run(sql`insert into read_late values (1)`);
  expect(await database.isUp()).toBe(true);
  await holder.end();
  await Promise.all(reads);
});

it('R8: one time limit covers all statements of a transaction, and a late one is not sent', async () => {
  const database = open({ totalMs: 500 });
  await kit().db.query('create table if not exists late (id int)');
  let sent = 0;
  const slow = database.transaction(async (tx) => {
    for (; sent < 20; sent += 1) await tx.many(sql`select from pg_sleep(0.2)`);
    await tx.run(sql`insert into late values (1)`);
  });
  await expect(slow).rejects.toThrow(DatabaseUnavailable);
  await expect
    .poll(() => {
      const { idle, total } = database.connections();
      return total - idle;
    })
    .toBe(0);
  expect(sent).toBeLessThan(5);
  expect((await kit().db.query('select from late')).rows.length).toBe(0);
});

describe('R8: the database of one call', () => {
  it('has one time limit for all its uses', async () => {
    const ofOneCall = open({ totalMs: 4000 }).ofOneCall();
    const sleeps = sql`select from pg_sleep(2.1)`;
    await ofOneCall.many(sleeps);
    await expect(ofOneCall.transaction((tx) => tx.many(sleeps))).rejects.toThrow(DatabaseUnavailable);
    await expect(ofOneCall.many(sql`select from pg_sleep(0.5)`)).rejects.toThrow(DatabaseUnavailable);
  });

  it('counts concurrent uses once, and the time between uses not at all', async () => {
    const ofOneCall = open({ totalMs: 4000 }).ofOneCall();
    await Promise.all([1, 2, 3].map(() => ofOneCall.many(sql`select from pg_sleep(1.5)`)));
    await sleep(2600);
    await expect(ofOneCall.returning(sql`select 1`)).resolves.toHaveLength(1);
  });

  it('waits no longer than that for another database', async () => {
    const ofOneCall = open({ totalMs: 4000 }).ofOneCall();
    expect(await ofOneCall.waitFor(Promise.resolve('written'))).toBe('written');
    await expect(ofOneCall.waitFor(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await ofOneCall.many(sql`select from pg_sleep(2.1)`);
    await expect(ofOneCall.waitFor(new Promise(() => {}))).rejects.toThrow(DatabaseUnavailable);
    await expect(ofOneCall.many(sql`select from pg_sleep(0.5)`)).rejects.toThrow(DatabaseUnavailable);
  });

  it('waits no longer than that for a connection, and returns one that comes later', async () => {
    const database = open({ totalMs: 1000, connections: 1 });
    const running = "from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()";
    // A late write keeps its connection until it has ended.
    await expect(database.returning(sql`select from pg_sleep(600)`)).rejects.toThrow(DatabaseUnavailable);
    await expect(database.ofOneCall().returning(sql`select 1`)).rejects.toThrow(DatabaseUnavailable);
    expect((await kit().db.query(`select ${running} and state = 'active'`)).rows).toHaveLength(1);
    await kit().db.query(`select pg_cancel_backend(pid) ${running}`);
    await expect.poll(() => database.returning(sql`select 1`).catch(() => [])).toHaveLength(1);
  });
});
