/** The kit for API tests: a separate database, a scripted super-app and issuer, a clock to move, the log. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { goldenFor } from '@panel/domain/golden';
import { api } from '@panel/domain/paths';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig, type ServerConfig } from '../src/config.ts';
import type { AppDependencies } from '../src/dependencies.ts';
import { chatClient } from '../src/messages/chat.ts';
import { buildInternalApp } from '../src/monitoring/internal.ts';
import { BACKGROUND_LIMITS, type DatabaseLimits } from '../src/platform/database/connections.ts';
import { createDatabaseClient } from '../src/platform/database/database.ts';
import { appUrlOf, defaultKeyStoreUrl, type ProcessRole, urlOfDatabase } from '../src/platform/database/roles.ts';
import { createMetrics } from '../src/platform/monitoring/metrics.ts';
import { createPanelistKeys } from '../src/platform/security/panelist-keys.ts';
import { createVault, type Vault } from '../src/platform/security/vault.ts';
import { scriptedIssuer } from './issuer.ts';
import { KEY_STORE_TEMPLATE, TEMPLATE } from './postgres.ts';
import { storeSentStatements } from './sent-statements.ts';

/** Limits that a slow machine doesn't reach. Tests of the limits themselves open another database. */
export const LONG_LIMITS: DatabaseLimits = {
  ...BACKGROUND_LIMITS,
  connectMs: 60_000,
  silentMs: 60_000,
  lockMs: 60_000,
  retryForMs: 60_000,
};

export const NOW = new Date('2026-11-15T10:00:00Z');

/** How the super-app answers a device look-up. */
type SuperApp = (request: IncomingMessage, response: ServerResponse) => void;
export const knows =
  (number: string): SuperApp =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    // It also answers messages.
    response.end(JSON.stringify({ id: 'm1', user_profile: { number } }));
  };
const numberOf = (did: string) => `27${BigInt(`0x${Buffer.from(did).toString('hex')}`) % 1_000_000_000_000n}`;

export type Kit = {
  app: FastifyInstance;
  /** The monitoring server. */
  internal: FastifyInstance;
  /** The test's connection as the owner of the tables, to check what is stored. */
  db: pg.Pool;
  url: string;
  /** The key store, for a separate connection. */
  keysUrl: string;
  vault: Vault;
  config: ServerConfig;
  clock: { now(): Date; set(date: Date | string): void };
  /** What `app` has logged. */
  log: string[];
  issuer: ReturnType<typeof scriptedIssuer>;
  /** The app's dependencies, with the rights of every process, to run a job by hand. */
  deps: AppDependencies;
  /** The same with the database role of one process, as `app` has the API's. */
  depsAs(role: ProcessRole): AppDependencies;
  /** The configuration as variables, for a separate process. */
  env: Record<string, string>;
  /** Replaces the super-app's answers until `reset`. */
  superApp: { answers(how: SuperApp): void; reset(): void; asked: number };
};

