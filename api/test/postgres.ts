/** One PostgreSQL for the whole run, with the schema in a template that each test file clones. */
import { rm } from 'node:fs/promises';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { newDataDir } from '../../e2e/product.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import {
  createDatabaseIfMissing,
  databaseBeside,
  enableAppRole,
  PROCESS_ROLES,
} from '../src/platform/database/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address; every test database stands beside its `panel`. */
    postgresUrl: string;
    /** Host and port of a PgBouncer that the product's own connections go through (TEST_POOLER), or nothing. */
    pooler: string;
  }
}

export const TEMPLATE = 'panel_template';
export const KEY_STORE_TEMPLATE = 'keys_template';

/** A server that is there already: TEST_DATABASE_URL, as a superuser, with a database `panel` or any other in its address. */
async function useServer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // What an earlier run has left behind.
  for (const name of [TEMPLATE, KEY_STORE_TEMPLATE]) await client.query(`drop database if exists ${name}`);
  await client.end();
  return { url, stop: async () => {} };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await newDataDir();
  // Nothing here outlives the run, so nothing has to reach the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    // A connection's password takes a client five milliseconds otherwise, and the tests make a thousand connections.
    scram_iterations: '1',
  };
  const server = await startEmbeddedPostgres({ name: 'panel', dataDir, settings });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: given, TEST_POOLER: pooler } = process.env;
  const server = given ? await useServer(given) : await startServer();
  const template = databaseBeside(server.url, TEMPLATE);
  const keyStoreTemplate = databaseBeside(server.url, KEY_STORE_TEMPLATE);
  for (const name of [TEMPLATE, KEY_STORE_TEMPLATE]) await createDatabaseIfMissing(server.url, name);
  await migrate(template);
  await migrate(keyStoreTemplate, 'key-store');
  for (const role of PROCESS_ROLES) await enableAppRole(template, role);
  project.provide('postgresUrl', server.url);
  project.provide('pooler', pooler ?? '');
  return server.stop;
}
