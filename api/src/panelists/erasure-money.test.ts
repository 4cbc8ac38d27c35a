import { expect, it } from 'vitest';
import { useConsole } from '../console/console.testing.ts';
import { complete, ENOUGH, earnAvailable, wallet, walletIdOfDid, withdrawing } from '../rewards/rewards.testing.ts';

const { kit, signIn } = useConsole();

it('T27: proposing to erase a person shows what is forfeited and what still gets delivered, and approving does that', async () => {
  const did = await withdrawing(kit());
  await earnAvailable(kit(), did, 4300);
  await complete(kit(), did, 3100);
  expect(await wallet(kit(), did)).toMatchObject({ available: 4300, pending: 3100, reserved: ENOUGH });
  const [support, finance] = [await signIn('support-1', 'support'), await signIn('finance-1', 'finance')];
  const { card } = (await support.operate('open-card', { did, reason: 'asked by mail' })).json();
  const propose = async () =>
    (await support.operate('erase-person', { panelist: card, reason: 'asked by mail' })).json().proposal as string;
  const factsOf = async (id: string) =>
    Object.fromEntries(
      (await finance.page(`proposal?id=${id}`)).proposal.facts.map((fact: { label: string; now: object }) => [
        fact.label,
        fact.now,
      ]),
    );
  const first = await propose();
  expect(await factsOf(first)).toMatchObject({
    Status: { text: 'Approved' },
    'Available, forfeited': { before: 4300, after: 0 },
    'Pending, forfeited': { before: 3100, after: 0 },
    'Payout in progress, still delivered': { before: ENOUGH, after: ENOUGH },
  });
  // What the approver agreed to forfeit must be what is forfeited.
  await earnAvailable(kit(), did, 1000);
  expect((await finance.approve(first)).json()).toMatchObject({ code: 'facts-changed' });
  const second = await propose();
  const walletId = await walletIdOfDid(kit(), did);
  expect((await finance.approve(second)).statusCode).toBe(200);
  const { rows } = await kit().db.query(
    'select available::int, pending::int, reserved::int from wallets where id = $1',
    [walletId],
  );
  expect(rows).toEqual([{ available: 0, pending: 0, reserved: ENOUGH }]);
});
