import { DAY_MS } from '@panel/domain/durations';
import { api } from '@panel/domain/paths';
import { expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { auditOf, useConsole } from '../console/console.testing.ts';
import { runPayouts } from '../rewards/payouts.testing.ts';
import { ENOUGH, earnAvailable } from '../rewards/rewards.testing.ts';
import { eraseDeliveredPins } from '../rewards/sealed-data.ts';
import { composersOf } from '../worker/worker.ts';
import { deliverMessages } from './messages.testing.ts';

const { kit, signIn } = useConsole();

it('T27, T29: two people close an undeliverable voucher message, and its PIN and device are erased a day later', async () => {
  const [proposer, finance] = [await signIn('finance-2', 'finance'), await signIn('finance-1', 'finance')];
  const did = await registered(kit());
  await earnAvailable(kit(), did);
  await send(kit(), 'GET', api.withdraw(did));
  await runPayouts(kit().deps);
  kit().superApp.answers((_, response) => void response.writeHead(404).end());
  await deliverMessages(kit().deps, composersOf(kit().deps));
  const inReview = async () => (await finance.page('money')).messages;
  const [{ message: id, ...shown }] = await inReview();
  const { rows } = await kit().db.query('select reference from withdrawals');
  expect(shown).toMatchObject({ kind: 'voucher', reference: rows[0].reference, amount: ENOUGH });

  const close = (values: object) => proposer.operate('close-message', { id, ...values });
  expect((await close({})).json()).toMatchObject({ errors: [{ field: 'reason' }] });
  const { proposal } = (await close({ reason: 'the number is gone' })).json();
  expect(await inReview()).toMatchObject([{ message: id, proposal }]);
  expect((await proposer.approve(proposal)).statusCode).toBe(409);
  const { proposals } = await finance.page('today');
  expect(proposals).toMatchObject([{ amount: ENOUGH, facts: [{ proposed: { text: 'Voucher' } }, {}, {}] }]);
  expect((await finance.approve(proposal)).json()).toMatchObject({ done: true });
  expect(await inReview()).toEqual([]);
  expect((await auditOf(kit())).at(-1)).toMatchObject({
    actor: 'finance-2',
    operation: 'close-message',
    subject: id,
    reason: 'the number is gone',
  });
  expect((await close({ reason: 'again' })).json().detail).toContain('No message with this id');

  const kept = async () =>
    (
      await kit().db.query(`
        select v.pin_sealed is not null as pin, d.did_sealed is not null as device
        from withdrawals d join vouchers v on v.withdrawal_id = d.id`)
    ).rows;
  const eraseAt = (ms: number) => eraseDeliveredPins(kit().deps.database, new Date(NOW.getTime() + ms));
  await eraseAt(DAY_MS - 1);
  expect(await kept()).toEqual([{ pin: true, device: true }]);
  await eraseAt(DAY_MS);
  expect(await kept()).toEqual([{ pin: false, device: false }]);
});
