import { MINUTE_MS } from '@panel/domain/durations';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { knows, NOW, useKit } from '../../test/kit.ts';
import { vaultLabel } from '../platform/security/vault.ts';
import type { IssueResult } from './issuer.ts';
import { deepMoneyCheck } from './money-check.ts';
import { freezePayouts, unfreezePayouts } from './payout-freezes.ts';
import { runPayouts } from './payouts.testing.ts';
import { ENOUGH, endMessagesOf, wallet, withdrawalOf, withdrawing } from './rewards.testing.ts';
import { eraseDeliveredPins } from './sealed-data.ts';

const kit = useKit({ DAILY_CAP_RAND: '100000' });
const after = (minutes: number) => kit().clock.set(new Date(NOW.getTime() + minutes * MINUTE_MS));
afterEach(() => {
  kit().clock.set(NOW);
  kit().issuer.answers();
  kit().superApp.reset();
});
afterAll(async () => {
  expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
});

const row = (did: string) => withdrawalOf(kit(), did);
const messages = (id: string) => endMessagesOf(kit(), id);
const PAID = { pending: 0, available: 0, reserved: 0, owed: 0 };
const BACK = { ...PAID, available: ENOUGH };
const OPEN = { ...PAID, reserved: ENOUGH };

describe('S8: a payout', () => {
  it('that the issuer accepts is paid: the PIN is encrypted and the message is queued', async () => {
    const did = await withdrawing(kit());
    await runPayouts(kit().deps);
    const { id, state, reference } = await row(did);
    expect(state).toBe('paid');
    expect(await wallet(kit(), did)).toEqual(PAID);
    expect(await messages(id)).toEqual([{ kind: 'voucher', state: 'waiting' }]);
    const voucher = (await kit().db.query('select * from vouchers where withdrawal_id = $1', [id])).rows[0];
    const issued = kit().issuer.issued.get(reference) as Extract<IssueResult, { kind: 'issued' }>;
    expect(kit().vault.open(vaultLabel.voucherPin(id), voucher.pin_sealed)).toBe(issued.pin);
    expect(JSON.stringify(voucher)).not.toContain(issued.pin);
  });

  it('that is refused is returned to the balance, and the chat says so', async () => {
    const did = await withdrawing(kit());
    kit().issuer.answers({ kind: 'refused', code: '2408' });
    await runPayouts(kit().deps);
    const { id, state, outcome_code } = await row(did);
    expect([state, outcome_code]).toEqual(['returned', '2408']);
    expect(await wallet(kit(), did)).toEqual(BACK);
    expect(await messages(id)).toEqual([{ kind: 'withdrawal-returned', state: 'waiting' }]);
  });

  it('with an unknown result stays open, and is sent again with the same reference', async () => {
    const did = await withdrawing(kit());
    kit().issuer.answers({ kind: 'unknown', code: 'timeout' });
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'unknown', attempts: 1, outcome_code: 'timeout' });
    expect(await wallet(kit(), did)).toEqual(OPEN);
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ attempts: 1 });
    const { reference } = await row(did);
    after(2);
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'paid', attempts: 2, reference });
    expect(await wallet(kit(), did)).toEqual(PAID);
  });

  it('R4: that the issuer never started waits, for hours if necessary, and is paid when the issuer works again', async () => {
    const did = await withdrawing(kit());
    const { reference } = await row(did);
    for (let minute = 0; minute <= 180; minute += 1) {
      after(minute);
      kit().issuer.answers({ kind: 'not-started', code: 'token' });
      await runPayouts(kit().deps);
    }
    expect(await row(did)).toMatchObject({
      state: 'reserved',
      attempts: 0,
      first_sent_at: null,
      outcome_code: 'token',
    });
    after(182);
    kit().issuer.answers();
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'paid', reference });
    expect(await wallet(kit(), did)).toEqual(PAID);
  });

  it('that was claimed by a process which then froze is not sent by that process', async () => {
    const did = await withdrawing(kit());
    const late = (step: string) => {
      if (step === 'claimed') after(20);
    };
    await runPayouts(kit().deps, late, 1);
    expect(await row(did)).toMatchObject({ state: 'sending', attempts: 1 });
    expect(kit().issuer.issued.has((await row(did)).reference)).toBe(false);
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'paid' });
  });

  it('T27: whose device was being looked up when payouts were frozen is not sent', async () => {
    const did = await withdrawing(kit());
    const { database, clock } = kit().deps;
    kit().superApp.answers(async (request, response) => {
      await database.transaction((tx) => freezePayouts(tx, 'a doubt', clock.now()));
      await knows('27820001111')(request, response);
    });
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'reserved', attempts: 0 });
    await database.transaction((tx) => unfreezePayouts(tx, clock.now()));
    kit().superApp.reset();
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'paid' });
  });

  it('whose result stays unknown is never sent outside the window, and needs review', async () => {
    const did = await withdrawing(kit());
    const calls: string[] = [];
    const lost = async (): Promise<IssueResult> => {
      calls.push('sent');
      return { kind: 'unknown', code: 'timeout' };
    };
    for (let minute = 0; minute <= 60; minute += 1) {
      kit().issuer.answers(lost, lost);
      after(minute);
      await runPayouts(kit().deps);
      if (minute > 25) kit().issuer.answers(() => Promise.reject(new Error('sent outside the window')));
    }
    expect(calls.length).toBeLessThanOrEqual(5);
    expect(await row(did)).toMatchObject({ state: 'needs-review' });
    expect(await wallet(kit(), did)).toEqual(OPEN);
  });

  it('waits while the super-app can’t be reached, and is returned if it no longer knows the device', async () => {
    const did = await withdrawing(kit());
    kit().superApp.answers((_, response) => void response.writeHead(500).end());
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'reserved', attempts: 0 });
    kit().superApp.answers((_, response) => void response.writeHead(404).end());
    after(2);
    await runPayouts(kit().deps);
    expect(await row(did)).toMatchObject({ state: 'returned', outcome_code: 'unknown-device' });
    expect(await wallet(kit(), did)).toEqual(BACK);
  });

  it('is sent by only one of two workers', async () => {
    const dids = await Promise.all(Array.from({ length: 8 }, () => withdrawing(kit())));
    let sent = 0;
    const issue = kit().issuer.issue;
    const deps = {
      ...kit().deps,
      issuer: {
        issue: (request: { reference: string; amountCents: bigint }) => {
          sent += 1;
          return issue(request);
        },
      },
    };
    await Promise.all([runPayouts(deps), runPayouts(deps)]);
    await runPayouts(deps);
    expect(sent).toBe(8);
    for (const did of dids) expect(await wallet(kit(), did)).toEqual(PAID);
  });

  it('T10: erases the PIN and the device a day after the chat accepted the message', async () => {
    const did = await withdrawing(kit());
    await runPayouts(kit().deps);
    const { id } = await row(did);
    kit().superApp.answers(knows('27820000009'));
    await kit().db.query("update messages set state = 'sent', sent_at = $1 where subject = $2", [NOW, id]);
    after(24 * 60 - 1);
    await eraseDeliveredPins(kit().deps.database, kit().clock.now());
    const kept = () =>
      kit().db.query(
        'select pin_sealed is not null as pin, did_sealed is not null as did from vouchers v join withdrawals w on w.id = v.withdrawal_id where w.id = $1',
        [id],
      );
    expect((await kept()).rows).toEqual([{ pin: true, did: true }]);
    after(24 * 60);
    await eraseDeliveredPins(kit().deps.database, kit().clock.now());
    expect((await kept()).rows).toEqual([{ pin: false, did: false }]);
  });

  it('I12, I14: can’t change to a state that does not follow, or change its request', async () => {
    const did = await withdrawing(kit());
    const { id } = await row(did);
    const refused = (set: string) =>
      expect(kit().db.query(`update withdrawals set ${set} where id = $1`, [id])).rejects.toThrow();
    await refused("state = 'paid', ended_at = now(), first_sent_at = now()");
    await refused('amount = amount + 1');
    await refused("reference = 'other'");
    await refused("state = 'sending'");
    await expect(kit().db.query('delete from withdrawals where id = $1', [id])).rejects.toThrow();
    await runPayouts(kit().deps);
    await refused("state = 'returned'");
    await refused("state = 'reserved', ended_at = null");
  });
});
