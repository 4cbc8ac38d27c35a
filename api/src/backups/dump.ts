/**
 * A consistent copy of a database in gzipped JSON lines: a header, then each table as its name, its rows, its row count and checksum.
 * Tables that others refer to come first.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import pg from 'pg';
import { OperatorError } from '../console/operation.ts';
import { type Database, type Queries, type Statement, sql } from '../platform/database/database.ts';

const FORMAT = 'panel backup 1';
const BATCH = 500;
type TableSum = { readonly rows: number; readonly sum: string };
type DumpHeader = {
  readonly format: string;
  readonly takenAt: string;
  /** The last migration applied to the schema. */
  readonly migration: string;
};

/** The rows of a table, and a checksum that doesn't depend on their order. */
const checksumOf = (quoted: string): string =>
  `select count(*)::int as rows, coalesce(sum(('x' || left(md5(row_to_json(t)::text), 15))::bit(60)::bigint), 0)::text as sum
   from ${quoted} t`;

const statement = (name: string, text: string): Statement => ({ name: `dump ${name}`, text, values: [] });

type Table = { readonly name: string; readonly order: string };

/**
 * Every table except migrations; tables that others refer to come first. `order` is the key that a table's own rows refer to: a row can only
 * refer to an older one, which has a smaller key.
 */
async function tablesOf(db: Queries): Promise<Table[]> {
  const rows = await db.many<Table & { parents: string[] }>(sql`
    select c.relname::text as name, array(
      select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents,
      coalesce((
        select 'order by ' || quote_ident(a.attname) from pg_constraint f
        join pg_attribute a on a.attrelid = f.confrelid and a.attnum = f.confkey[1]
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid = c.oid limit 1), '') as order
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
    order by c.relname`);
  const ordered: Table[] = [];
  const isOrdered = (table: string) => ordered.some(({ name }) => name === table);
  while (ordered.length < rows.length) {
    const next = rows.find(({ name, parents }) => !isOrdered(name) && parents.every(isOrdered));
    if (!next) throw new Error('Some tables have circular foreign keys.');
    ordered.push(next);
  }
  return ordered;
}

async function* linesOf(db: Queries, takenAt: Date): AsyncGenerator<string> {
  const migration = await db.value<string>(sql`select max(name) from migrations`);
  const header: DumpHeader = { format: FORMAT, takenAt: takenAt.toISOString(), migration };
  yield JSON.stringify([header]);
  for (const { name: table, order } of await tablesOf(db)) {
    yield JSON.stringify([{ table }]);
    const quoted = pg.escapeIdentifier(table);
    const cursor = pg.escapeIdentifier(`dump ${table}`);
    await db.many(
      statement(
        `open ${table}`,
        `declare ${cursor} cursor for select row_to_json(t)::text as row from ${quoted} t ${order}`,
      ),
    );
    for (;;) {
      const batch = await db.many<{ row: string }>(statement(`read ${table}`, `fetch ${BATCH} from ${cursor}`));
      for (const { row: line } of batch) yield line;
      if (batch.length < BATCH) break;
    }
    const sum = await db.one<TableSum>(statement(`sum ${table}`, checksumOf(quoted)));
    yield JSON.stringify([{ end: table, ...sum }]);
  }
  yield JSON.stringify([{ end: FORMAT }]);
}

/** Writes to a .part file and renames it, so that a file with the final name is complete. */
export async function writeDump(database: Database, file: string, takenAt: Date): Promise<void> {
  const partial = `${file}.part`;
  await database.readOnly(
    async (db) => {
      await db.many(sql`set local timezone = 'UTC'`);
      async function* text() {
        for await (const line of linesOf(db, takenAt)) yield `${line}\n`;
      }
      await pipeline(Readable.from(text()), createGzip(), createWriteStream(partial, { mode: 0o600, flush: true }));
    },
    { fullScan: true },
  );
  await rename(partial, file);
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip()).setEncoding('utf8');
  source.once('error', (error) => text.destroy(error));
  let rest = '';
  try {
    for await (const chunk of text) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new OperatorError(`The backup can’t be read: ${(error as Error).message}.`);
  }
}

type Mark = Partial<DumpHeader & TableSum> & { readonly table?: string; readonly end?: string };
const isRow = (line: string): boolean => line.startsWith('{');
const markOf = (line: string): Mark => (JSON.parse(line) as [Mark])[0];

/** When the backup was taken, and the last migration of its schema. */
export async function readHeader(file: string): Promise<DumpHeader> {
  for await (const line of readLines(file)) {
    const header = markOf(line);
    if (header.format === FORMAT) return header as DumpHeader;
    break;
  }
  throw new OperatorError('The file isn’t a backup.');
}

/** Ignores the tables that migrations or a starting process fill. */
export async function isInUse(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables
     where schemaname = 'public' and tablename not in ('migrations', 'ledger_totals', 'database_timeline', 'key_checks')`,
  );
  for (const { name } of tables) {
    const { rowCount } = await client.query(`select from ${pg.escapeIdentifier(name)} limit 1`);
    if (rowCount) return true;
  }
  return false;
}

/** All columns except generated ones. */
async function writableColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  return rows[0].columns;
}

/**
 * Loads all tables in one transaction, together with what `beforeCommit` writes, or none if the file was truncated or changed. Needs the
 * owner's connection.
 */
export async function loadDump(client: pg.Client, file: string, beforeCommit: () => Promise<unknown>): Promise<void> {
  await client.query("begin; set local timezone = 'UTC'");
  let [table, columns] = ['', ''];
  let isComplete = false;
  let batch: string[] = [];
  const insertBatch = async () => {
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [`[${batch.join()}]`],
    );
    batch = [];
  };
  for await (const line of readLines(file)) {
    if (isRow(line)) {
      batch.push(line);
      if (batch.length === BATCH) await insertBatch();
      continue;
    }
    const mark = markOf(line);
    if (mark.table) {
      table = pg.escapeIdentifier(mark.table);
      columns = await writableColumns(client, table);
      // The backup has the totals and hashes that triggers would write again. Migrations have inserted rows into some tables.
      await client.query(`alter table ${table} disable trigger user; delete from ${table}`);
    } else if (mark.end === FORMAT) isComplete = true;
    else if (mark.end) {
      await insertBatch();
      await finishTable(client, mark.end, mark);
    }
  }
  if (!isComplete) throw new OperatorError('The backup is incomplete: its end is missing.');
  await beforeCommit();
  await client.query('commit');
}

async function finishTable(client: pg.Client, table: string, { rows, sum }: Mark): Promise<void> {
  const quoted = pg.escapeIdentifier(table);
  const { rows: found } = await client.query<TableSum>(checksumOf(quoted));
  if (found[0]?.rows !== rows || found[0]?.sum !== sum)
    throw new OperatorError(`The table ${table} doesn’t match its checksum.`);
  await client.query(`alter table ${quoted} enable trigger user`);
  const { rows: columns } = await client.query(
    `select attname from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [quoted],
  );
  for (const { attname } of columns)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce(max(${pg.escapeIdentifier(attname)}), 0) + 1, false) from ${quoted}`,
      [quoted, attname],
    );
}
