import type { SamplePageData } from '@panel/domain/console/sample-page';
import { expect, it } from 'vitest';
import { LONG_LIMITS, registered, useKit } from '../../test/kit.ts';
import { withOperations } from '../operations.ts';
import { pagesWith } from '../pages.ts';
import { createDatabaseClient, type Database } from '../platform/database/database.ts';
import { appUrlOf } from '../platform/database/roles.ts';

const kit = useKit();
const OPERATOR = { subject: 'thandi', account: 'thandi', role: 'finance' } as const;
const read = (page: 'sample' | 'money' | 'partners', replica: Database, query = '') =>
  pagesWith(withOperations({ ...kit().deps, replica })).read(page, {
    operator: OPERATOR as never,
    query: new URLSearchParams(query),
    at: kit().clock.now(),
  });

it('pages read counts from a replica and money from the primary, and everything from the primary while the replica is down', async () => {
  const standby = createDatabaseClient(
    `${appUrlOf(kit().url)}?options=-c%20default_transaction_read_only%3Don`,
    LONG_LIMITS,
  );
  let asked = 0;
  const counting = (name: 'one' | 'many' | 'transaction') => (work: never) => {
    asked += 1;
    return standby[name](work) as never;
  };
  const replica = { ...standby, one: counting('one'), many: counting('many'), transaction: counting('transaction') };
  await read('money', replica);
  expect(asked).toBe(0);
  const fromReplica = await read('sample', replica);
  expect(asked).toBeGreaterThan(0);
  await standby.close();

  const gone = createDatabaseClient('postgres://nobody@127.0.0.1:1/none', {
    ...LONG_LIMITS,
    connectMs: 500,
    retryForMs: 0,
  });
  expect(await read('sample', gone)).toEqual(fromReplica);
  await gone.close();
});

it('ages are counted on a standby without writing to it, and operators’ own work is read from the primary', async () => {
  await registered(kit());
  const standby = createDatabaseClient(
    `${appUrlOf(kit().url)}?options=-c%20default_transaction_read_only%3Don`,
    LONG_LIMITS,
  );
  // Fails on a write, and on a query for partner blocks or tasks.
  const replica: Database = {
    ...standby,
    write: () => Promise.reject(new Error('written to a standby')),
    many: (statement) =>
      /partner_blocks|from tasks/.test(statement.text)
        ? Promise.reject(new Error('read from a standby'))
        : standby.many(statement),
  };
  const sample = (await read('sample', replica, 'ageFrom=18')) as SamplePageData;
  expect(sample.narrowing.find(({ rule }) => rule === 'age')).toMatchObject({ people: 1 });
  await read('partners', replica);
  await standby.close();
});
