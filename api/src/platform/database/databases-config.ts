import type { EnvironmentReader } from '../environment.ts';
import { passwordFault } from '../security/secrets.ts';

export function readDatabases(read: EnvironmentReader, isLive: boolean) {
  const schemes = ['postgres:', 'postgresql:'];
  const databaseUrl = isLive || read.has('DATABASE_URL') ? read.url('DATABASE_URL', null, schemes) : null;
  const keysUrl = isLive || read.has('KEYS_DATABASE_URL') ? read.url('KEYS_DATABASE_URL', null, schemes) : null;
  const migrationsUrl = read.has('MIGRATIONS_DATABASE_URL') ? read.url('MIGRATIONS_DATABASE_URL', null, schemes) : null;
  const urls = { DATABASE_URL: databaseUrl, KEYS_DATABASE_URL: keysUrl, MIGRATIONS_DATABASE_URL: migrationsUrl };
  for (const [name, url] of Object.entries(urls)) {
    const fault = isLive && url ? passwordFault(url) : null;
    if (fault) read.fault(name, `has a password that ${fault}`);
  }
  // In one database, a backup would contain the encrypted data together with its keys.
  const placeOf = (url: string) => URL.canParse(url) && new URL(url).host + new URL(url).pathname;
  if (databaseUrl && keysUrl && placeOf(databaseUrl) === placeOf(keysUrl))
    read.fault('KEYS_DATABASE_URL', 'must be a different database from DATABASE_URL');
  if (migrationsUrl && !(databaseUrl && keysUrl))
    read.fault('MIGRATIONS_DATABASE_URL', 'must be set together with DATABASE_URL and KEYS_DATABASE_URL');
  return {
    /** Null for the embedded one. */
    databaseUrl,
    /** The panel's database, as the owner of its tables. If it is set, this process applies migrations with it. */
    migrationsUrl,
    /** The key store; null for one next to the panel's database. */
    keysUrl,
    /** Pool size per process, for requests and again for background work. */
    databaseConnections: read.integer('DATABASE_CONNECTIONS', 20, [4, 500]),
  };
}
