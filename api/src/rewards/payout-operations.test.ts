import { api } from '@panel/domain/paths';
import { formatRand } from '@panel/domain/rewards/amounts';
import { describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { useOperator } from '../console/operator.testing.ts';
import { messagesInReview } from '../messages/operations.ts';
import { deepMoneyCheck } from './money-check.ts';
import { runPayouts } from './payouts.testing.ts';
import { withdrawalsToResolve } from './review.ts';
import { ENOUGH, earnAvailable, wallet, withdrawing } from './rewards.testing.ts';
import { recordSettlement } from './settlements.ts';

const { kit, operate, audited, types } = useOperator();

describe('T27: operators', () => {
  it('resolve a payout that needs review with two people: issued, not issued or voided', async () => {
    const payoutForReview = async () => {
      const did = await registered(kit());
      await earnAvailable(kit(), did);
      await send(kit(), 'GET', api.withdraw(did));
      kit().issuer.answers({ kind: 'unknown', code: 'timeout' });
      await runPayouts(kit().deps);
      kit().clock.set(new Date(NOW.getTime() + 30 * 60_000));
      await runPayouts(kit().deps);
      kit().clock.set(NOW);
      return did;
    };
    const dids = [await payoutForReview(), await payoutForReview(), await payoutForReview()];
    const listed = await withdrawalsToResolve(kit().deps.database, NOW);
    expect(listed).toHaveLength(3);
    const [first = '', second = '', third = ''] = listed.map(({ id }) => id);
    const decide = (values: Record<string, string | boolean>) =>
      operate('resolve-payout', { reason: 'asked the issuer', second: 'sipho', ...values });
    await expect(decide({ id: first, second: 'thandi', outcome: 'not-issued' })).rejects.toThrow('someone else');
    await expect(decide({ id: first })).rejects.toThrow('--outcome: Required');
    await expect(decide({ id: first, outcome: 'perhaps' })).rejects.toThrow('--outcome: Choose one of');
    types('no pin');
    await expect(decide({ id: first, outcome: 'issued', serial: 'S77', transaction: 'T1' })).rejects.toThrow(
      '8 to 20 digits',
    );
    types('1234567890123456');
    await decide({ id: first, outcome: 'issued', serial: 'S77', transaction: 'T1' });
    await decide({ id: second, outcome: 'not-issued' });
    // The issuer's file has the voucher, so it can't be 'not issued', but it can be voided.
    const { rows } = await kit().db.query(
      `insert into settlements (reference, amount, serial_last4, transaction, read_at)
       select reference, amount, 'S3', 'T3', now() from withdrawals where id = $1 returning reference, amount`,
      [third],
    );
    await expect(decide({ id: third, outcome: 'not-issued' })).rejects.toThrow('says that the voucher was issued');
    await decide({ id: third, outcome: 'voided' });
    const line = { reference: rows[0].reference, amount: BigInt(rows[0].amount), serial: 'S3', transaction: 'T3' };
    const reader = { subject: 'name:sipho', account: 'sipho' };
    const match = await kit().deps.database.transaction((tx) => recordSettlement(tx, line, reader, NOW));
    expect(match).toMatchObject({ verdict: 'matched' });
    await expect(decide({ id: first, outcome: 'not-issued' })).rejects.toThrow('No payout with this id');
    const balances = await Promise.all(dids.map((did) => wallet(kit(), did)));
    expect(balances.map(({ available, reserved }) => [available, reserved]).sort()).toEqual([
      [0, 0],
      [ENOUGH, 0],
      [ENOUGH, 0],
    ]);
    expect(await audited()).toMatchObject({ actor: 'thandi', second_actor: 'sipho', reason: 'asked the issuer' });
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('S10: record a claim of money returned to a deleted profile, by the reference that its owner was given', async () => {
    const did = await withdrawing(kit());
    await send(kit(), 'DELETE', api.deleteProfile(did));
    kit().issuer.answers({ kind: 'refused', code: '2406' });
    await runPayouts(kit().deps);
    kit().issuer.answers();
    const { rows } = await kit().db.query(
      'select d.reference from withdrawals d join wallets w on w.id = d.wallet_id where w.panelist_id is null',
    );
    const claim = (reference: string) =>
      operate('claim-payout', { reference, reason: 'paid by bank transfer', second: 'sipho' });
    await expect(claim(`W${'0'.repeat(32)}`)).rejects.toThrow('No unclaimed money');
    expect(await claim(rows[0].reference)).toContain(`${formatRand(ENOUGH)} is recorded as claimed`);
    expect(await audited()).toMatchObject({ operation: 'claim-payout', second_actor: 'sipho' });
    await expect(claim(rows[0].reference)).rejects.toThrow('No unclaimed money');
    for (const change of ['update claims set amount = 1', 'delete from claims', 'truncate claims'])
      await expect(kit().db.query(change)).rejects.toThrow('only ever added to');
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('freeze payouts alone but resume them with two people: withdrawals in between wait, then arrive', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await operate('freeze-payouts', { reason: 'something is odd' });
    await operate('freeze-payouts', { reason: 'again' });
    expect((await send(kit(), 'GET', api.withdraw(did))).json()).toBe(true);
    await runPayouts(kit().deps);
    expect((await wallet(kit(), did)).reserved).toBe(ENOUGH);
    await expect(operate('resume-payouts', { reason: 'it was nothing', second: 'thandi' })).rejects.toThrow(
      'someone else',
    );
    expect(await operate('resume-payouts', { reason: 'it was nothing', second: 'sipho' })).toContain(
      'something is odd',
    );
    await runPayouts(kit().deps);
    expect(await wallet(kit(), did)).toMatchObject({ available: 0, reserved: 0 });
  });

  it('resend a message about money that needs review', async () => {
    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    await runPayouts(kit().deps);
    await kit().db.query(
      "update messages set state = 'needs-review' where kind = 'voucher' and subject = (select d.id::text from withdrawals d join wallets w on w.id = d.wallet_id join panelists p on p.id = w.panelist_id where p.did_index = $1)",
      [kit().vault.digest('did', did)],
    );
    const [{ id } = { id: '' }, ...others] = await messagesInReview(kit().deps.database);
    expect(others).toEqual([]);
    await operate('resend-message', { id, reason: 'the chat is back' });
    await expect(operate('resend-message', { id, reason: 'again' })).rejects.toThrow('No message with this id');
    const { rows } = await kit().db.query('select state, unknowns from messages where id = $1', [id]);
    expect(rows).toEqual([{ state: 'waiting', unknowns: 0 }]);
    expect(await audited()).toMatchObject({ operation: 'resend-message', reason: 'the chat is back' });
  });

  it('learn from /healthz/attention what needs attention', async () => {
    const look = async () => {
      const answer = await kit().internal.inject('/healthz/attention');
      return [answer.statusCode, answer.json()];
    };
    await kit().db.query("update messages set state = 'sent' where state = 'needs-review'");
    const quiet = { ok: true, payouts: 0, messages: 0, rewards: 0, failedItems: 0, frozen: false };
    expect(await look()).toEqual([200, quiet]);
    await operate('freeze-payouts', { reason: 'something is odd' });
    expect(await look()).toEqual([503, { ...quiet, ok: false, frozen: true }]);
    await operate('resume-payouts', { reason: 'it was nothing', second: 'sipho' });

    const did = await registered(kit());
    await earnAvailable(kit(), did);
    await send(kit(), 'GET', api.withdraw(did));
    await runPayouts(kit().deps);
    await kit().db.query("update messages set state = 'needs-review' where kind = 'voucher' and state = 'waiting'");
    expect((await look())[1]).toMatchObject({ ok: false, payouts: 0 });
    await kit().db.query("update messages set state = 'sent' where state = 'needs-review'");
    expect((await look())[0]).toBe(200);
  });
});
