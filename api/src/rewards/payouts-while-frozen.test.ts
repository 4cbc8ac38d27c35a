import { join } from 'node:path';
import { formatRand } from '@panel/domain/rewards/amounts';
import { beforeEach, describe, expect, it } from 'vitest';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import { useOperator } from '../console/operator.testing.ts';
import { sql } from '../platform/database/database.ts';
import { failoverSteps, type Paid } from './failover.testing.ts';
import { deepMoneyCheck } from './money-check.ts';
import { arePayoutsFrozen } from './payout-freezes.ts';
import { runPayouts } from './payouts.testing.ts';
import { withdrawalsToResolve } from './review.ts';
import { ENOUGH } from './rewards.testing.ts';
import { paidButNotSettled } from './settlements.ts';

const operator = useOperator();
const { kit, operate, types, folder } = operator;
const { note, failOver, withdraw, paid, line, reconcile, reconcileOnly } = failoverSteps(operator);
const becomePrimary = async () => {
  await failOver();
  expect(await note(true)).toBe(true);
};
const resume = () => operate('resume-payouts', { reason: 'understood', second: 'sipho' });
/** The ids and states of the payouts that two people may resolve now. */
const listed = async () =>
  (await withdrawalsToResolve(kit().deps.database, kit().clock.now())).map(({ id, state }) => [id, state]);
const reserved = async () =>
  (await kit().db.query("select id, reference, amount from withdrawals where state = 'reserved'")).rows;

describe('T27: after a failover', () => {
  it('a voucher whose response was lost is requested again while the issuer remembers its reference', async () => {
    await note(true);
    expect(await withdraw()).toBe(true);
    kit().issuer.answers({ kind: 'unknown', code: 'timeout' });
    expect(await runPayouts(kit().deps)).toBe(1);
    kit().issuer.answers();
    expect(await withdraw()).toBe(true);
    await becomePrimary();
    kit().clock.set(new Date(kit().clock.now().getTime() + 10 * 60_000));
    expect(await runPayouts(kit().deps)).toBe(1);
    expect(await paid()).toHaveLength(1);
    // Payouts that were never sent wait for the file.
    expect(await reserved()).toHaveLength(1);
    await resume();
    expect(await runPayouts(kit().deps)).toBe(1);
  });

  it('nothing is requested again if an operator has frozen payouts too', async () => {
    expect(await withdraw()).toBe(true);
    kit().issuer.answers({ kind: 'unknown', code: 'timeout' });
    expect(await runPayouts(kit().deps)).toBe(1);
    kit().issuer.answers();
    await becomePrimary();
    await operate('freeze-payouts', { reason: 'a doubt' });
    kit().clock.set(new Date(kit().clock.now().getTime() + 10 * 60_000));
    expect(await runPayouts(kit().deps)).toBe(0);
    await resume();
    expect(await runPayouts(kit().deps)).toBe(1);
  });

  it('a file that is read before the day is over counts only for the days before', async () => {
    kit().clock.set('2026-11-20T09:00:00Z');
    await note(true);
    await becomePrimary();
    expect(await reconcile('2026-11-19', [line({ ...(await paid())[0] } as Paid, '2026-11-20')])).not.toContain(
      'have resumed',
    );
    kit().clock.set('2026-11-21T06:00:00Z');
    expect(await reconcile('2026-11-19')).not.toContain('have resumed');
    expect(await reconcile('2026-11-20')).toContain('Payouts have resumed');
  });

  it('another failover restarts the comparison', async () => {
    kit().clock.set('2026-11-22T09:00:00Z');
    await note(true);
    await becomePrimary();
    kit().clock.set('2026-11-23T09:00:00Z');
    await becomePrimary();
    kit().clock.set('2026-11-24T06:00:00Z');
    expect(await reconcile('2026-11-22')).not.toContain('have resumed');
    expect(await reconcile('2026-11-23')).toContain('Payouts have resumed');
  });

  it('if two workers notice it, the slower one doesn’t freeze payouts that have since resumed', async () => {
    await failOver();
    const first = await holdTransaction(kit().deps.database, (tx) =>
      tx.run(sql`update database_timeline k set timeline = c.timeline from current_timeline() c`),
    );
    const second = note(true);
    await aLockIsAwaited(kit());
    await first.commit();
    expect(await second).toBe(false);
    expect(await arePayoutsFrozen(kit().deps.database)).toBe(false);
  });

  it('operators list and resolve payouts while frozen, but only those that can’t be sent again', async () => {
    expect(await withdraw()).toBe(true);
    const unanswered = { kind: 'unknown', code: 'timeout' } as const;
    kit().issuer.answers(unanswered);
    expect(await runPayouts(kit().deps)).toBe(1);
    kit().issuer.answers();
    await operate('freeze-payouts', { reason: 'a doubt' });
    const [{ id }] = (await kit().db.query("select id from withdrawals where state = 'unknown'")).rows;
    const later = (minutes: number) => kit().clock.set(new Date(kit().clock.now().getTime() + minutes * 60_000));
    later(10);
    expect(await listed()).toEqual([]);
    later(16);
    expect(await listed()).toEqual([[id, 'unknown']]);
    await operate('resolve-payout', { id, outcome: 'not-issued', reason: 'the issuer says so', second: 'sipho' });
    await resume();
    expect((await kit().db.query('select state from withdrawals where id = $1', [id])).rows[0].state).toBe('returned');
  });
});

