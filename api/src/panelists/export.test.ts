/** Checks an export against the schema: it has every stored field about the person, and nothing about anyone else. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLanguage, firstName } from '@panel/domain/panelists/questions';
import { transport } from '@panel/domain/profiling/questions/habits';
import { beforeAll, describe, expect, it } from 'vitest';
import { useOperator } from '../console/operator.testing.ts';
import { liveWholeLife, OTHER_PERSON as OTHER, PERSON } from './whole-life.testing.ts';

const operator = useOperator();
const { kit, operate, folder } = operator;

const WITHDRAWALS = 'withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id = $1::uuid';
const SESSIONS = 'select id from survey_sessions where panelist_id = $1::uuid';
const SUBJECTS = `select $1::uuid::text union select d.id::text from ${WITHDRAWALS}
  union select 'D-' || id from disputes where panelist_id = $1::uuid
  union select id::text from messages where panelist_id = $1::uuid
  union select id::text from partner_events where session_id in (${SESSIONS})`;
/** The columns without a foreign key that tie a row to the panelist $1. */
const TIES: Readonly<Record<string, string>> = {
  'panelists.id': '= $1::uuid',
  'tombstones.did_index': '= (select did_index from panelists where id = $1::uuid)',
  'partner_statement_rows.session_id': `in (${SESSIONS})`,
  'settlements.reference': `in (select d.reference from ${WITHDRAWALS})`,
  'settlement_rows.reference': `in (select d.reference from ${WITHDRAWALS})`,
  'settlement_write_offs.reference': `in (select d.reference from ${WITHDRAWALS})`,
  'issuer_questions.reference': `in (select d.reference from ${WITHDRAWALS})`,
  'messages.subject': `in (${SUBJECTS})`,
  'audit.subject': `in (${SUBJECTS})`,
  'proposals.facts': `->> 'subject' in (${SUBJECTS})`,
};
/** Rows of these are about people who have left. */
const OF_LEAVERS = ['claims', 'keys_to_destroy'];

type Reference = { readonly child: string; readonly column: string; readonly parent: string; readonly key: string };

/** The condition for a table's rows about the panelist: by its foreign keys, up to the panelist, or by ties. Null if the table is about no person. */
function conditionOf(table: string, references: readonly Reference[], below: readonly string[] = []): string | null {
  const conditions = [
    ...Object.entries(TIES).flatMap(([tie, condition]) =>
      tie.startsWith(`${table}.`) ? [`${tie.slice(table.length + 1)} ${condition}`] : [],
    ),
    ...references.flatMap(({ child, column, parent, key }) => {
      const isAbove = child === table && parent !== table && !below.includes(parent);
      const condition = isAbove ? conditionOf(parent, references, [...below, table]) : null;
      return condition === null ? [] : [`${column} in (select ${key} from ${parent} where ${condition})`];
    }),
  ];
  return conditions.length > 0 ? `(${conditions.join(' or ')})` : null;
}

async function conditionsByTable(): Promise<ReadonlyMap<string, string>> {
  const { rows: tables } = await kit().db.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  const { rows: references } = await kit().db.query<Reference>(`
    select conrelid::regclass::text as child, a.attname as column, confrelid::regclass::text as parent, k.attname as key
    from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`);
  return new Map(
    tables.flatMap(({ name }) => {
      const condition = conditionOf(name, references);
      return condition === null ? [] : [[name, condition] as const];
    }),
  );
}

/** Stored but not exported. Byte columns are keys, keyed hashes or encrypted; the tests look for the plain values instead. */
const LEFT_OUT: readonly (readonly [columns: RegExp, why: string])[] = [
  [/^audit\.(proposal|amount)$/, 'the proposal is among the proposals, with its amount'],
  [/\.(id|panelist_id|wallet_id|transfer_id|withdrawal_id|statement_id|file_id)$/, 'ids of our rows'],
  [
    /^(audit\.subject|messages\.subject|transfers\.(subject|change)|partner_events\.dedupe_key|proposals\.(proposal_key|reopens))$/,
    'made of such ids',
  ],
  [
    /^(audit\.(second_)?actor|audit\.\w+_subject|proposals\.\w+_(by|account|role)|panelist_notes\.account|disputes\.assigned_to|issuer_questions\.account|settlements\.readers)$/,
    'identify an operator',
  ],
  [/^partner_events\.is_withheld$/, 'follows from the effect'],
  [/^partner_events\.is_unknown_code$/, 'whether operators still have to map the code'],
  [/^card_openings\./, 'kept for ten minutes; the audit log says who opened it and why'],
  [/^data_(codes|unlocks)\./, 'kept for two days at most, to count codes and to end unlocks'],
  [/^profiles\.codes$/, 'the answers again, as numbers'],
  [/^quality_scores\.due_at$/, 'when the worker scores again'],
  [/^wallets\.row_lock$/, 'never has a value'],
  [/^profiling_due\.|^panelists\.inactivity_\w+$/, 'when the worker checks again; its notices are among the messages'],
  [
    /^(withdrawals\.(attempts|next_attempt_at)|proposals\.webhook_\w+|rewards\.changes|task_invitations\.position|settlement_rows\.position)$/,
    'internal counters of our queues',
  ],
];
const isLeftOut = (column: string) => LEFT_OUT.some(([columns]) => columns.test(column));

