import { api } from '@panel/domain/paths';
import { expect, it } from 'vitest';
import { goldenFor, registered, send, useKit } from '../../../test/kit.ts';
import { buildApp } from '../../app.ts';
import { earnAvailable } from '../../rewards/rewards.testing.ts';

const kit = useKit();

it('R21: while the key store does not answer, changes to dates of birth leave connections for withdrawals', async () => {
  const { deps } = kit();
  let giveUp: (error: Error) => void = () => {};
  const silence = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  const panelistKeys = { ...deps.vault.panelistKeys, getOrCreate: () => silence };
  const app = buildApp({ ...deps, vault: { ...deps.vault, panelistKeys } });
  const dids = await Promise.all(Array.from({ length: 30 }, () => registered(kit())));
  const withdrawing = dids.slice(0, 5);
  for (const did of withdrawing) await earnAvailable(kit(), did);
  const submitted = dids.map((did) =>
    app.inject({ method: 'PUT', url: api.dateOfBirth, payload: goldenFor('dateOfBirth', did) }),
  );
  // The rest wait for a slot and are refused, because the first ones still hold theirs.
  const refused = await Promise.race(submitted);
  expect(refused.statusCode).toBe(503);
  const withdrawn = await Promise.all(withdrawing.map((did) => app.inject(api.withdraw(did))));
  expect(withdrawn.map(({ statusCode }) => statusCode)).toEqual(withdrawing.map(() => 200));
  giveUp(new Error('the test is over'));
  await Promise.all(submitted);
  await app.close();
  expect((await send(kit(), 'PUT', api.dateOfBirth, goldenFor('dateOfBirth', dids[9] as string))).statusCode).toBe(200);
});