describe('T27: a voucher that only the issuer knows', () => {
  beforeEach(() => kit().clock.set('2026-11-27T10:00:00Z'));

  it('freezes payouts and is named in the reason, even if the rest of the file is never read', async () => {
    const { deps } = kit();
    const known = (await paid()).length;
    let transactions = 0;
    // One for the operation, then one per line.
    const transaction: typeof deps.database.transaction = (work) =>
      ++transactions > 1 + known + 1 ? Promise.reject(new Error('cut')) : deps.database.transaction(work);
    const lines = ['W-one', 'W-two'].map((reference) => line({ reference, amount: `${ENOUGH}` }, '2026-11-24'));
    const cut = { ...deps, database: { ...deps.database, transaction } };
    await expect(reconcile('2026-11-24', lines, cut)).rejects.toThrow('cut');
    await reconcile('2026-11-24', lines);
    expect(await resume()).toMatch(
      /freeze: unknown reference in the issuer’s file: W-one; unknown reference in the issuer’s file: W-two$/,
    );
  });

  it('after a restore leads to the withdrawal that is still waiting, which two people resolve', async () => {
    expect(await withdraw()).toBe(true);
    const [waiting] = await reserved();
    const lost = `W${'0'.repeat(32)}`;
    const said = await reconcile('2026-11-24', [`${lost};${ENOUGH};S-1;T-lost;2026-11-24`]);
    expect(said).toContain(`theirs-only: ${lost} ${formatRand(ENOUGH)}`);
    expect(said).toContain(`perhaps the money that ${waiting.reference} waits for: ${formatRand(ENOUGH)}`);
    expect(await listed()).toContainEqual([waiting.id, 'reserved']);
    types('1234567890123456');
    const found = { outcome: 'issued', serial: 'S-1', transaction: 'T-lost', reason: 'they hold the voucher' };
    const resolve = () => operate('resolve-payout', { id: waiting.id, second: 'sipho', ...found });
    await expect(resolve()).rejects.toThrow('Another person must get the file from the issuer and upload it');
    await operate('reconcile', { file: join(folder(), 'settlement.csv'), as: 'sipho' });
    await resolve();
    await resume();
    expect(await runPayouts(kit().deps)).toBe(0);
    expect((await paid()).map(({ reference }) => reference)).toContain(waiting.reference);
    const missing = await paidButNotSettled(kit().deps.database, '2026-11-30');
    expect(missing.map(({ reference }) => reference)).not.toContain(waiting.reference);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('raises no alarm if two people recorded it before the file came, however often the file is read', async () => {
    expect(await withdraw()).toBe(true);
    await operate('freeze-payouts', { reason: 'restored' });
    const [waiting] = await reserved();
    const lost = `W${'1'.repeat(32)}`;
    types('1234567890123456');
    const found = { outcome: 'issued', serial: 'S-2', transaction: 'T-told', reason: 'the issuer named it' };
    await operate('resolve-payout', { id: waiting.id, second: 'sipho', ...found });
    await resume();
    const lines = (await paid()).filter(({ reference }) => reference !== waiting.reference);
    for (const _ of ['first', 'again']) {
      const said = await reconcileOnly(
        lines.map((one) => line(one, '2026-11-25')).concat(`${lost};${ENOUGH};S-2;T-told;2026-11-25`),
      );
      expect(said).not.toContain('theirs-only:');
    }
    expect(await arePayoutsFrozen(kit().deps.database)).toBe(false);
    const missing = await paidButNotSettled(kit().deps.database, '2026-11-30');
    expect(missing.map(({ reference }) => reference)).not.toContain(waiting.reference);
  });

  it('I15: doesn’t resolve a payout of another amount, or a second payout', async () => {
    expect(await withdraw()).toBe(true);
    const [waiting] = await reserved();
    await reconcile('2026-11-26', [`W-other;2500;S-3;T-other;2026-11-26`]);
    types('1234567890123456');
    const found = { outcome: 'issued', serial: 'S-3', reason: 'they hold the voucher' };
    const resolve = (transaction: string) =>
      operate('resolve-payout', { id: waiting.id, second: 'sipho', ...found, transaction });
    await expect(resolve('T-other')).rejects.toThrow(
      `has this transaction as W-other, R25, but the payout is ${formatRand(ENOUGH)}`,
    );
    const [known] = (await kit().db.query('select issuer_transaction as transaction from vouchers limit 1')).rows;
    await expect(resolve(known.transaction)).rejects.toThrow('is another payout’s voucher');
    await operate('resolve-payout', { id: waiting.id, outcome: 'not-issued', reason: 'no voucher', second: 'sipho' });
    await resume();
  });

  it('waiting payouts can’t be resolved while payouts are running', async () => {
    expect(await withdraw()).toBe(true);
    const [waiting] = await reserved();
    await expect(
      operate('resolve-payout', { id: waiting.id, outcome: 'not-issued', reason: 'no', second: 'sipho' }),
    ).rejects.toThrow('No payout with this id');
  });
});
