import { expect, it } from 'vitest';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import { sql } from '../platform/database/database.ts';
import { deepMoneyCheck } from '../rewards/money-check.ts';
import { unfreezePayouts } from '../rewards/payout-freezes.ts';
import { payoutForReview } from '../rewards/rewards.testing.ts';
import { auditOf, type Browser, useConsole } from './console.testing.ts';

const { kit, signIn } = useConsole();

const propose = async (browser: Browser, inputs: object): Promise<string> =>
  (await browser.operate('resolve-payout', { reason: 'asked the issuer', ...inputs })).json().proposal;

it('T27: a slow approval with a remark doesn’t block freezing payouts', async () => {
  const [one, two] = [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
  const { id } = await payoutForReview(kit());
  const proposal = await propose(one, { id, outcome: 'not-issued' });
  const { database, clock } = kit().deps;
  const slow = await holdTransaction(database, (tx) =>
    tx.many(sql`select from withdrawals where id = ${id} for update`),
  );
  const approval = two.approve(proposal, 'ticket 55121');
  await aLockIsAwaited(kit());
  expect((await one.operate('freeze-payouts', { reason: 'a doubt' })).statusCode).toBe(200);
  await slow.commit();
  expect((await approval).statusCode).toBe(200);
  expect((await auditOf(kit())).slice(-3)).toMatchObject([
    { actor: 'finance-1', operation: 'freeze-payouts' },
    { actor: 'finance-2', operation: 'resolve-payout', step: 'approved', reason: 'ticket 55121' },
    { actor: 'finance-1', second_actor: 'finance-2', operation: 'resolve-payout', step: 'done' },
  ]);
  await database.transaction((tx) => unfreezePayouts(tx, clock.now()));
});

it('T27: a slow proposal doesn’t block other audit entries', async () => {
  const [one, two] = [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
  const { id } = await payoutForReview(kit());
  const insert = await holdTransaction(kit().deps.database, (tx) =>
    tx.many(sql`lock table proposals in exclusive mode`),
  );
  const proposal = propose(one, { id, outcome: 'not-issued' });
  await aLockIsAwaited(kit());
  expect((await two.get('/api/console/pages/money?format=csv&table=flows')).statusCode).toBe(200);
  await insert.commit();
  expect(await proposal).toMatch(/^P-/);
  expect((await auditOf(kit())).slice(-2)).toMatchObject([
    { actor: 'finance-2', operation: 'save-csv', inputs: { page: 'money', table: 'flows' } },
    { actor: 'finance-1', operation: 'resolve-payout', step: 'proposed' },
  ]);
});

it('I15: two concurrent approvals with the same voucher resolve only one payout', async () => {
  const [one, two] = [await signIn('finance-1', 'finance'), await signIn('finance-2', 'finance')];
  const voucher = { outcome: 'issued', serial: 'S-1', transaction: 'T-same', pin: '1234567890123456' };
  const [first, second] = [await payoutForReview(kit()), await payoutForReview(kit())];
  const proposals = [
    await propose(one, { id: first.id, ...voucher }),
    await propose(one, { id: second.id, ...voucher }),
  ];
  // Approvals end with the audit lock. While it is held, both check the voucher before either records it.
  const audit = await holdTransaction(kit().deps.database, (tx) =>
    tx.many(sql`select pg_advisory_xact_lock(hashtext('audit chain'))`),
  );
  const approvals = proposals.map((proposal) => two.approve(proposal));
  await aLockIsAwaited(kit(), 2);
  await audit.commit();
  const answers = await Promise.all(approvals);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const refused = answers.find(({ statusCode }) => statusCode === 409);
  expect(refused?.payload).toContain('is another payout’s voucher');
  const { rows } = await kit().db.query("select from vouchers where issuer_transaction = 'T-same'");
  expect(rows).toHaveLength(1);
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});
