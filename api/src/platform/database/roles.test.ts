import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { useKit } from '../../../test/kit.ts';
import { createServices } from '../../start/services.ts';
import type { Statement } from './database.ts';
import { appUrlOf, databaseRoleOf, PROCESS_ROLES, type ProcessRole } from './roles.ts';

const kit = useKit();
const attempt = (text: string, role: ProcessRole = 'all') => {
  const statement: Statement = { name: text.slice(0, 60), text, values: [] };
  return kit().depsAs(role).database.returning(statement);
};

/** By PostgreSQL's letters: r reads, a inserts, w updates, d deletes; w(column) if it may update only that column. */
type Rights = Readonly<Record<string, Partial<Record<string, string>>>>;

/** Each role's grants on each table. */
async function granted(): Promise<Rights> {
  const { rows } = await kit().db.query<{ name: string; role: string; rights: string }>(
    `select c.relname as name, r.rolname as role, concat(
       case when has_table_privilege(r.oid, c.oid, 'select') then 'r' end,
       case when has_table_privilege(r.oid, c.oid, 'insert') then 'a' end,
       case when has_table_privilege(r.oid, c.oid, 'update') then 'w' else (
         select 'w(' || string_agg(a.attname, ', ' order by a.attnum) || ')' from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and has_column_privilege(r.oid, c.oid, a.attnum, 'update')) end,
       case when has_table_privilege(r.oid, c.oid, 'delete') then 'd' end,
       case when has_table_privilege(r.oid, c.oid, 'truncate, references, trigger') then ' and more' end) as rights
     from pg_class c, pg_roles r
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and r.rolname = any($1)`,
    [PROCESS_ROLES.map(databaseRoleOf)],
  );
  const names = [...new Set(rows.map(({ name }) => name))];
  return Object.fromEntries(
    names.map((table) => [
      table,
      Object.fromEntries(rows.filter(({ name }) => name === table).map(({ role, rights }) => [role, rights])),
    ]),
  );
}

/** The table of docs/schema.md. */
function documented(): Rights {
  const text = readFileSync(new URL('../../../../docs/schema.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| `\w+` \| (.*?) \| (.*?) \| (.*?) \| /gm)];
  return Object.fromEntries(
    rows.map(([, name = '', api = '', worker = '', console = '']) => {
      const rights = { panel_api: api, panel_worker: worker, panel_console: console };
      return [name, Object.fromEntries(Object.entries(rights).map(([role, right]) => [role, right.replace('–', '')]))];
    }),
  );
}

describe('T20: the role of a process', () => {
  it('has the grants on each table that docs/schema.md lists, and no others', async () => {
    const found = Object.entries(await granted()).map(([name, { panel_app: _, ...rights }]) => [name, rights]);
    expect(Object.fromEntries(found)).toEqual(documented());
  });

  it('has all the grants of the three, if one process does everything', async () => {
    for (const [name, { panel_app: all = '', ...rights }] of Object.entries(await granted()))
      for (const letter of 'rawd') {
        const isOfOne = Object.values(rights).some((one) => one?.split('(')[0]?.includes(letter));
        expect(all.split('(')[0]?.includes(letter), `${letter} on ${name}`).toBe(isOfOne);
      }
  });

  it.each([
    'update wallets set available = available + 100',
    'update withdrawals set amount = amount',
    'insert into vouchers default values',
    'insert into proposals default values',
    "update proposals set state = 'carried-out'",
    "update operator_sessions set role = 'finance'",
    'select * from operator_sessions',
    'insert into audit default values',
    'select * from audit',
    'insert into claims default values',
    'update payout_freezes set lifted_at = now()',
    'select * from panelist_notes',
  ])('of the public API may not: %s', async (text) => {
    await expect(attempt(text, 'api')).rejects.toThrow(/permission denied/);
  });

  it.each([
    ['worker', 'sealed'],
    ['api', 'answers'],
    ['console', 'answers'],
    ['all', 'answers'],
  ] as const)('of %s may not update submissions.%s', async (role, column) => {
    await expect(attempt(`update submissions set ${column} = ${column}`, role)).rejects.toThrow(/permission denied/);
  });

  it.each(PROCESS_ROLES)('can change a balance only through postings: %s', async (role) => {
    for (const column of ['pending', 'available', 'reserved', 'owed', 'earned', 'panelist_id'])
      await expect(attempt(`update wallets set ${column} = ${column}`, role), column).rejects.toThrow(
        /permission denied/,
      );
    await expect(attempt("insert into ledger_totals select 'postings', 'pending', 1", 'api')).rejects.toThrow(
      /permission denied/,
    );
  });
});

describe('T20: the role that the product connects as', () => {
  it.each([
    ['transfers', 'at = at'],
    ['postings', 'amount = amount'],
    ['audit', 'at = at'],
    ['consents', 'given = given'],
    ['claims', 'amount = amount'],
  ])('may insert into %s, but not update or delete', async (table, change) => {
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

  it('must be restricted on a live panel: a start as a role that could change the ledger is refused', async () => {
    const live = { ...kit().config, mode: 'live' as const, sandboxUrl: null, keysUrl: kit().keysUrl };
    await expect(createServices({ ...live, databaseUrl: kit().url })).rejects.toThrow(
      'The role of DATABASE_URL may change transfers, postings, audit, consents, claims, thank_yous, settlement_write_offs:',
    );
    const services = await createServices({ ...live, databaseUrl: appUrlOf(kit().url) });
    expect(services.migrated).toEqual([]);
    await services.close();
  });

  it('does not start on an outdated schema, unless it is given the owner’s address', async () => {
    const given = { databaseUrl: appUrlOf(kit().url), keysUrl: kit().keysUrl, sandboxUrl: null };
    const live = { ...kit().config, ...given, mode: 'live' as const };
    await kit().db.query("delete from migrations where name like '12%'");
    await expect(createServices(live)).rejects.toThrow('MIGRATIONS_DATABASE_URL first: 12_grants.sql');
    const services = await createServices({ ...live, migrationsUrl: kit().url });
    expect(services.migrated).toEqual(['12_grants.sql']);
    expect(await services.deps.database.isUp()).toBe(true);
    await services.close();
  });
});