/** For the whole file: `const kit = useKit()` at the top, `kit()` inside a test. */
export function useKit(environment: Record<string, string> = {}): () => Kit {
  let kit: Kit | undefined;
  let close = async () => {};

  beforeAll(async () => {
    const serverUrl = inject('postgresUrl');
    const name = `test_${randomBytes(6).toString('hex')}`;
    const admin = new pg.Client({ connectionString: serverUrl });
    await admin.connect();
    // Copying files takes half as long as also writing every page to the log.
    await admin.query(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    await admin.query(`create database ${name}_keys template ${KEY_STORE_TEMPLATE} strategy file_copy`);
    // Unlike the grants in a database, those on it aren't copied.
    await admin.query(`revoke temporary on database ${name}, ${name}_keys from public`);
    await admin.end();
    const url = urlOfDatabase(serverUrl, name);
    const keysUrl = defaultKeyStoreUrl(url);

    const standard: SuperApp = (request, response) => {
      const did = (request.url ?? '').split('/').pop() ?? '';
      if (did.startsWith('unknown-')) response.writeHead(404).end();
      else knows(numberOf(did))(request, response);
    };
    let answer = standard;
    const superApp = {
      asked: 0,
      answers: (how: SuperApp) => {
        answer = how;
      },
      reset: () => {
        answer = standard;
      },
    };
    const gateway = createServer((request, response) => {
      superApp.asked += 1;
      answer(request, response);
    });
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    const gatewayUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;

    const key = () => randomBytes(32).toString('base64');
    const env = {
      ENCRYPTION_KEY: `1:${key()}`,
      INDEX_KEY: key(),
      FORGERY_KEY: key(),
      CHAT_API_KEY: key(),
      PSEUDONYM_KEY: key(),
      CHAT_API_URL: gatewayUrl,
      DATA_DIR: '/nonexistent',
      ...environment,
    };
    const logged = await readConfig(env);
    // Otherwise the logs of a test's other apps would be printed among the results.
    const config: ServerConfig = { ...logged, logLevel: 'silent' };
    const databaseOf = (role: ProcessRole) => createDatabaseClient(appUrlOf(url, role), LONG_LIMITS);
    const databases = {
      all: databaseOf('all'),
      api: databaseOf('api'),
      worker: databaseOf('worker'),
      console: databaseOf('console'),
    };
    const database = databases.all;
    const keyStore = createDatabaseClient(appUrlOf(keysUrl), LONG_LIMITS);
    const vault = createVault(
      config.encryptionKeys,
      config.indexKey,
      createPanelistKeys(keyStore, config.encryptionKeys),
    );
    const log: string[] = [];
    const logTo = new Writable({
      write(chunk, _, done) {
        log.push(String(chunk));
        done();
      },
    });
    let now = NOW;
    const clock = {
      now: () => now,
      set: (date: Date | string) => {
        now = new Date(date);
      },
    };
    const issuer = scriptedIssuer();
    const chat = chatClient(config.chat.url, config.chat.key, 60_000);
    const deps = { config, database, vault, chat, issuer, clock, ownerUrl: url };
    const depsAs = (role: ProcessRole) => ({ ...deps, database: databases[role] });
    const metrics = createMetrics();
    const app = buildApp({ ...depsAs('api'), config: logged }, { logTo, metrics });
    const internal = buildInternalApp(depsAs('api'), metrics);
    await app.ready();
    const db = new pg.Pool({ connectionString: url, max: 2 });
    kit = { app, internal, db, url, keysUrl, vault, config, clock, log, superApp, issuer, deps, depsAs, env };

    close = async () => {
      await app.close();
      await Promise.all([...Object.values(databases).map((one) => one.close()), keyStore.close(), db.end()]);
      gateway.closeAllConnections();
      gateway.close();
    };
  });

  afterAll(async () => {
    await close();
    storeSentStatements();
  });
  return () => kit as Kit;
}

/** A call as a script makes it, without a browser's headers. */
export const send = (kit: Kit, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  kit.app.inject({ method, url, ...(payload && { payload }) });

export { goldenFor };

/** The calls that take a filled-in questionnaire, with the name of its golden payload. */
export const SUBMISSION_CALLS = [
  ['registration', 'POST', api.register],
  ['secondRound', 'PUT', api.profiling('second-round')],
  ['quarterly', 'PUT', api.profiling('quarterly')],
  ['yearly', 'PUT', api.profiling('yearly')],
  ['dateOfBirth', 'PUT', api.dateOfBirth],
  ['firstLanguage', 'PUT', api.firstLanguage],
] as const;

let counter = 0;
export const newDid = (): string => `device-${++counter}-${randomBytes(4).toString('hex')}`;

/** A panelist, registered through the API. */
export async function registered(kit: Kit, did: string = newDid()): Promise<string> {
  const answer = await send(kit, 'POST', api.register, goldenFor('registration', did));
  if (answer.statusCode !== 201) throw new Error(`registration answered ${answer.statusCode}: ${answer.body}`);
  return did;
}

/** A panelist's own id. */
export const idOf = async (kit: Kit, did: string): Promise<string> =>
  (await kit.db.query('select id from panelists where did_index = $1', [kit.vault.digest('did', did)])).rows[0].id;

export const check = async (kit: Kit, did: string) => (await send(kit, 'GET', api.registrationCheck(did))).json();

const TABLES = [
  'panelists',
  'submissions',
  'profiles',
  'personal_answers',
  'consents',
  'preferences',
  'wallets',
  'transfers',
  'postings',
];

async function ofEachTable<T>(kit: Kit, expression: string): Promise<Record<string, T>> {
  const values = await Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await kit.db.query(`select ${expression} as value from ${table} t`);
      return [table, rows[0].value as T] as const;
    }),
  );
  return Object.fromEntries(values);
}

/** The number of rows in each table. */
export const rowCounts = (kit: Kit) => ofEachTable<number>(kit, 'count(*)::int');

/** The exact content of each table: an error may change none of it. */
export const contents = (kit: Kit) =>
  ofEachTable<string>(kit, "md5(coalesce(string_agg(t::text, '|' order by t::text), ''))");
