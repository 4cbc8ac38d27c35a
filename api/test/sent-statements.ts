/** Keeps the statements that the product sends while tests run, for `plans.test.ts`, which runs last and explains each of them. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject } from 'vitest';

export type SentStatement = {
  readonly text: string;
  /** Whether it must find its rows by an index: it was sent outside of transactions that read whole tables. */
  readonly needsIndex: boolean;
};
type Record = { readonly file: string; readonly statements: readonly SentStatement[] };

const sent = new Map<string, boolean>();
/** Connections that may read whole tables until their transaction ends. */
const scanning = new WeakSet<pg.Client>();

const original = pg.Client.prototype.query;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [query] = args as [string | { text: string; name?: string }];
  const text = typeof query === 'string' ? query : query.text;
  if (/enable_seqscan = on|'force_custom_plan'/.test(text)) scanning.add(this);
  if (text === 'commit' || text === 'rollback') scanning.delete(this);
  if (typeof query === 'object' && /^s_[0-9a-f]{24}$/.test(query.name ?? ''))
    sent.set(text, sent.get(text) || !scanning.has(this));
  return Reflect.apply(original, this, args);
} as typeof original;

/** Stores what was sent since the last call, with the name of the test file that is ending. */
export function storeSentStatements(): void {
  const statements = [...sent].map(([text, needsIndex]): SentStatement => ({ text, needsIndex }));
  sent.clear();
  const record: Record = { file: expect.getState().testPath ?? '', statements };
  appendFileSync(join(inject('sentStatements'), `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`);
}

/** The statements of all test files that have ended, and these files. */
export function readSentStatements(): { readonly files: ReadonlySet<string>; readonly statements: SentStatement[] } {
  const folder = inject('sentStatements');
  const records = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record),
  );
  const needsIndex = new Map<string, boolean>();
  for (const statement of records.flatMap(({ statements }) => statements))
    needsIndex.set(statement.text, needsIndex.get(statement.text) || statement.needsIndex);
  return {
    files: new Set(records.map(({ file }) => file)),
    statements: [...needsIndex].map(([text, needs]) => ({ text, needsIndex: needs })),
  };
}
