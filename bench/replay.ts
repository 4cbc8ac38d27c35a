/** The SQL statements of calls, read from PostgreSQL's log and sent again by the driver alone to a copy of the database. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type CallName, callOf } from './calls.ts';
import { sendCalls } from './load.ts';
import type { BenchDatabase } from './product.ts';
import { median } from './statistics.ts';

/** Settings for a log that a program can read. */
export const STATEMENT_LOG = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'statements',
} as const;

/** The log collector writes with a short delay. */
const LOG_WRITTEN_MS = 500;

type Statement = { readonly text: string; readonly values: (string | null)[] };

/** `$1 = 'it''s', $2 = NULL` as values. */
function readParameters(detail: string): (string | null)[] {
  return [...detail.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(
    ([, text]) => text?.replaceAll("''", "'") ?? null,
  );
}

/** The logged statements, in order. */
function readLog(folder: string): Statement[] {
  const lines = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.flatMap((line) => {
    if (!/"message":"(execute|statement)\b/.test(line)) return [];
    const { message, detail = '' } = JSON.parse(line) as { message: string; detail?: string };
    const text = message.replace(/^(statement|execute [^:]*): /, '');
    return isOwn(text) ? [] : [{ text, values: readParameters(detail) }];
  });
}

const isOwn = (text: string): boolean => /^(alter system|select pg_reload_conf|show log_statement)/.test(text);

async function setLogging(client: pg.Client, value: 'all' | 'none'): Promise<void> {
  await client.query(`alter system set log_statement = '${value}'`);
  await client.query('select pg_reload_conf()');
  for (let shown = ''; shown !== value; ) shown = (await client.query('show log_statement')).rows[0].log_statement;
}

/** Splits the log of this many calls of one kind into calls. With transactions, each ends at its commit. */
function splitCalls(statements: readonly Statement[], count: number): Statement[][] {
  const isCommit = ({ text }: Statement) => text.toLowerCase() === 'commit';
  if (statements.filter(isCommit).length !== count) {
    const perCall = statements.length / count;
    return Array.from({ length: count }, (_, call) => statements.slice(call * perCall, (call + 1) * perCall));
  }
  const calls: Statement[][] = [[]];
  for (const statement of statements) {
    calls.at(-1)?.push(statement);
    if (isCommit(statement)) calls.push([]);
  }
  return calls.slice(0, count);
}

/** A copy of the current database. It must have no other connections. */
export async function copyDatabase(database: BenchDatabase): Promise<string> {
  const url = new URL(database.url);
  url.pathname = '/postgres';
  const admin = new pg.Client({ connectionString: url.href });
  await database.client.end();
  await admin.connect();
  await admin.query('create database bench_copy template panel');
  await admin.query('checkpoint');
  await admin.end();
  await database.reconnect();
  url.pathname = '/bench_copy';
  return url.href;
}

type CapturedCalls = { readonly name: CallName; readonly calls: readonly Statement[][] };

/** Sends this many calls of each kind, one after the other, and returns the statements of each. */
export async function captureStatements(
  { client, folder }: BenchDatabase,
  origin: string,
  names: readonly CallName[],
  count: number,
  panelistAt: (index: number) => number,
): Promise<CapturedCalls[]> {
  await setLogging(client, 'all');
  const logFolder = join(folder, STATEMENT_LOG.log_directory);
  const captured: CapturedCalls[] = [];
  for (const [kind, name] of names.entries()) {
    const before = readLog(logFolder).length;
    await sendCalls(origin, count, 1, (index) => callOf(name, panelistAt(kind * count + index), origin));
    await sleep(LOG_WRITTEN_MS);
    captured.push({ name, calls: splitCalls(readLog(logFolder).slice(before), count) });
  }
  await setLogging(client, 'none');
  return captured;
}

/** Sends the statements of calls to a database, each as a named statement, and returns the median time of a call. */
export async function replay(client: pg.Client, calls: readonly Statement[][]): Promise<number> {
  const tookMs: number[] = [];
  for (const call of calls) {
    const began = performance.now();
    for (const { text, values } of call) {
      const name = `s_${createHash('md5').update(text).digest('hex')}`;
      await client.query(values.length === 0 ? text : { name, text, values });
    }
    tookMs.push(performance.now() - began);
  }
  return median(tookMs);
}
