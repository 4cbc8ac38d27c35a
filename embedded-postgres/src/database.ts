import pg from 'pg';

/** Creates the database of the address if it is missing. */
export async function createDatabase(url: string): Promise<void> {
  const { port, username, password } = new URL(url);
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(port),
    user: username,
    password,
    database: 'postgres',
    // Otherwise PGSSLMODE from the environment would decide.
    ssl: false,
    connectionTimeoutMillis: 60_000,
    query_timeout: 60_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [username]);
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(username)}`);
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined;
    // Another process created it in the meantime; the code that PostgreSQL reports depends on when.
    if (code === '42P04' || code === '23505') return;
    throw code?.startsWith('28') ? new Error('PostgreSQL refuses the password in postgres.json.') : error;
  } finally {
    await client.end();
  }
}
