/** One PostgreSQL for the whole run, with the schema in a template that each test file clones. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { newDataDir } from '../../e2e/product.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import {
  createDatabaseIfMissing,
  enableAppRole,
  PROCESS_ROLES,
  urlOfDatabase,
} from '../src/platform/database/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address; test databases are created next to its `panel`. */
    postgresUrl: string;
    /** The folder with the statements that were sent. */
    sentStatements: string;
  }
}

export const TEMPLATE = 'panel_template';
export const KEY_STORE_TEMPLATE = 'keys_template';

/** An existing server: TEST_DATABASE_URL, as a superuser, with `panel` or any other database in its address. */
async function useServer(url: string): Promise<{ url: string; stop(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Left by an earlier run.
  for (const name of [TEMPLATE, KEY_STORE_TEMPLATE]) await client.query(`drop database if exists ${name}`);
  await client.end();
  return { url, stop: async () => {} };
}

async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await newDataDir();
  // No data outlives the run, so none has to reach the disk.
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    // Otherwise checking the password takes five milliseconds per connection, and the tests make a thousand connections.
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

/** For the projects `api` and `plans`: the first one starts the server. */
export default async function setup({ vitest }: TestProject): Promise<() => Promise<void>> {
  const root = vitest.getRootProject();
  if (root.getProvidedContext().postgresUrl) return async () => {};
  const { TEST_DATABASE_URL: given } = process.env;
  const server = given ? await useServer(given) : await startServer();
  const template = urlOfDatabase(server.url, TEMPLATE);
  const keyStoreTemplate = urlOfDatabase(server.url, KEY_STORE_TEMPLATE);
  for (const name of [TEMPLATE, KEY_STORE_TEMPLATE]) await createDatabaseIfMissing(server.url, name);
  await migrate(template);
  await migrate(keyStoreTemplate, 'key-store');
  for (const role of PROCESS_ROLES) await enableAppRole(template, role);
  const sentStatements = await mkdtemp(join(tmpdir(), 'panel-statements-'));
  root.provide('postgresUrl', server.url);
  root.provide('sentStatements', sentStatements);
  return async () => {
    await server.stop();
    await rm(sentStatements, { recursive: true });
  };
}
