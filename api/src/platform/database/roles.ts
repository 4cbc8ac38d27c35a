/** The databases and roles of the sandbox and of tests. For a live panel an administrator sets them up by hand. */
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { withOwnConnection } from './own-connection.ts';

/** The database role of each process. The migrations create it and its grants; `all` has those of the others together. */
const DATABASE_ROLES = {
  all: 'panel_app',
  api: 'panel_api',
  worker: 'panel_worker',
  console: 'panel_console',
} as const;
export type ProcessRole = keyof typeof DATABASE_ROLES;
export const PROCESS_ROLES: readonly ProcessRole[] = ['all', 'api', 'worker', 'console'];
export const databaseRoleOf = (role: ProcessRole): string => DATABASE_ROLES[role];

export function urlOfDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/** The key store's address if none is configured: a database next to the panel's. */
export const defaultKeyStoreUrl = (url: string): string => urlOfDatabase(url, `${new URL(url).pathname.slice(1)}_keys`);

/** The address for connecting as a process's role, with a password that every process derives from the owner's. */
export function appUrlOf(ownerUrl: string, role: ProcessRole = 'all'): string {
  const url = new URL(ownerUrl);
  const username = databaseRoleOf(role);
  const password = createHmac('sha256', url.password).update(username).digest('hex');
  return Object.assign(url, { username, password }).href;
}

export const createDatabaseIfMissing = (ownerUrl: string, database: string): Promise<void> =>
  withOwnConnection(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount) return;
    await client.query(`create database ${pg.escapeIdentifier(database)}`).catch((error: pg.DatabaseError) => {
      // Another process has just created it; which of the two codes PostgreSQL reports depends on timing.
      if (error.code !== '42P04' && error.code !== '23505') throw error;
    });
  });

/** Lets a process's role connect with the password of `appUrlOf`, and returns that address. */
export async function enableAppRole(ownerUrl: string, role: ProcessRole = 'all'): Promise<string> {
  const appUrl = appUrlOf(ownerUrl, role);
  const connects = () => withOwnConnection(appUrl, async () => {});
  await connects().catch(async (error: pg.DatabaseError) => {
    // Class 28: the role can't connect yet, or has the password of an earlier cluster.
    if (!error.code?.startsWith('28')) throw error;
    const password = pg.escapeLiteral(decodeURIComponent(new URL(appUrl).password));
    await withOwnConnection(ownerUrl, (client) =>
      client.query(`alter role ${databaseRoleOf(role)} login password ${password}`),
    ).catch(
      // Another process is doing the same at this moment, which PostgreSQL refuses.
      () => undefined,
    );
    await connects();
  });
  return appUrl;
}
