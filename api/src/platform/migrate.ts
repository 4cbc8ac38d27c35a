import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** Any number that nothing else on the database locks. */
const LOCK = 7_203_114_085;

/**
 * Brings the schema up to date. Whichever process comes first does it, all of it or nothing; the others wait for it and
 * find it done. A migration that was applied may never change: write another.
 */
export async function migrate(url: string): Promise<string[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const done: string[] = [];
    for (const name of names) {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      const checksum = createHash('sha256').update(text).digest('hex');
      if (applied.get(name) === checksum) continue;
      if (applied.has(name)) throw new Error(`Migration ${name} was changed after it was applied. Write a new one.`);
      await client.query(text);
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
      done.push(name);
    }
    await client.query('commit');
    return done;
  } finally {
    await client.end();
  }
}
