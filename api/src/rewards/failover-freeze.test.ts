import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatRand } from '@panel/domain/rewards/amounts';
import { describe, expect, it } from 'vitest';
import { aLockIsAwaited, holdTransaction } from '../../test/locks.ts';
import type { OperationRun } from '../console/operation.ts';
import { useOperator } from '../console/operator.testing.ts';
import { failoverSteps, type Paid } from './failover.testing.ts';
import { freezePayouts } from './payout-freezes.ts';
import { resumePayoutsOperation } from './payout-operations.ts';
import { runPayouts } from './payouts.testing.ts';
import { ENOUGH } from './rewards.testing.ts';

const operator = useOperator();
const { kit, operate, folder, types } = operator;

const { note, failOver, withdraw, paid, line, reconcile } = failoverSteps(operator);

it('T27: after a failover, payouts wait until the issuer’s file or two people confirm that nothing was lost', async () => {
  expect(await note(true)).toBe(false);
  expect(await withdraw()).toBe(true);
  expect(await runPayouts(kit().deps)).toBe(1);

  // Withdrawals are accepted, but no payout starts, even before a worker has noticed the failover.
  await failOver();
  expect(await withdraw()).toBe(true);
  expect(await runPayouts(kit().deps)).toBe(0);
  expect(await note(true)).toBe(true);
  expect(await note(true)).toBe(false);
  expect(await runPayouts(kit().deps)).toBe(0);
  expect((await kit().internal.inject('/healthz/attention')).json()).toMatchObject({ ok: false, frozen: true });

  // A file of the day before proves nothing, and neither does one of a day that isn't over.
  expect(await reconcile('2026-11-14')).not.toContain('Payouts have resumed');
  expect(await reconcile('2026-11-15')).not.toContain('Payouts have resumed');
  kit().clock.set('2026-11-16T06:00:00Z');
  expect(await reconcile('2026-11-15')).toContain('Payouts have resumed');
  expect(await runPayouts(kit().deps)).toBe(1);
  expect(await paid()).toHaveLength(2);

  await failOver();
  await note(true);
  expect(await operate('resume-payouts', { reason: 'compared', second: 'sipho' })).toContain(
    'Reason for the freeze: the database',
  );
  expect(await withdraw()).toBe(true);
  expect(await runPayouts(kit().deps)).toBe(1);

  // If an operator had already frozen payouts, both reasons are shown.
  await operate('freeze-payouts', { reason: 'a doubt' });
  await failOver();
  await note(true);
  await failOver();
  await note(true);
  expect(await operate('resume-payouts', { reason: 'understood', second: 'sipho' })).toMatch(
    /freeze: a doubt; the database was replaced by a standby or a copy: compare with the issuer’s file$/,
  );

  // If the setting is off, the new timeline is only recorded.
  await failOver();
  expect(await note(false)).toBe(true);
  expect(await withdraw()).toBe(true);
  expect(await runPayouts(kit().deps)).toBe(1);
});

it('T27: a failover while the device is looked up keeps the payout from being claimed', async () => {
  await note(true);
  expect(await withdraw()).toBe(true);
  const { chat } = kit().deps;
  const lookUp: typeof chat.lookUp = async (did) => {
    await failOver();
    return chat.lookUp(did);
  };
  await runPayouts({ ...kit().deps, chat: { ...chat, lookUp } });
  const reserved = async () => (await kit().db.query("select from withdrawals where state = 'reserved'")).rowCount;
  expect(await reserved()).toBe(1);
  await note(false);
  expect(await runPayouts(kit().deps)).toBe(1);
  expect(await reserved()).toBe(0);
});

it('T27: a voucher whose request was lost in the failover is not requested again, and two people record it', async () => {
  await note(true);
  expect(await withdraw()).toBe(true);
  const { rows } = await kit().db.query("select id, reference, amount from withdrawals where state = 'reserved'");
  // The issuer has issued it, but our database lost its last seconds.
  await failOver();
  await note(true);
  kit().clock.set('2026-11-16T06:00:00Z');
  expect(await reconcile('2026-11-15', [line({ ...rows[0], amount: '1000' }, '2026-11-15')])).not.toContain(
    'have resumed',
  );
  const said = await reconcile('2026-11-15', [line(rows[0], '2026-11-15')]);
  expect(said).toContain(`still-open: ${rows[0].reference} ${formatRand(ENOUGH)} (needs-review)`);
  expect(said).toContain('Payouts have resumed');
  expect(await runPayouts(kit().deps)).toBe(0);
  expect([...kit().issuer.issued.keys()]).not.toContain(rows[0].reference);
  types('1234567890123456');
  const found = { outcome: 'issued', serial: 'S', transaction: `T-${rows[0].reference}`, reason: 'in the file' };
  await operate('resolve-payout', { id: rows[0].id, as: 'sipho', second: 'thandi', ...found });
  expect((await paid()).map(({ reference }) => reference)).toContain(rows[0].reference);
});

it('T27: if the database lost more than the day of the failover, payouts wait for the files of all those days', async () => {
  await note(true);
  expect(await withdraw()).toBe(true);
  expect(await runPayouts(kit().deps)).toBe(1);
  const [first] = await paid();
  kit().clock.set('2026-11-17T22:30:00Z');
  await failOver();
  await note(true);
  kit().clock.set('2026-11-19T06:00:00Z');
  const again = (day: string) => line(first as Paid, day);
  expect(await reconcile('2026-11-18')).not.toContain('Payouts have resumed');
  expect(await reconcile('2026-11-15', [again('2026-11-16'), again('2026-11-18')])).not.toContain(
    'Payouts have resumed',
  );
  expect(await reconcile('2026-11-15', [again('2026-11-16'), again('2026-11-17'), again('2026-11-18')])).toContain(
    'Payouts have resumed',
  );
});

