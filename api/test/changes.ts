/** Which rows a call has changed, recorded by triggers on every table, and which rows belong to a panelist. */
import type pg from 'pg';
import type { Kit } from './kit.ts';

const tablesWith = async ({ db }: Kit, column = '%'): Promise<string[]> =>
  (
    await db.query(
      `select distinct table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name like $1 and table_name <> 'row_changes'`,
      [column],
    )
  ).rows.map((row) => row.table_name);

export type ChangeLog = {
  /** The tables in which a row was inserted, updated or deleted since the last call, each once. */
  take(): Promise<string[]>;
};

export async function recordChanges(kit: Kit): Promise<ChangeLog> {
  await kit.db.query(`
    create table row_changes (id bigint generated always as identity primary key, "table" text);
    create function record_change() returns trigger language plpgsql security definer as $$
      begin insert into row_changes ("table") values (tg_table_name); return null; end $$`);
  for (const table of await tablesWith(kit))
    await kit.db.query(
      `create trigger record_change after insert or update or delete on ${table} for each row execute function record_change()`,
    );
  let last = '0';
  return {
    async take() {
      const { rows } = await kit.db.query('select id, "table" from row_changes where id > $1 order by id', [last]);
      last = rows.at(-1)?.id ?? last;
      return [...new Set(rows.map((row) => row.table as string))].sort();
    },
  };
}

/** Every row that belongs to a panelist, as text. */
export async function rowsOf(kit: Kit, did: string): Promise<string[]> {
  const index = kit.vault.digest('did', did);
  const panelist = 'select id from panelists where did_index = $1';
  const wallet = 'select w.id from wallets w join panelists p on p.id = w.panelist_id where p.did_index = $1';
  const rows: string[] = [];
  for (const [column, owner] of [
    ['panelist_id', panelist],
    ['wallet_id', wallet],
  ] as const)
    for (const table of await tablesWith(kit, column)) {
      const found = await kit.db.query(
        `select '${table} ' || t::text as row from ${table} t where ${column} in (${owner}) order by 1`,
        [index],
      );
      rows.push(...found.rows.map(({ row }) => row as string));
    }
  const self = await kit.db.query('select p::text as row from panelists p where did_index = $1', [index]);
  return [...self.rows.map(({ row }) => row as string), ...rows];
}

/** Every row of every table, as text. */
export async function dump(db: pg.Pool): Promise<string> {
  const { rows } = await db.query("select tablename from pg_tables where schemaname = 'public'");
  const tables = await Promise.all(rows.map(({ tablename }) => db.query(`select t::text as row from ${tablename} t`)));
  return tables.flatMap((table) => table.rows.map(({ row }) => row)).join('\n');
}
