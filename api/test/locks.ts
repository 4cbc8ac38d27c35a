/** Two concurrent transactions: one is held open, and the other waits for its locks. */
import { expect } from 'vitest';
import type { Database, Tx } from '../src/platform/database/database.ts';
import type { Kit } from './kit.ts';

/** Does the work in a transaction that stays open until told to commit. */
export function holdTransaction(
  database: Database,
  work: (tx: Tx) => Promise<unknown>,
): Promise<{ commit(): Promise<void> }> {
  return new Promise((held, failed) => {
    let mayCommit = () => {};
    const told = new Promise<void>((resolve) => {
      mayCommit = resolve;
    });
    const committed = database.transaction(async (tx) => {
      await work(tx);
      held({
        commit() {
          mayCommit();
          return committed;
        },
      });
      await told;
    });
    committed.catch(failed);
  });
}

/** Resolves once a statement, or this many of them, waits for a lock. */
export const aLockIsAwaited = ({ db }: Kit, statements = 1) =>
  expect
    .poll(async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await db.query(waiting)).rowCount;
    })
    .toBe(statements);
