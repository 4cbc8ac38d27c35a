/**
 * Explains every statement that the tests of the api have sent, on a large panel. Runs after them: `npm test`, or with the tests of a feature
 * `npx vitest run api/src/rewards api/test/plans.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@panel/domain/paths';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { useOperator } from '../src/console/operator.testing.ts';
import { liveWholeLife, PERSON } from '../src/panelists/whole-life.testing.ts';
import { send } from './kit.ts';
import { fillKeyStore, insertLargePanel } from './large-panel.ts';
import { readSentStatements, type SentStatement } from './sent-statements.ts';
import { genericPlanOf } from './statements.ts';

/** Tables whose size does not depend on the panel's. */
const SMALL = new Set(
  `ledger_totals payout_freezes claims database_timeline key_checks tasks migrations partner_days keys_to_destroy operator_sessions
  operator_names proposals card_openings panelist_notes daily_figures panel_counts settlement_files partner_blocks
  page_views failed_items party_calls partner_statements partner_code_mappings saved_samples survey_estimates survey_ends survey_lengths
  waived_statements issuer_questions settlement_write_offs`.split(/\s+/),
);

/** The worker’s figures of a day or of some months, which may be most of a table, and the newest key, which a restore asks for. */
const READS_MUCH =
  /^\s*(select '' as figure|insert into survey_(estimates|ends|lengths)\b|select max\(created_at\) from panelist_keys)/;

const squeeze = (text: string) => text.replace(/\s+/g, ' ').trim();
/** The key store is another database. */
const isOfKeyStore = (text: string) => text.includes('panelist_keys');

const SOURCES = join(import.meta.dirname, '../src');
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));
/** The beginning of each statement in the code, up to its first value, without a statement that it begins with. */
const beginnings = sources
  .filter(({ file }) => !/\.(test|testing|fixture)\.ts$/.test(file))
  .flatMap(({ text }) => [...text.matchAll(/\bsql`(?:\$\{\w+\})?([^`$]*)/g)].map(([, sent = '']) => squeeze(sent)));

const sent = readSentStatements();
/** Those of the product's code. Tests also send some, about tables that only they have. */
const statements = sent.statements.filter(({ text }) => {
  const words = squeeze(text);
  return beginnings.some((beginning) => beginning.length > 10 && words.startsWith(beginning));
});
/** Otherwise only what the tests of some features send is checked. */
const wereMostTestsRun =
  sent.files.size >
  sources.filter(({ file, text }) => file.endsWith('.test.ts') && text.includes('useKit(')).length / 2;

const operator = useOperator();
const { kit } = operator;
let keyStore: pg.Pool;

beforeAll(async () => {
  kit().db.on('error', () => {});
  keyStore = new pg.Pool({ connectionString: kit().keysUrl, max: 1 });
  await insertLargePanel(kit());
  await fillKeyStore(keyStore);
}, 600_000);
afterAll(() => keyStore.end());

it.runIf(wereMostTestsRun)('every statement in the code is sent by a test', () => {
  const texts = sent.statements.map(({ text }) => squeeze(text));
  expect(beginnings.filter((beginning) => !texts.some((text) => text.includes(beginning)))).toEqual([]);
});

/** What is wrong with a statement: an error, or the large tables that it reads as a whole. */
async function faultsOf({ text, needsIndex }: SentStatement): Promise<string[]> {
  try {
    const plan = await genericPlanOf(isOfKeyStore(text) ? keyStore : kit().db, text);
    return needsIndex && !READS_MUCH.test(text) ? largeTablesScanned(plan) : [];
  } catch (error) {
    return [String(error)];
  }
}
const largeTablesScanned = (plan: readonly string[]): string[] =>
  plan.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []).filter((table) => !SMALL.has(table));

it('each statement can be planned, and finds its rows in tables that grow by an index', async () => {
  const found: string[] = [];
  for (const statement of statements.filter(({ text }) => /^(select|with|insert|update|delete)\b/.test(squeeze(text))))
    found.push(...(await faultsOf(statement)).map((fault) => `${fault}: ${squeeze(statement.text).slice(0, 300)}`));
  expect(statements).not.toEqual([]);
  expect(found).toEqual([]);
});

it('a search of the audit reads only the entries that it finds', async () => {
  for (const { text } of statements.filter(({ text }) => text.includes('id + 0 as id')))
    expect((await genericPlanOf(kit().db, text)).join(), text).not.toContain('audit_pkey');
});

it('triggers and foreign keys find their rows by an index too', async () => {
  await kit().db.query('select pg_stat_force_next_flush()');
  await kit().db.query('select pg_stat_reset()');
  await liveWholeLife(operator, PERSON);
  expect((await send(kit(), 'DELETE', api.deleteProfile(PERSON.did))).statusCode).toBe(200);
  await endConnections();
  const { rows } = await kit().db.query('select relname, seq_scan::int from pg_stat_user_tables where seq_scan > 0');
  expect(rows.filter(({ relname }) => !SMALL.has(relname))).toEqual([]);
});

/** Ends every other connection and waits for that: a connection reports what it has read when it ends. */
async function endConnections(): Promise<void> {
  const others = 'from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  await kit().db.query(`select pg_terminate_backend(pid) ${others}`);
  await vi.waitUntil(async () => (await kit().db.query(`select ${others}`)).rowCount === 0, { timeout: 60_000 });
}
