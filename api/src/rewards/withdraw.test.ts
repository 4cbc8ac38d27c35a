import { api } from '@panel/domain/paths';
import { MINIMUM_WITHDRAWAL_SHOWN } from '@panel/domain/rewards/amounts';
import { afterAll, describe, expect, it } from 'vitest';
import { check, NOW, newDid, registered, send, useKit } from '../../test/kit.ts';
import { deepMoneyCheck } from './money-check.ts';
import { runPayouts } from './payouts.testing.ts';
import { complete, ENOUGH, earnAvailable, wallet } from './rewards.testing.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const withdraw = async (did: string) => {
  const answer = await send(kit(), 'GET', api.withdraw(did));
  return answer.statusCode === 200 ? answer.json() : answer.statusCode;
};
const withdrawals = async (did: string) =>
  (
    await kit().db.query(
      'select d.amount::int, d.state from withdrawals d join wallets w on w.id = d.wallet_id join panelists p on p.id = w.panelist_id where p.did_index = $1 order by requested_at',
      [kit().vault.digest('did', did)],
    )
  ).rows;
/** The first round catches a withdrawal that locks nothing; the long form is `npm run test:long`. */
const ROUNDS = process.env.LONG ? 1000 : 10;

afterAll(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

describe('S8: a withdrawal', () => {
  it('takes the whole available balance, from the minimum on', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did, MINIMUM_WITHDRAWAL_SHOWN - 1);
    expect(await withdraw(did)).toBe(false);
    await earnAvailable(kit(), did, 1);
    await complete(kit(), did, 700);
    expect(await withdraw(did)).toBe(true);
    expect(await wallet(kit(), did)).toEqual({
      pending: 700,
      available: 0,
      reserved: MINIMUM_WITHDRAWAL_SHOWN,
      owed: 0,
    });
    expect(await check(kit(), did)).toMatchObject({
      available_reward: 0,
      pending_reward: 7,
      total_rewards: MINIMUM_WITHDRAWAL_SHOWN / 100 + 7,
    });
  });

  it('B2: is refused to a panelist who is not approved, and 404 for an unknown one', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await kit().db.query("update panelists set status = 'suspended' where did_index = $1", [
      kit().vault.digest('did', did),
    ]);
    expect(await withdraw(did)).toBe(false);
    expect(await withdrawals(did)).toEqual([]);
    expect(await withdraw(newDid())).toBe(404);
  });

  it('B6: requested again while open is the same withdrawal, even if another server’s clock is behind', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await withdraw(did);
    await runPayouts(kit().deps);
    await earnAvailable(kit(), did, ENOUGH + 1000);
    kit().clock.set(new Date(NOW.getTime() - 20_000));
    expect(await withdraw(did)).toBe(true);
    kit().clock.set(NOW);
    await earnAvailable(kit(), did);
    expect(await withdraw(did)).toBe(true);
    expect(await withdrawals(did)).toEqual([
      { amount: ENOUGH + 1000, state: 'reserved' },
      { amount: ENOUGH, state: 'paid' },
    ]);
    await runPayouts(kit().deps);
  });

  it('B6: requested again while open, or soon after, is the same withdrawal', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    expect([await withdraw(did), await withdraw(did)]).toEqual([true, true]);
    await runPayouts(kit().deps);
    expect(await withdrawals(did)).toEqual([{ amount: ENOUGH, state: 'paid' }]);
    expect(await withdraw(did)).toBe(true);
    kit().clock.set(new Date(NOW.getTime() + 11 * 60_000));
    expect(await withdraw(did)).toBe(false);
    kit().clock.set(NOW);
    expect(await withdrawals(did)).toHaveLength(1);
  });

  it('T8: fifty concurrent requests create one, in every round', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const did = await registered(kit());
      await earnAvailable(kit(), did, MINIMUM_WITHDRAWAL_SHOWN + round);
      const answers = await Promise.all(Array.from({ length: 50 }, () => withdraw(did)));
      expect(new Set(answers)).toEqual(new Set([true]));
      expect(await withdrawals(did)).toEqual([{ amount: MINIMUM_WITHDRAWAL_SHOWN + round, state: 'reserved' }]);
      expect(await wallet(kit(), did)).toEqual({
        pending: 0,
        available: 0,
        reserved: MINIMUM_WITHDRAWAL_SHOWN + round,
        owed: 0,
      });
    }
  }, 900_000);

  it('S10: of a deleted profile continues if it is open; the other balances are forfeited', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await withdraw(did);
    await earnAvailable(kit(), did, 800);
    await complete(kit(), did, 300);
    expect((await send(kit(), 'DELETE', api.deleteProfile(did))).json()).toBe(true);
    const { rows } = await kit().db.query(
      `select pending::int, available::int, reserved::int from wallets where panelist_id is null and reserved = ${ENOUGH}`,
    );
    expect(rows).toEqual([{ pending: 0, available: 0, reserved: ENOUGH }]);
    // All that wait, however many the rounds above have left.
    while ((await runPayouts(kit().deps)) > 0);
    const { rows: after } = await kit().db.query('select from wallets where panelist_id is null and reserved > 0');
    expect(after).toEqual([]);
  });

  it('S10: loses its PIN and device at a deletion if the voucher was delivered', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await withdraw(did);
    while ((await runPayouts(kit().deps)) > 0);
    const index = kit().vault.digest('did', did);
    const { rows } = await kit().db.query(
      'select d.id from withdrawals d join wallets w on w.id = d.wallet_id join panelists p on p.id = w.panelist_id where p.did_index = $1',
      [index],
    );
    await kit().db.query("update messages set state = 'sent', sent_at = $2 where subject = $1", [rows[0].id, NOW]);
    await send(kit(), 'DELETE', api.deleteProfile(did));
    const after = await kit().db.query(
      'select d.did_sealed, v.pin_sealed from withdrawals d join vouchers v on v.withdrawal_id = d.id where d.id = $1',
      [rows[0].id],
    );
    expect(after.rows).toEqual([{ did_sealed: null, pin_sealed: null }]);
  });

  it('B1: the history lists each reward and withdrawal, newest first', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    kit().clock.set(new Date(NOW.getTime() + 1000));
    await withdraw(did);
    kit().clock.set(new Date(NOW.getTime() + 2000));
    await complete(kit(), did, 1250);
    kit().clock.set(NOW);
    const { entries } = (await send(kit(), 'GET', api.history(did))).json();
    expect(entries).toMatchObject([
      { kind: 'reward', state: 'pending', amount: 12.5, available_on: '2026-11-29' },
      { kind: 'withdrawal', state: 'processing', amount: ENOUGH / 100 },
      { kind: 'reward', state: 'withdrawn', amount: ENOUGH / 100, date: '2026-10-31T10:00:00.000Z' },
    ]);
    expect(entries[2]).not.toHaveProperty('available_on');
  });
});
