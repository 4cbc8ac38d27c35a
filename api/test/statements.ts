/** Records every statement that any code sends to a database. */
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';

type Sent = {
  readonly texts: readonly string[];
  /** How often a connection waited for an answer before it sent the next statement, or ended. */
  readonly roundTrips: number;
  clear(): void;
};

/** For the whole file: the statements sent since the last call of `clear`. */
export function recordStatements(): Sent {
  const texts: string[] = [];
  const unanswered = new WeakMap<pg.Client, number>();
  let roundTrips = 0;
  const original = pg.Client.prototype.query;
  beforeAll(() => {
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      const [query] = args as [string | { text: string }];
      texts.push(typeof query === 'string' ? query : query.text);
      const before = unanswered.get(this) ?? 0;
      if (before === 0) roundTrips += 1;
      const answer: unknown = Reflect.apply(original, this, args);
      if (answer instanceof Promise) {
        unanswered.set(this, before + 1);
        const answered = () => unanswered.set(this, (unanswered.get(this) ?? 1) - 1);
        answer.then(answered, answered);
      }
      return answer;
    } as typeof original;
  });
  afterAll(() => {
    pg.Client.prototype.query = original;
  });
  return {
    texts,
    get roundTrips() {
      return roundTrips;
    },
    clear: () => {
      texts.length = 0;
      roundTrips = 0;
    },
  };
}

/** PostgreSQL 15 has no `explain (generic_plan)`. */
export async function genericPlanOf(db: pg.Pool, text: string): Promise<string[]> {
  const values = text.includes('$1') ? `(${Array(new Set(text.match(/\$\d+/g)).size).fill('null')})` : '';
  const results = (await db.query(`
    deallocate all; set plan_cache_mode = force_generic_plan; prepare planned as ${text};
    explain (costs off) execute planned ${values}`)) as unknown as pg.QueryResult[];
  return results[3]?.rows.map((row) => row['QUERY PLAN'] as string) ?? [];
}
