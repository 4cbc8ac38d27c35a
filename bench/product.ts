/** The product as processes, on a PostgreSQL that the bench can fill and inspect. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@panel/embedded-postgres';
import pg from 'pg';
import { migrate } from '../api/src/platform/database/migrate.ts';
import { type BuiltProduct, prepareBuiltProduct } from '../api/test/product.ts';
import { newKeys } from '../e2e/new-keys.ts';
import { freePortRange } from '../e2e/product.ts';
import { buildConsole } from '../scripts/build-console.ts';
import { buildWeb } from '../scripts/build-web.ts';
import { parentOf, processTree } from './processes.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-bench-'));
  // As root, PostgreSQL runs as another user, who has to be able to enter the folder.
  await chmod(folder, 0o755);
  return folder;
}

/** The same for every process of a run, so that each can read what another has stored. */
export const SECRETS = newKeys();

export type BenchDatabase = {
  readonly url: string;
  readonly client: pg.Client;
  /** The folder of PostgreSQL's own files. */
  readonly folder: string;
  /** Every process of the server. */
  processes(): number[];
  close(): Promise<void>;
};

const running = new Set<BenchDatabase>();
/** Stops what a failed part has left running: a PostgreSQL outlives the process that started it. */
export const closeDatabases = () => Promise.all([...running].map((database) => database.close()));

/** Vacuums and checkpoints after filling. Otherwise the server's own maintenance would look like other load. */
const NO_MAINTENANCE = { autovacuum: 'off', max_wal_size: '32GB', checkpoint_timeout: '1h' } as const;

/** A PostgreSQL with the product's schema, whose disk is as safe as in production unless a setting says otherwise. */
export async function startDatabase(settings: Readonly<Record<string, string>> = {}): Promise<BenchDatabase> {
  const dataDir = await newFolder();
  const server = await startEmbeddedPostgres({ name: 'panel', dataDir, settings: { ...NO_MAINTENANCE, ...settings } });
  await migrate(server.url);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query(`select pg_backend_pid() as pid, current_setting('data_directory') as folder`);
  const postmaster = parentOf(rows[0].pid);
  const database: BenchDatabase = {
    url: server.url,
    client,
    folder: rows[0].folder,
    processes: () => processTree(postmaster),
    async close() {
      running.delete(database);
      await client.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  running.add(database);
  return database;
}

export type RunningProduct = {
  readonly origin: string;
  /** The server's process, without the sandbox. */
  pid(): number;
  setSandbox: BuiltProduct['setSandbox'];
  stop(): Promise<void>;
};

/** The product as it is installed: plain JavaScript. */
export async function startProduct(databaseUrl: string, role: 'api' | 'all'): Promise<RunningProduct> {
  await buildWeb();
  await buildConsole();
  const origin = `http://localhost:${await freePortRange()}`;
  const shared = { ...SECRETS, PUBLIC_ORIGIN: origin, LOG_LEVEL: 'warn' };
  const product = await prepareBuiltProduct(databaseUrl, shared);
  const server = await product.start(role, origin);
  return {
    origin,
    pid: () => server.child.pid ?? Number.NaN,
    setSandbox: product.setSandbox,
    stop: product.close,
  };
}
