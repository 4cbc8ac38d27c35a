import { createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { LONG_LIMITS, useKit } from '../../../test/kit.ts';
import { type DatabaseLimits, REQUEST_LIMITS } from './connections.ts';
import { createDatabaseClient, type Database, DatabaseUnavailable, type Statement, sql } from './database.ts';
import { migrate } from './migrate.ts';

const kit = useKit();
let opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
});
const open = (url: string, limits: DatabaseLimits = LONG_LIMITS): Database => {
  const database = createDatabaseClient(url, limits);
  opened.push(database);
  return database;
};

/** A connection to the database that can be cut. */
async function cuttableWire() {
  const target = new URL(kit().url);
  const sockets = new Set<Socket>();
  let isDown = false;
  let isFrozen = false;
  const { connect } = await import('node:net');
  const server: Server = createServer((client) => {
    if (isDown) return client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.on('data', (chunk) => !isFrozen && upstream.write(chunk));
    upstream.on('data', (chunk) => !isFrozen && client.write(chunk));
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(server);
  const url = new URL(kit().url);
  url.port = String((server.address() as { port: number }).port);
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    down: () => {
      isDown = true;
      cut();
    },
    up: () => {
      isDown = false;
    },
    /** From now on connections are accepted but no data passes, as with a stopped server process. */
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      cut();
    },
  };
}

describe('statements', () => {
  it('T22: never read a value as SQL', async () => {
    const text = "'; drop table panelists; --";
    expect(await open(kit().url).one(sql`select ${text}::text as value`)).toEqual({ value: text });
    // Only a statement of `sql` becomes part of another one.
    expect(sql`select ${{ name: 'x', text, values: [] }}`.text).toBe('select $1');
  });

  it('are prepared once, each under its own name', () => {
    const statement = (value: number) => sql`select ${value}::int, ${'x'}::text`;
    expect(statement(1).name).toBe(statement(2).name);
    expect(statement(1)).toMatchObject({ text: 'select $1::int, $2::text', values: [1, 'x'] });
    expect(sql`select 2`.name).not.toBe(sql`select 3`.name);
    const nested = (part: Statement) => sql`select ${0}, ${part}, ${[3]}`;
    expect(nested(sql`${1} + ${2}`)).toMatchObject({ text: 'select $1, $2 + $3, $4', values: [0, 1, 2, [3]] });
    expect(nested(sql`now()`)).toMatchObject({ text: 'select $1, now(), $2', values: [0, [3]] });
    expect(nested(sql`${1} + ${2}`).name).not.toBe(nested(sql`now()`).name);
  });
});

describe('writes', () => {
  it('sent together are carried out in their order, all or none', async () => {
    await kit().db.query('create table if not exists steps (step int primary key)');
    const database = open(kit().url);
    const add = (step: number) => sql`insert into steps values (${step})`;
    const double = sql`update steps set step = step * 2`;
    expect(await database.run(add(1), double, add(1))).toBe(3);
    await expect(database.run(add(5), add(2))).rejects.toThrow('steps_pkey');
    await expect(database.transaction((tx) => tx.commitWith(add(5), add(2)))).rejects.toThrow('steps_pkey');
    expect(await database.column(sql`select step from steps order by step`)).toEqual([1, 2]);
  });

  it('that are sent as reads are refused', async () => {
    await kit().db.query('create table if not exists notes (note text)');
    const database = open(kit().url);
    const write = sql`insert into notes values ('x') returning note`;
    await expect(database.transaction((tx) => tx.many(write))).rejects.toThrow('INSERT was sent as a read.');
    expect(await database.many(sql`select from notes`)).toEqual([]);
    expect(await database.returning(write)).toEqual([{ note: 'x' }]);
  });
});

