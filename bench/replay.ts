/** The SQL statements of calls that write, read from PostgreSQL's log and sent again by the driver alone to a copy of the database. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { PLANNING_OPTIONS } from '../api/src/platform/database/connections.ts';
import type { Call } from './calls.ts';
import { sendCalls } from './load.ts';
import type { BenchDatabase } from './product.ts';

/** Settings for a log that a program can read. */
export const STATEMENT_LOG = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'statements',
} as const;

/** The log collector writes with a short delay. */
const LOG_WRITTEN_MS = 500;

/** Named, as the product's are, except for begin and commit. */
type Statement = { readonly name?: string; readonly text: string; readonly values: (string | null)[] };

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
    const values = readParameters(detail);
    return [{ text, values, ...(values.length > 0 && { name: createHash('md5').update(text).digest('hex') }) }];
  });
}

async function setLogging(client: pg.Client, value: 'all' | 'none'): Promise<void> {
  await client.query(`alter system set log_statement = '${value}'`);
  await client.query('select pg_reload_conf()');
  for (let shown = ''; shown !== value; ) shown = (await client.query('show log_statement')).rows[0].log_statement;
}

/** The transactions in the log, one per call, each with its begin and its commit. */
function transactionsOf(statements: readonly Statement[]): Statement[][] {
  const transactions: Statement[][] = [];
  let open: Statement[] | undefined;
  for (const statement of statements) {
    const text = statement.text.toLowerCase();
    if (text === 'begin') open = [];
    open?.push(statement);
    if (text !== 'commit' || !open) continue;
    transactions.push(open);
    open = undefined;
  }
  return transactions;
}

/** A copy of the current database, which must have no other connections. */
export async function copyDatabase({ client, url }: BenchDatabase): Promise<string> {
  await client.query('create database bench_copy template panel');
  await client.query('checkpoint');
  return new URL('/bench_copy', url).href;
}

/** Sends this many calls, one after the other, and returns the statements of each. */
export async function captureStatements(
  { client, folder }: BenchDatabase,
  origin: string,
  count: number,
  callAt: (index: number) => Call,
): Promise<Statement[][]> {
  const logFolder = join(folder, STATEMENT_LOG.log_directory);
  const before = readLog(logFolder).length;
  await setLogging(client, 'all');
  await sendCalls(origin, count, 1, callAt);
  await setLogging(client, 'none');
  await sleep(LOG_WRITTEN_MS);
  const transactions = transactionsOf(readLog(logFolder).slice(before));
  if (transactions.length !== count) throw new Error(`${count} calls made ${transactions.length} transactions`);
  return transactions;
}

/** A connection with the product's settings, which decide how statements are planned. */
export const connectLikeProduct = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString, options: PLANNING_OPTIONS, pipeline: true });
  await client.connect();
  return client;
};

/** Sends the statements of a call as the product does, in two round trips: begin, lock and read, then write and commit. Returns the time. */
export async function replay(client: pg.Client, statements: readonly Statement[]): Promise<number> {
  const send = (statement: Statement) => client.query(statement);
  const firstWrite = statements.findIndex(({ text }) => /^\s*(insert|update)\b/.test(text));
  const began = performance.now();
  await Promise.all(statements.slice(0, firstWrite).map(send));
  await Promise.all(statements.slice(firstWrite).map(send));
  return performance.now() - began;
}
