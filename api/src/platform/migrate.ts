import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** The advisory lock's key: any number that nothing else on the database uses. */
const LOCK_KEY = 7_203_114_085;

/**
 * Applies the pending migrations in one transaction and returns their names. Processes that start at once wait for the
 * first one's lock. A migration that was applied must never change: write another.
 */
export async function migrate(url: string): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK_KEY]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
    const applied: string[] = [];
    for (const name of names) {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      if (checksums.get(name) === checksum) continue;
      if (checksums.has(name)) throw new Error(`Migration ${name} was changed after it was applied. Write a new one.`);
      await client.query(text);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      applied.push(name);
    }
    await client.query('commit');
    return applied;
  } finally {
    await client.end();
  }
}
