/** Rows that are broken on purpose, and the items that were set aside because of them. */
import { beforeEach } from 'vitest';
import { NOW } from '../../test/kit.ts';
import { useConsole } from '../console/console.testing.ts';
import { walletIdOfDid } from '../rewards/rewards.testing.ts';

/** For the whole file. */
export function useBadRows() {
  const { kit, signIn } = useConsole();
  let planted = 0;
  beforeEach(async () => {
    kit().clock.set(NOW);
    await kit().db.query('delete from failed_items');
  });
  return {
    kit,
    signIn,
    failedItems: async () =>
      (await kit().db.query('select job, item, reason, failures from failed_items order by job, item')).rows,
    /** Adds cents to what is pending in a panelist's wallet, past the ledger. */
    addCents: async (did: string, cents: number) =>
      kit().db.query('update wallets set pending = pending + $2 where id = $1', [
        await walletIdOfDid(kit(), did),
        cents,
      ]),
    /** Writes of a row that meets this condition fail. Returns a function that mends it. */
    async breakRow(table: string, condition: string, write = 'insert or update'): Promise<() => Promise<unknown>> {
      const name = `break_row_${++planted}`;
      await kit().db.query(`
        create function ${name}() returns trigger language plpgsql as
          $$ begin raise exception 'broken' using errcode = 'data_exception', constraint = 'planted'; end $$;
        create trigger ${name} before ${write} on ${table} for each row when (${condition}) execute function ${name}()`);
      return () => kit().db.query(`drop function ${name} cascade`);
    },
  };
}
