/** One PostgreSQL for the whole run, with the schema in a template that each test file clones. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/platform/migrate.ts';
import { createDatabaseIfMissing, databaseBeside, enableAppRole } from '../src/platform/roles.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address; every test database stands beside its `panel`. */
    postgresUrl: string;
  }
}

export const TEMPLATE = 'panel_template';
export const KEY_STORE_TEMPLATE = 'keys_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-test-'));
  // As root, PostgreSQL runs as another user, who has to be able to enter the folder.
  await chmod(dataDir, 0o755);
  // Nothing here outlives the run, so nothing has to reach the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const server = await startEmbeddedPostgres({ name: 'panel', dataDir, settings });
  const template = databaseBeside(server.url, TEMPLATE);
  const keyStoreTemplate = databaseBeside(server.url, KEY_STORE_TEMPLATE);
  for (const name of [TEMPLATE, KEY_STORE_TEMPLATE]) await createDatabaseIfMissing(server.url, name);
  await migrate(template);
  await migrate(keyStoreTemplate, 'key-store');
  await enableAppRole(template);
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
