import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useOperator } from '../console/operator.testing.ts';
import { useNewProducts } from './new-products.testing.ts';

const { kit, run, folder } = useOperator();
const { newProduct } = useNewProducts(kit);

it('R18: restores a row that the table holds long before the row of the same table that it refers to', async () => {
  const { db } = kit();
  await db.query(
    `insert into proposals (operation, inputs, facts, reason, proposed_by, proposed_account, proposed_role, proposed_at, ends_at, state,
       reopens, proposal_key)
     select 'close-payout', '{}', '{}', 'x', 'thandi', 'thandi', 'finance', now(), now(), 'open', case number when 2 then 1 end, number::text
     from generate_series(1, 1000) number`,
  );
  // PostgreSQL writes a changed row to another place: here behind the others.
  await db.query("update proposals set state = 'expired', decided_at = now() where id = 1");

  const file = join(folder(), 'panel.backup');
  await run(`backup ${file}`);
  const restored = await newProduct();
  expect(await run(`restore ${file}`, { reason: 'the disk is gone' }, restored.deps)).toContain('Every cent is');
  expect((await restored.db.query('select id from proposals where reopens = 1')).rows).toEqual([{ id: '2' }]);
});