type Row = { readonly table: string; readonly values: Readonly<Record<string, unknown>> };

/** Every row that belongs to a panelist, without byte columns. */
async function rowsOf(id: string): Promise<Row[]> {
  const { rows: columns } = await kit().db.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, udt_name as type from information_schema.columns
     where table_schema = 'public' order by 1, ordinal_position`,
  );
  const rows: Row[] = [];
  for (const [table, condition] of await conditionsByTable()) {
    const own = columns.filter((column) => column.table === table);
    const read = own
      .filter(({ type }) => type !== 'bytea')
      .map(({ column, type }) => (type === 'date' ? `${column}::text` : column));
    const found = await kit().db.query(`select ${read.join()} from ${table} where ${condition}`, [id]);
    rows.push(...found.rows.map((values) => ({ table, values })));
  }
  return rows;
}

/** All nested values as text, with their names. */
function leavesOf(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (value instanceof Date) return [value.toISOString()];
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).flatMap(([name, part]) => [...(Array.isArray(value) ? [] : [name]), ...leavesOf(part)]);
}

const isObject = (part: unknown): part is object => typeof part === 'object' && part !== null;
const isList = (part: unknown) => Array.isArray(part) && part.some(isObject);

/** The objects of an export that may represent a row: each list element with all its values, other objects without their lists. */
function objectsOf(value: object): Set<string>[] {
  if (Array.isArray(value)) return value.filter(isObject).map((element) => new Set(leavesOf(element)));
  const parts = Object.entries(value);
  const own = parts.filter(([, part]) => !isObject(part) || (Array.isArray(part) && !isList(part)));
  return [
    new Set(leavesOf(Object.fromEntries(own))),
    ...parts.flatMap(([, part]) => (isObject(part) ? objectsOf(part) : [])),
  ];
}

/** The values of a row that must be exported, by column. */
const exportable = ({ table, values }: Row) =>
  Object.entries(values).flatMap(([name, value]) => {
    const column = `${table}.${name}`;
    return isLeftOut(column) ? [] : leavesOf(value).map((leaf) => [column, leaf] as const);
  });

let ids: [string, string];
let text: string;
/** Fills columns that are only set when something went wrong or a partner's survey was known beforehand. */
async function fillRareColumns(id: string): Promise<void> {
  const set = (statement: string) => kit().db.query(statement, [id]);
  await set(`update withdrawals set outcome_code = 'device-unreachable', settled_at = '2026-11-02', unreachable_since = '2026-11-03'
    where wallet_id = (select id from wallets where panelist_id = $1::uuid)`);
  await set(
    `update survey_sessions set survey_id = 'survey-4711', stated_minutes = 12, is_fast = true where partner = 'cint-match' and panelist_id = $1::uuid`,
  );
  await set('update submissions set form_seconds = 77 where panelist_id = $1::uuid');
  await set(`update partner_events set reason = 'speeding' where outcome = 'reversed' and session_id in (${SESSIONS})`);
}

beforeAll(async () => {
  ids = [await liveWholeLife(operator, PERSON), await liveWholeLife(operator, OTHER)];
  await fillRareColumns(ids[0]);
  const to = join(folder(), 'person.json');
  await operate('export-person', { did: PERSON.did, to, reason: 'asked by mail', second: 'sipho' });
  text = await readFile(to, 'utf8');
});

describe('T27: an export', () => {
  it('has every field of every row about the person, one object per row', async () => {
    // The audit row of the export itself is written after it.
    const rows = (await rowsOf(ids[0])).filter(({ values }) => values.operation !== 'export-person');
    const objects = objectsOf(JSON.parse(text));
    const missing = rows.flatMap((row) => {
      const wanted = exportable(row);
      const lacking = objects.map((object) => wanted.filter(([, leaf]) => !object.has(leaf)));
      const [least = []] = lacking.sort((one, other) => one.length - other.length);
      return least.map(([column, leaf]) => `${column}: ${leaf}`);
    });
    expect([...new Set(missing)]).toEqual([]);
    for (const value of Object.values({ ...PERSON, number: PERSON.did })) expect(text).toContain(value);
    expect(text).toContain(`Nobody paid ${PERSON.firstname} ${PERSON.surname}.`);
  });

  it('is tested on a person with rows in every table about panelists, and a value in every column', async () => {
    const rows = await rowsOf(ids[0]);
    const about = [...(await conditionsByTable()).keys()].filter((name) => !OF_LEAVERS.includes(name));
    expect([...new Set(rows.map(({ table }) => table))].sort()).toEqual(about.sort());
    // A table that names a person by a column without a foreign key needs a tie.
    const { rows: naming } = await kit().db.query<{ table: string }>(`
      select distinct table_name as table from information_schema.columns
      where table_schema = 'public' and column_name in ('did_index', 'panelist_id', 'wallet_id', 'session_id', 'reference')`);
    expect(naming.filter(({ table }) => ![...about, ...OF_LEAVERS].includes(table))).toEqual([]);
    const empty = rows
      .flatMap((row) => Object.keys(row.values).map((name) => `${row.table}.${name}`))
      .filter((column) => !isLeftOut(column))
      .filter((column, index, columns) => columns.indexOf(column) === index)
      .filter((column) => !rows.some((row) => exportable(row).some(([name]) => name === column)));
    expect(empty).toEqual([]);
    const columns = rows.flatMap((row) => Object.keys(row.values).map((name) => `${row.table}.${name}`));
    for (const [pattern] of LEFT_OUT)
      expect(
        columns.some((column) => pattern.test(column)),
        String(pattern),
      ).toBe(true);
  });

  it('is also available as text, with questions and answers as they are worded', async () => {
    const to = join(folder(), 'person.txt');
    await operate('export-person', { did: PERSON.did, format: 'text', to, reason: 'asked by mail', second: 'sipho' });
    const readable = await readFile(to, 'utf8');
    const data = JSON.parse(text);
    for (const question of [firstName, firstLanguage, transport]) {
      const options = 'options' in question ? question.options : [];
      const answer = [data.answers[question.id]]
        .flat()
        .map((one) => options.find(({ code }) => code === one)?.label ?? one);
      expect(readable).toContain(`\n  ${question.label}: ${answer.join('; ')}\n`);
    }
    const { answers: _, submissions, ...rest } = data;
    expect(readable.match(/^submissions \d+$/gm)).toHaveLength(submissions.length);
    const values: string[] = [];
    // Times are formatted too.
    JSON.stringify(rest, (_, value) => {
      if (typeof value === 'number' || (typeof value === 'string' && !/^\d{4}-\d\d-\d\dT/.test(value)))
        values.push(String(value));
      return value;
    });
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => !readable.includes(value))).toEqual([]);
  });

  it('has nothing about another panelist, and no PIN, hash or key', async () => {
    const own = new Set((await rowsOf(ids[0])).flatMap(({ values }) => leavesOf(values)));
    const foreign = (await rowsOf(ids[1])).flatMap(({ values }) => leavesOf(values)).filter((leaf) => !own.has(leaf));
    const isTelling = (leaf: string) => leaf.length >= 8 && !/^\d{4}-\d\d-\d\dT/.test(leaf);
    const telling = [...new Set([...foreign.filter(isTelling), ids[1], ...Object.values(OTHER)])];
    expect(telling.length).toBeGreaterThan(20);
    expect(telling.filter((leaf) => text.includes(leaf))).toEqual([]);
    const pins = [...kit().issuer.issued.values()].flatMap((issued) => (issued.kind === 'issued' ? [issued.pin] : []));
    const { rows } = await kit().db.query(
      "select encode(did_index, 'hex') as did, encode(number_index, 'hex') as number from panelists",
    );
    const secrets = [...pins, PERSON.number, ...rows.flatMap(({ did, number }) => [did, number])];
    expect(pins).toHaveLength(2);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
