/** Connections whose flow was lost between us and the server: they stay open but carry nothing, while the server answers others. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { BACKGROUND_LIMITS } from './connections.ts';
import { createDatabaseClient, type Database, DatabaseUnavailable, sql } from './database.ts';

const kit = useKit();
/** The limits for background work, with shorter times. */
const LIMITS = { ...BACKGROUND_LIMITS, silentMs: 200, statementMs: 2000, lockMs: 500 };

let server: Server;
let database: Database;
const sockets = new Set<Socket>();
const lost = new Set<Socket>();
beforeAll(async () => {
  const { port, hostname } = new URL(kit().url);
  server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    sockets.add(client);
    client.on('data', (chunk) => !lost.has(client) && upstream.write(chunk));
    upstream.on('data', (chunk) => !lost.has(client) && client.write(chunk));
    client.on('error', () => {}).on('close', () => upstream.destroy());
    // The server's close is lost too.
    upstream.on('error', () => {}).on('close', () => !lost.has(client) && client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(kit().url);
  url.port = String((server.address() as { port: number }).port);
  database = createDatabaseClient(url.href, LIMITS);
});
afterAll(async () => {
  await database.close();
  server.close();
});
const loseFlows = () => {
  for (const socket of sockets) lost.add(socket);
};
const one = () => database.one(sql`select 1 as one`);
const openSockets = () => [...lost].filter((socket) => !socket.destroyed).length;

it('R8: is noticed once the statement must have ended; its socket is closed, and the next use works', async () => {
  expect(await one()).toEqual({ one: 1 });
  loseFlows();
  await expect(one()).rejects.toThrow(DatabaseUnavailable);
  expect(await one()).toEqual({ one: 1 });
  await expect.poll(openSockets).toBe(0);
});

it('R8: is also noticed in the middle of a transaction', async () => {
  await expect(
    database.transaction(async (tx) => {
      await tx.one(sql`select 1 as one`);
      loseFlows();
      await tx.one(sql`select 2 as two`);
    }),
  ).rejects.toThrow(DatabaseUnavailable);
  expect(await one()).toEqual({ one: 1 });
});

it('is not confused with a slow statement, such as one that reads whole tables', async () => {
  const slow = database.transaction((tx) => tx.one(sql`select pg_sleep(3.2), 1 as one`), { fullScan: true });
  expect(await slow).toMatchObject({ one: 1 });
});
