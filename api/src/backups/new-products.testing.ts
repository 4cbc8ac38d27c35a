/** New databases for tests of restores. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { type Kit, LONG_LIMITS } from '../../test/kit.ts';
import { TEMPLATE } from '../../test/postgres.ts';
import { buildApp } from '../app.ts';
import { createDatabaseClient, type Database } from '../platform/database/database.ts';
import { appUrlOf, urlOfDatabase } from '../platform/database/roles.ts';

export async function connected(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client);
  await client.end();
}

type Closable = Database | pg.Pool;
const close = (one: Closable) => ('close' in one ? one.close() : one.end());

export function useNewProducts(kit: () => Kit) {
  const opened: Closable[] = [];
  afterAll(() => Promise.all(opened.map(close)));
  /** A product on a new, empty database, with the existing key store. */
  async function newProduct(template = TEMPLATE): Promise<Kit> {
    const name = `restored_${randomBytes(6).toString('hex')}`;
    const url = urlOfDatabase(kit().url, name);
    await connected(urlOfDatabase(kit().url, 'postgres'), (admin) =>
      admin.query(`create database ${name} template ${template}`),
    );
    const database = createDatabaseClient(appUrlOf(url), LONG_LIMITS);
    const db = new pg.Pool({ connectionString: url, max: 2 });
    opened.push(database, db);
    const deps = { ...kit().deps, database, ownerUrl: url };
    return { ...kit(), deps, db, url, app: buildApp(deps) };
  }
  return { newProduct, closeLater: (one: Closable) => void opened.push(one) };
}
