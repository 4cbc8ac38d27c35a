/** Records every statement that any code sends to a database. */
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

/** For the whole file: the statements sent since the last call of `clear`. */
export function recordStatements(): { readonly texts: readonly string[]; clear(): void } {
  const texts: string[] = [];
  const original = pg.Client.prototype.query;
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [query] = args as [string | { text: string }];
      texts.push(typeof query === 'string' ? query : query.text);
      return Reflect.apply(original, this, args);
    } as typeof original;
  });
  afterAll(() => {
    pg.Client.prototype.query = original;
  });
  return {
    texts,
    clear: () => {
      texts.length = 0;
    },
  };
}

/** PostgreSQL 15 has no `explain (generic_plan)`. */
export async function genericPlanOf(db: pg.Pool, text: string): Promise<string[]> {
  const values = text.includes('$1') ? `(${Array(new Set(text.match(/\$\d+/g)).size).fill('null')})` : '';
  const results = (await db.query(`
    set plan_cache_mode = force_generic_plan; prepare planned as ${text};
    explain (costs off) execute planned ${values}; deallocate planned`)) as unknown as pg.QueryResult[];
  return results[2]?.rows.map((row) => row['QUERY PLAN'] as string) ?? [];
}
