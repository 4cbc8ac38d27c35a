import { createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { type Database, DatabaseUnavailable, openDatabase, sql } from './database.ts';
import { migrate } from './migrate.ts';

const kit = useKit();
let opened: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
});
const open = (url: string): Database => {
  const database = openDatabase(url);
  opened.push(database);
  return database;
};

/** A wire to the database that can be cut. */
async function cuttableWire() {
  const target = new URL(kit().url);
  const sockets = new Set<Socket>();
  let isDown = false;
  const { connect } = await import('node:net');
  const server: Server = createServer((client) => {
    if (isDown) return client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    }
    client.pipe(upstream).pipe(client);
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
  };
}

describe('statements', () => {
  it('T22: never read a value as SQL', async () => {
    const text = "'; drop table panelists; --";
    expect(await open(kit().url).one(sql`select ${text}::text as value`)).toEqual({ value: text });
  });

  it('are prepared once, under a name of their own', () => {
    const statement = (value: number) => sql`select ${value}::int, ${'x'}::text`;
    expect(statement(1).name).toBe(statement(2).name);
    expect(statement(1)).toMatchObject({ text: 'select $1::int, $2::text', values: [1, 'x'] });
    expect(sql`select 2`.name).not.toBe(sql`select 3`.name);
  });
});

describe('transactions', () => {
  it('keep all or nothing', async () => {
    await kit().db.query('create table if not exists marks (mark text)');
    const failure = open(kit().url).transaction(async (tx) => {
      await tx.many(sql`insert into marks values ('lost')`);
      throw new Error('midway');
    });
    await expect(failure).rejects.toThrow('midway');
    expect((await kit().db.query("select from marks where mark = 'lost'")).rows).toHaveLength(0);
  });

  it('are tried again after a deadlock', async () => {
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
        await tx.many(sql`update pairs set hits = hits + 1 where id = ${first}`);
        waiting += 1;
        if (waiting === 2) meet();
        await met;
        await tx.many(sql`update pairs set hits = hits + 1 where id = ${second}`);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect((await kit().db.query('select hits from pairs')).rows).toEqual([{ hits: 2 }, { hits: 2 }]);
  });

  it('survive a connection that is lost, and the retry finds what was not kept', async () => {
    const wire = await cuttableWire();
    const database = open(wire.url);
    await kit().db.query('create table if not exists marks (mark text)');
    let attempts = 0;
    await database.transaction(async (tx) => {
      attempts += 1;
      await tx.many(sql`insert into marks values ('once')`);
      if (attempts === 1) wire.cut();
    });
    expect(attempts).toBe(2);
    expect((await kit().db.query("select from marks where mark = 'once'")).rows).toHaveLength(1);
  });
});

describe('R8: while the database is away', () => {
  it('a call fails as unavailable within seconds, and works again once it is back', async () => {
    const wire = await cuttableWire();
    const database = open(wire.url);
    expect(await database.isUp()).toBe(true);
    wire.down();
    await expect(database.one(sql`select 1 as one`)).rejects.toThrow(DatabaseUnavailable);
    expect(await database.isUp()).toBe(false);
    wire.up();
    expect(await database.one(sql`select 1 as one`)).toEqual({ one: 1 });
  });

  it('a lock that is not given in time is unavailable too, not a fault of ours', async () => {
    await kit().db.query('create table if not exists locked (id int)');
    const holder = new pg.Client({ connectionString: kit().url });
    await holder.connect();
    await holder.query('begin; lock table locked');
    const waiting = open(kit().url).transaction((tx) => tx.many(sql`select id from locked`));
    await expect(waiting).rejects.toThrow(DatabaseUnavailable);
    await holder.end();
  });
});

describe('migrations', () => {
  it('are applied once, by whichever process comes first', async () => {
    const name = `fresh_${Date.now()}`;
    await kit().db.query(`create database ${name}`);
    const url = new URL(kit().url);
    url.pathname = `/${name}`;
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url.href)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(applied.flat()).toContain('0001_panelists.sql');
  });

  it('may not change once they are applied', async () => {
    await kit().db.query("update migrations set checksum = 'other' where name = '0001_panelists.sql'");
    await expect(migrate(kit().url)).rejects.toThrow('0001_panelists.sql was changed');
  });
});
