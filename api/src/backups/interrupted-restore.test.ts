import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { api } from '@panel/domain/paths';
import { expect, it } from 'vitest';
import { registered, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { checkKeys } from '../platform/database/key-checks.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { withdrawing } from '../rewards/rewards.testing.ts';
import { useNewProducts } from './new-products.testing.ts';

const { kit, run, operate, folder } = useOperator();
const { newProduct } = useNewProducts(kit);

it('T27: a restore that is killed after loading the tables requests no voucher, and restore finish completes it', async () => {
  const file = join(folder(), 'panel.backup');
  const did = await withdrawing(kit());
  await run(`backup ${file}`);
  const restored = await newProduct();
  const { database } = restored.deps;
  const transaction = () => Promise.reject(new Error('killed'));
  const killed = { ...restored.deps, database: { ...database, transaction } };
  const restore = (deps = restored.deps) => run(`restore ${file}`, { reason: 'the disk is gone' }, deps);
  await expect(restore(killed)).rejects.toThrow('killed');

  expect((await send(restored, 'GET', api.registrationCheck(did))).statusCode).toBe(200);
  expect(await runPayouts(restored.deps)).toBe(0);
  await expect(restore()).rejects.toThrow('use restore finish');
  await run('restore finish', { reason: 'the disk is gone' }, restored.deps);
  expect(await runPayouts(restored.deps)).toBe(0);
  expect(await operate('resume-payouts', { reason: 'compared', second: 'sipho' }, restored.deps)).toContain(
    'a backup was',
  );
  expect(await runPayouts(restored.deps)).toBe(1);
  expect(await deepMoneyCheck(database)).toEqual({ ok: true, faults: [] });
});

it('T11: a restore with the wrong INDEX_KEY deletes no profile, and can be finished with the right key', async () => {
  const file = join(folder(), 'other-key.backup');
  const did = await registered(kit());
  await checkKeys(kit().deps.database, kit().config);
  await run(`backup ${file}`);
  const restored = await newProduct();
  const config = { ...kit().config, indexKey: randomBytes(32) };
  // The first start on the empty database records any key.
  await checkKeys(restored.deps.database, config);
  const reason = { reason: 'the disk is gone' };
  await expect(run(`restore ${file}`, reason, { ...restored.deps, config })).rejects.toThrow(
    /^INDEX_KEY is not the key .+ No profile was deleted, and payouts are frozen\. Correct it and use restore finish\.$/,
  );
  expect(await run('restore finish', reason, restored.deps)).toContain('0 panelists had left since');
  expect((await send(restored, 'GET', api.registrationCheck(did))).statusCode).toBe(200);
});
