/** T20: what runs with the owner's rights: security definer functions, and every trigger that a cascade fires. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { idOf, registered, useKit } from '../../../test/kit.ts';
import { createServices } from '../../start/services.ts';
import { migrate } from './migrate.ts';
import { appUrlOf, createDatabaseIfMissing, PROCESS_ROLES, type ProcessRole, urlOfDatabase } from './roles.ts';

const kit = useKit();
const nameOf = (url: string) => new URL(url).pathname.slice(1);
const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Functions that look for tables elsewhere before they find ours. PostgreSQL binds the names in a `return` body when it is created. */
const misled = (url: string): Promise<string[]> =>
  connected(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select proname as name from pg_proc
      where pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and prosqlbody is null
        and proconfig is distinct from array['search_path=pg_catalog, public, pg_temp'] order by 1`);
    return rows.map(({ name }) => name);
  });

describe('T20: the code that runs as the owner', () => {
  it.each([
    ['panel', () => kit().url],
    ['key store', () => kit().keysUrl],
  ])('looks for tables in pg_temp last, in every function of the %s', async (_, urlOf) => {
    expect(await misled(urlOf())).toEqual([]);
    const wrong = 'language plpgsql security definer set search_path = public as $$ begin end $$';
    await connected(urlOf(), (owner) => owner.query(`create function wrong() returns void ${wrong}`));
    expect(await misled(urlOf())).toEqual(['wrong']);
    await connected(urlOf(), (owner) => owner.query('drop function wrong'));
  });

  it('runs nothing of a process that hides our tables behind temporary ones', async () => {
    const did = await registered(kit());
    const id = await idOf(kit(), did);
    await kit().db.query(`grant temporary on database ${nameOf(kit().url)} to panel_api`);
    await connected(appUrlOf(kit().url, 'api'), async (attacker) => {
      // Each takes note of whose rights it runs with.
      await attacker.query(`
        create temporary table ran (role text);
        create function pg_temp.run() returns trigger language plpgsql as
          $f$ begin insert into pg_temp.ran values (current_user); return new; end $f$;
        create temporary table ledger_totals (like public.ledger_totals including defaults);
        create trigger run before insert on pg_temp.ledger_totals for each statement execute function pg_temp.run();
        create temporary table panelists as select id, status from public.panelists;
        create trigger run before update on pg_temp.panelists for each row execute function pg_temp.run();
        grant all on pg_temp.ran, pg_temp.ledger_totals, pg_temp.panelists to public`);
      await attacker.query("insert into postings select 1, 'pending', 1 where false");
      await attacker.query('delete from public.panelists where id = $1', [id]);
      expect((await attacker.query('select role from ran')).rows).toEqual([]);
    });
    await kit().db.query(`revoke temporary on database ${nameOf(kit().url)} from panel_api`);
  });
});

describe('T20: a process', () => {
  const makesTable = (url: string, role: ProcessRole) =>
    connected(appUrlOf(url, role), (client) => client.query('create temporary table mine (id integer)'));

  it('may not create temporary tables in a database that the product has set up', async () => {
    for (const kind of ['panel', 'key-store'] as const) {
      const url = urlOfDatabase(kit().url, `${nameOf(kit().url)}_new_${kind}`);
      await createDatabaseIfMissing(kit().url, nameOf(url));
      await makesTable(url, 'api');
      await migrate(url, kind);
      for (const role of PROCESS_ROLES)
        await expect(makesTable(url, role), `${role} in the ${kind}`).rejects.toThrow(
          'permission denied to create temporary',
        );
    }
  });

  it('is not started as a role that may create them', async () => {
    await kit().db.query(`grant temporary on database ${nameOf(kit().url)} to public`);
    const given = { databaseUrl: appUrlOf(kit().url, 'api'), keysUrl: kit().keysUrl, sandboxUrl: null };
    const live = { ...kit().config, ...given, mode: 'live' as const };
    await expect(createServices(live)).rejects.toThrow(
      `as the database’s owner, revoke temporary on database ${nameOf(kit().url)} from public.`,
    );
    const services = await createServices({ ...live, migrationsUrl: kit().url });
    await services.close();
  });
});