describe('transactions', () => {
  it('are stored completely or not at all', async () => {
    await kit().db.query('create table if not exists marks (mark text)');
    const failure = open(kit().url).transaction(async (tx) => {
      await tx.run(sql`insert into marks values ('lost')`);
      throw new Error('midway');
    });
    await expect(failure).rejects.toThrow('midway');
    expect((await kit().db.query("select from marks where mark = 'lost'")).rows).toHaveLength(0);
  });

  it('fail if the error of a statement was ignored, because PostgreSQL has rolled them back', async () => {
    const ignored = kit().deps.database.transaction((tx) => tx.many(sql`select 1 / 0`).catch(() => 'done'));
    await expect(ignored).rejects.toThrow('rolled back');
  });

  it('are retried after a deadlock', async () => {
    await kit().db.query('create table if not exists pairs (id int primary key, hits int not null)');
    await kit().db.query('insert into pairs values (1, 0), (2, 0)');
    const database = open(kit().url);
    let waiting = 0;
    let meet = () => {};
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    const cross = (first: number, second: number) =>
      database.transaction(async (tx) => {
        await tx.run(sql`update pairs set hits = hits + 1 where id = ${first}`);
        waiting += 1;
        if (waiting === 2) meet();
        await met;
        await tx.run(sql`update pairs set hits = hits + 1 where id = ${second}`);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect((await kit().db.query('select hits from pairs')).rows).toEqual([{ hits: 2 }, { hits: 2 }]);
  });

  it('survive a lost connection, and the retry does not see what was rolled back', async () => {
    const wire = await cuttableWire();
    const database = open(wire.url);
    await kit().db.query('create table if not exists marks (mark text)');
    let attempts = 0;
    await database.transaction(async (tx) => {
      attempts += 1;
      await tx.run(sql`insert into marks values ('once')`);
      if (attempts === 1) wire.cut();
    });
    expect(attempts).toBe(2);
    expect((await kit().db.query("select from marks where mark = 'once'")).rows).toHaveLength(1);
  });
});

describe('R8: while the database is down', () => {
  const GIVES_UP_SOON = { ...LONG_LIMITS, retryForMs: 200 };

  it('the time limits of a call add up to less than two seconds', () => {
    expect(Math.max(REQUEST_LIMITS.silentMs, REQUEST_LIMITS.retryForMs) + REQUEST_LIMITS.connectMs).toBeLessThan(2000);
  });

  it('a connection lost between two statements is replaced, and the transaction retried', async () => {
    const database = open(kit().url);
    let attempts = 0;
    const result = await database.transaction(async (tx) => {
      attempts += 1;
      const row = await tx.one<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      if (attempts > 1) return row;
      await kit().db.query('select pg_terminate_backend($1)', [row?.pid]);
      const isThere = async () =>
        (await kit().db.query('select from pg_stat_activity where pid = $1', [row?.pid])).rows.length;
      await expect.poll(isThere).toBe(0);
      return tx.one(sql`select 1`);
    });
    expect([attempts, result]).toEqual([2, { pid: expect.any(Number) }]);
  });

  it('treats a database that accepts no connections as unavailable', async () => {
    const name = `closed_${Date.now()}`;
    await kit().db.query(`create database ${name} allow_connections false`);
    const url = new URL(kit().url);
    url.pathname = `/${name}`;
    const database = open(url.href, GIVES_UP_SOON);
    await expect(database.one(sql`select 1 as one`)).rejects.toThrow(DatabaseUnavailable);
    await expect(database.transaction(async () => 1)).rejects.toThrow(DatabaseUnavailable);
    expect(await database.isUp()).toBe(false);
  });

  it('treats a server that is not PostgreSQL as unavailable', async () => {
    const server = createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push(server);
    const url = `postgres://u:p@127.0.0.1:${(server.address() as { port: number }).port}/x`;
    await expect(open(url, GIVES_UP_SOON).one(sql`select 1 as one`)).rejects.toThrow(DatabaseUnavailable);
  });

  it('treats a frozen server as unavailable, for running and new statements, until it resumes', async () => {
    const wire = await cuttableWire();
    const database = open(wire.url, { ...REQUEST_LIMITS, silentMs: 100, connectMs: 3000, retryForMs: 0 });
    // Opens the connection before the time limit is short.
    await expect.poll(() => database.isUp()).toBe(true);
    let attempts = 0;
    const underWay = database.transaction(async (tx) => {
      attempts += 1;
      await tx.one(sql`select 1 as one`);
      wire.freeze();
      return tx.one(sql`select 1 as one`);
    });
    await expect(underWay).rejects.toThrow(DatabaseUnavailable);
    expect(attempts).toBe(1);
    await expect(database.one(sql`select 1 as one`)).rejects.toThrow(DatabaseUnavailable);
    expect(await database.isUp()).toBe(false);
    wire.thaw();
    await expect.poll(() => database.isUp()).toBe(true);
  });

  it('waits for a statement that is only slow', async () => {
    const database = open(kit().url, { ...LONG_LIMITS, silentMs: 50 });
    expect(await database.one(sql`select 1 as one from pg_sleep(0.4)`)).toEqual({ one: 1 });
  });

  it('a call fails as unavailable within seconds, and works again once the database is back', async () => {
    const wire = await cuttableWire();
    const database = open(wire.url, GIVES_UP_SOON);
    expect(await database.isUp()).toBe(true);
    wire.down();
    await expect(database.one(sql`select 1 as one`)).rejects.toThrow(DatabaseUnavailable);
    expect(await database.isUp()).toBe(false);
    wire.up();
    expect(await database.one(sql`select 1 as one`)).toEqual({ one: 1 });
  });

  it.each([0, 1])('reports a lock timeout as unavailable, also if statement %d is heard first', async (first) => {
    await kit().db.query('create table if not exists locked (id int)');
    const holder = new pg.Client({ connectionString: kit().url });
    await holder.connect();
    await holder.query('begin; lock table locked');
    const waiting = open(kit().url, { ...LONG_LIMITS, lockMs: 200 }).transaction(async (tx) => {
      const sent = [tx.many(sql`select id from locked`), tx.many(sql`select`)];
      await Promise.allSettled(sent);
      return sent[first];
    });
    await expect(waiting).rejects.toThrow(DatabaseUnavailable);
    await holder.end();
  });
});

describe('migrations', () => {
  it('are applied once, by the first process to start', async () => {
    const name = `fresh_${Date.now()}`;
    await kit().db.query(`create database ${name}`);
    const url = new URL(kit().url);
    url.pathname = `/${name}`;
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url.href)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(applied.flat()).toContain('01_panelists.sql');
  });

  it('may not change once they are applied', async () => {
    await kit().db.query("update migrations set checksum = 'other' where name = '01_panelists.sql'");
    await expect(migrate(kit().url)).rejects.toThrow('01_panelists.sql was changed');
  });
});
