import { kinds } from '../setting-kinds.ts';
import { type SettingsReader, setting } from '../settings.ts';

export const DATABASES = {
  databaseUrl: setting('DATABASE_URL', kinds.database, {
    sandbox: '',
    about:
      'Any PostgreSQL from 15 on, as panel_api, panel_worker or panel_console, or, for ROLE=all, as a member of panel_app. Unset: an embedded one, in DATA_DIR.',
  }),
  databaseConnections: setting('DATABASE_CONNECTIONS', kinds.integer(4, 500), {
    default: 20,
    about: 'Per process: this many for calls, and as many for the worker and operators.',
  }),
  migrationsUrl: setting('MIGRATIONS_DATABASE_URL', kinds.database, {
    default: '',
    about:
      'The panel’s database as the owner of its tables. A process that has it applies the migrations. In live mode a process without it ends if migrations are pending.',
  }),
  keysUrl: setting('KEYS_DATABASE_URL', kinds.database, {
    sandbox: '',
    about: 'The key store, a separate database that no backup of the panel contains. Unset: one on the panel’s server.',
  }),
  dataDir: setting('DATA_DIR', kinds.folder, {
    default: './data',
    about: 'Where a sandbox keeps its database, its keys and its log.',
  }),
};

const placeOf = (url: string) => URL.canParse(url) && new URL(url).host + new URL(url).pathname;

export function databaseRules({ textOf, has, fault }: SettingsReader): void {
  // In one database, a backup would contain the encrypted data together with its keys.
  if (textOf('DATABASE_URL') && placeOf(textOf('DATABASE_URL')) === placeOf(textOf('KEYS_DATABASE_URL')))
    fault('KEYS_DATABASE_URL', 'must be a different database from DATABASE_URL');
  if (has('MIGRATIONS_DATABASE_URL') && !(has('DATABASE_URL') && has('KEYS_DATABASE_URL')))
    fault('MIGRATIONS_DATABASE_URL', 'must be set together with DATABASE_URL and KEYS_DATABASE_URL');
}

/** What is wrong with DATA_DIR, by the code of the error from using it. */
export const folderFault = (code: string): string =>
  `must be a folder that this process can write to (${code}); a live panel sets MODE=live and needs none`;