it('T27: the days count from the last data that survived, and each may be in a separate file', async () => {
  await note(true);
  kit().clock.set('2026-11-20T20:00:00Z');
  await note(true);
  // In South Africa it is the 21st. A panelist withdraws before a worker has noticed the failover.
  kit().clock.set('2026-11-20T22:30:00Z');
  await failOver();
  expect(await withdraw()).toBe(true);
  await note(true);
  kit().clock.set('2026-11-22T06:00:00Z');
  expect(await reconcile('2026-11-21')).not.toContain('Payouts have resumed');
  expect(await reconcile('2026-11-20')).toContain('Payouts have resumed');
  expect(await runPayouts(kit().deps)).toBe(1);
});

it('T27: a file without our payouts from before the failover doesn’t lift the freeze', async () => {
  await note(true);
  const [first] = await paid();
  expect(await withdraw()).toBe(true);
  expect(await runPayouts(kit().deps)).toBe(1);
  await failOver();
  await note(true);
  const today = kit().clock.now().toISOString().slice(0, 10);
  kit().clock.set('2026-11-24T06:00:00Z');
  const file = join(folder(), 'settlement.csv');
  const head = 'reference;amount;serialNumber;transactionId;transactionDate';
  await writeFile(file, [head, line(first as Paid, today)].join('\n'));
  expect(await operate('reconcile', { file })).not.toContain('Payouts have resumed');
  expect(await reconcile(today)).toContain('Payouts have resumed');
});

it('T27: a file without the day of the failover doesn’t lift the freeze, whatever other days it has', async () => {
  await note(true);
  const { clock } = kit();
  // In South Africa it is already the 16th.
  clock.set('2026-11-15T22:30:00Z');
  await failOver();
  await note(true);
  clock.set('2026-11-18T06:00:00Z');
  expect(await withdraw()).toBe(true);
  const [first] = await paid();
  const again = (day: string) => line(first as Paid, day);
  for (const [day, more] of [
    ['2026-11-15', []],
    ['2026-11-17', []],
    ['2026-11-15', [again('2026-11-17')]],
  ] as const) {
    expect(await reconcile(day, more)).not.toContain('Payouts have resumed');
    expect(await runPayouts(kit().deps)).toBe(0);
  }
  expect(await reconcile('2026-11-15', [again('2026-11-16'), again('2026-11-17')])).toContain('Payouts have resumed');
  expect(await runPayouts(kit().deps)).toBe(1);
});

describe('T27: a second reason to freeze payouts holds until two people resume them, whatever is reconciled', () => {
  const AFTER_FAILOVER = 'the database was replaced by a standby or a copy: compare with the issuer’s file';
  const becomePrimary = async () => {
    await note(true);
    await failOver();
    expect(await note(true)).toBe(true);
  };
  const expectHeld = async () => {
    kit().clock.set('2026-11-17T06:00:00Z');
    expect(await reconcile('2026-11-15')).not.toContain('Payouts have resumed');
    expect(await withdraw()).toBe(true);
    expect(await runPayouts(kit().deps)).toBe(0);
  };
  const resume = () => operate('resume-payouts', { reason: 'understood', second: 'sipho' });

  it('an operator froze payouts after the failover', async () => {
    await becomePrimary();
    await operate('freeze-payouts', { reason: 'a doubt' });
    await operate('freeze-payouts', { reason: 'a doubt' });
    // Neither a part of an earlier reason nor a pattern counts as a repeat.
    await operate('freeze-payouts', { reason: 'doubt' });
    await operate('freeze-payouts', { reason: '%' });
    await expectHeld();
    expect(await resume()).toContain(`freeze: ${AFTER_FAILOVER}; a doubt; doubt; %`);
  });

  it('an operator froze payouts before the failover', async () => {
    await operate('freeze-payouts', { reason: 'a doubt' });
    await becomePrimary();
    await expectHeld();
    expect(await resume()).toContain(`freeze: a doubt; ${AFTER_FAILOVER}`);
  });

  it('the issuer’s file has a voucher that should not exist', async () => {
    await becomePrimary();
    expect(await reconcile('2026-11-15', [`W-unknown;${ENOUGH};S-x;T-x;2026-11-15`])).toContain('Payouts are frozen');
    await expectHeld();
    expect(await resume()).toContain(`${AFTER_FAILOVER}; unknown reference in the issuer’s file: W-unknown`);
  });

  it('the failover came after such a file', async () => {
    expect(await reconcile('2026-11-15', [`W-other;${ENOUGH};S-y;T-y;2026-11-15`])).toContain('Payouts are frozen');
    await becomePrimary();
    await expectHeld();
    expect(await resume()).toContain(`unknown reference in the issuer’s file: W-other; ${AFTER_FAILOVER}`);
  });
});

it('T27: the facts for resuming payouts wait for a reason that is being added', async () => {
  const { database, clock } = kit().deps;
  await database.transaction((tx) => freezePayouts(tx, 'the first reason', clock.now()));
  const adding = await holdTransaction(database, (tx) => freezePayouts(tx, 'the second', clock.now()));
  const facts = database.transaction(async (tx) => resumePayoutsOperation.facts?.({ tx } as OperationRun));
  await aLockIsAwaited(kit());
  await adding.commit();
  expect(JSON.stringify(await facts)).toContain('the first reason; the second');
  await operate('resume-payouts', { reason: 'looked into', second: 'sipho' });
});
