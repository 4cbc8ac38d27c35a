import type { EnvironmentReader } from '../environment.ts';
import { POOLERS, type Pooler } from './connections.ts';

export type DatabasesConfig = {
  /** Null for the embedded one. */
  readonly databaseUrl: string | null;
  /** The panel's database, as the owner of its tables. If it is set, this process applies migrations with it. */
  readonly migrationsUrl: string | null;
  /** A standby for reads that may be some seconds old, or null. */
  readonly replicaUrl: string | null;
  /** The key store; null for one next to the panel's database. */
  readonly keysUrl: string | null;
  /** Pool size per process, for requests and again for background work. */
  readonly databaseConnections: number;
  /** The pooler in front of all these databases. */
  readonly databasePooler: Pooler;
};

export function readDatabases(read: EnvironmentReader, isLive: boolean): DatabasesConfig {
  const schemes = ['postgres:', 'postgresql:'];
  const databaseUrl = isLive || read.has('DATABASE_URL') ? read.url('DATABASE_URL', null, schemes) : null;
  const keysUrl = isLive || read.has('KEYS_DATABASE_URL') ? read.url('KEYS_DATABASE_URL', null, schemes) : null;
  const migrationsUrl = read.has('MIGRATIONS_DATABASE_URL') ? read.url('MIGRATIONS_DATABASE_URL', null, schemes) : null;
  const replicaUrl = read.has('DATABASE_REPLICA_URL') ? read.url('DATABASE_REPLICA_URL', null, schemes) : null;
  // In one database, a backup would contain the encrypted data together with its keys.
  const placeOf = (url: string) => URL.canParse(url) && new URL(url).host + new URL(url).pathname;
  if (databaseUrl && keysUrl && placeOf(databaseUrl) === placeOf(keysUrl))
    read.fault('KEYS_DATABASE_URL', 'must be a different database from DATABASE_URL');
  if (migrationsUrl && !(databaseUrl && keysUrl))
    read.fault('MIGRATIONS_DATABASE_URL', 'must be set together with DATABASE_URL and KEYS_DATABASE_URL');
  return {
    databaseUrl,
    migrationsUrl,
    replicaUrl,
    keysUrl,
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 20, [4, 500]),
    databasePooler: read.oneOf('DATABASE_POOLER', POOLERS),
  };
}
