/** The databases and roles of the sandbox and of tests: what an administrator sets up by hand for a live panel. */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { withOwnConnection } from './own-connection.ts';

/** Made by the migrations: it can't change what is only added to, and makes no tables. */
export const APP_ROLE = 'panel_app';

export function databaseBeside(url: string, database: string): string {
  const beside = new URL(url);
  beside.pathname = `/${database}`;
  return beside.href;
}

/** The key store's address where none is configured: a database beside the panel's. */
export const keyStoreBeside = (url: string): string => databaseBeside(url, `${new URL(url).pathname.slice(1)}_keys`);

/** The address at which the product connects as its own role, with a password that every process derives from the owner's. */
export function appUrlOf(ownerUrl: string): string {
  const url = new URL(ownerUrl);
  const password = createHmac('sha256', url.password).update(APP_ROLE).digest('hex');
  return Object.assign(url, { username: APP_ROLE, password }).href;
}

export const createDatabaseIfMissing = (ownerUrl: string, database: string): Promise<void> =>
  withOwnConnection(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount) return;
    await client.query(`create database ${pg.escapeIdentifier(database)}`).catch((error: pg.DatabaseError) => {
      // Another process created it meanwhile: which of the two codes PostgreSQL reports depends on when.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
  });

/** Lets the product's role connect with the password of `appUrlOf`, and returns that address. */
export async function enableAppRole(ownerUrl: string): Promise<string> {
  const appUrl = appUrlOf(ownerUrl);
  const connects = () => withOwnConnection(appUrl, async () => {});
  await connects().catch(async (error: pg.DatabaseError) => {
    // Class 28: the role can't connect yet, or has the password of an earlier cluster.
    if (!error.code?.startsWith('28')) throw error;
    const password = pg.escapeLiteral(decodeURIComponent(new URL(appUrl).password));
    await withOwnConnection(ownerUrl, (client) =>
      client.query(`alter role ${APP_ROLE} login password ${password}`),
    ).catch(
      // Another process is doing the same, which PostgreSQL refuses to do twice at once.
      () => undefined,
    );
    await connects();
  });
  return appUrl;
}
