import { describe, expect, it } from 'vitest';
import { useKit } from '../../test/kit.ts';
import { openServices } from '../services.ts';
import type { Statement } from './database.ts';
import { appUrlOf } from './roles.ts';

const kit = useKit();
const attempt = (text: string) => {
  const statement: Statement = { name: text.slice(0, 60), text, values: [] };
  return kit().deps.database.write(statement);
};

describe('T20: the role that the product connects as', () => {
  it.each([
    ['transfers', 'at = at'],
    ['postings', 'amount = amount'],
    ['audit', 'at = at'],
    ['consents', 'given = given'],
    ['claims', 'amount = amount'],
  ])('may add to %s, and may not change or delete any of it', async (table, change) => {
    for (const text of [`update ${table} set ${change}`, `delete from ${table}`, `truncate ${table} cascade`])
      await expect(attempt(text), text).rejects.toThrow(/permission denied/);
  });

  it.each([
    'create table mine (id integer)',
    'alter table panelists add column mine integer',
    'drop trigger transfers_kept on transfers',
    'alter table transfers disable trigger all',
    'create role other superuser',
    "set session_replication_role = 'replica'",
    'delete from migrations',
  ])('may not: %s', async (text) => {
    await expect(attempt(text)).rejects.toThrow(/permission denied|must be owner|must be superuser/);
  });

  it('is demanded of a live panel: a start as a role that could change the ledger is refused', async () => {
    const live = { ...kit().config, mode: 'live' as const, sandboxUrl: null, keysUrl: kit().keysUrl };
    await expect(openServices({ ...live, databaseUrl: kit().url })).rejects.toThrow(
      'The role of DATABASE_URL may change transfers, postings, audit, consents, claims:',
    );
    const services = await openServices({ ...live, databaseUrl: appUrlOf(kit().url) });
    expect(services.migrated).toEqual([]);
    await services.close();
  });

  it('does not start on a schema that is behind, unless it is given the owner’s address', async () => {
    const given = { databaseUrl: appUrlOf(kit().url), keysUrl: kit().keysUrl, sandboxUrl: null };
    const live = { ...kit().config, ...given, mode: 'live' as const };
    await kit().db.query("delete from migrations where name like '0011%'");
    await kit().db.query('drop table call_counts');
    await expect(openServices(live)).rejects.toThrow('MIGRATIONS_DATABASE_URL: 0011_call_counts.sql');
    const services = await openServices({ ...live, migrationsUrl: kit().url });
    expect(services.migrated).toEqual(['0011_call_counts.sql']);
    expect(await services.deps.database.isUp()).toBe(true);
    await services.close();
  });
});
