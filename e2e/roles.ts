/** The roles and databases that an administrator makes for a live panel, with the files of `deploy/postgres`. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('../deploy/postgres/', import.meta.url);

/** Returns the variables that name them, for each process. */
export async function makeRoles(administratorUrl: string) {
  const client = new pg.Client({ connectionString: administratorUrl });
  await client.connect();
  for (const file of ['roles.sql', 'keys.sql']) {
    const statements = (await readFile(new URL(file, FOLDER), 'utf8')).replace(/^--.*$/gm, '');
    for (const statement of statements.split(';').filter((text) => text.trim() !== '')) await client.query(statement);
  }
  const urlOf = async (role: string, database: string) => {
    const password = randomBytes(12).toString('hex');
    await client.query(`alter role ${role} password '${password}'`);
    return Object.assign(new URL(administratorUrl), { username: role, password, pathname: `/${database}` }).href;
  };
  const shared = {
    MIGRATIONS_DATABASE_URL: await urlOf('panel_owner', 'panel'),
    KEYS_DATABASE_URL: await urlOf('panel_keys', 'panel_keys'),
  };
  const variables = {
    api: { ...shared, DATABASE_URL: await urlOf('panel_api', 'panel') },
    worker: { ...shared, DATABASE_URL: await urlOf('panel_worker', 'panel') },
    console: { ...shared, DATABASE_URL: await urlOf('panel_console', 'panel') },
  };
  await client.end();
  return variables;
}
