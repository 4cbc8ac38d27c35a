import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@panel/domain/paths';
import { formatRand } from '@panel/domain/rewards/amounts';
import { describe, expect, it } from 'vitest';
import { registered, send } from '../../test/kit.ts';
import { OperatorError } from '../console/operation.ts';
import { useOperator } from '../console/operator.testing.ts';
import { runPayouts } from './payouts.testing.ts';
import { ENOUGH, earnAvailable } from './rewards.testing.ts';
import { latestFiles } from './settlement-files.ts';

const { kit, run, operate, folder, isAlarmed } = useOperator();

/** Random, because PostgreSQL compresses repeated text before it checks the length. */
const LONG = randomBytes(4000).toString('hex');

describe('T27: operators', () => {
  it('compare the issuer’s files with the withdrawals, and a voucher that should not exist freezes payouts', async () => {
    const withdraw = async (cents: number) => {
      const did = await registered(kit());
      await earnAvailable(kit(), did, cents);
      await send(kit(), 'GET', api.withdraw(did));
      await runPayouts(kit().deps);
    };
    kit().issuer.answers({ kind: 'refused', code: '2406' });
    await withdraw(ENOUGH + 3000);
    await withdraw(ENOUGH + 1000);
    const file = join(folder(), 'settlement.csv');
    const settle = async (lines: readonly string[]) => {
      await writeFile(file, ['reference;amount;serialNumber;transactionId;transactionDate', ...lines].join('\n'));
      return operate('reconcile', { file });
    };
    const inState = async (state: string) =>
      (await kit().db.query('select reference, amount from withdrawals where state = $1', [state])).rows as {
        reference: string;
        amount: string;
      }[];
    const resume = () => operate('resume-payouts', { reason: 'understood', second: 'sipho' });
    const lines = (await inState('paid')).map(
      ({ reference, amount }, index) => `${reference};${amount};S-1;T-${index};2026-11-14 10:00:00`,
    );
    const agreed = `matched ${lines.length}, ours-only 0, still-open 0, amount-differs 0, theirs-only 0, issued-twice 0, issued-and-returned 0`;
    expect(await settle(lines)).toContain(agreed);
    expect(isAlarmed()).toBe(false);
    // Reading it again finds nothing new, even after another payout.
    await withdraw(ENOUGH);
    expect(await settle(lines)).toContain(agreed);
    expect(await resume()).toBe('Payouts were not frozen.');

    const said = await settle([...lines, 'Wstrange;5000;S;T;2026-11-14']);
    expect(said).toContain('theirs-only: Wstrange R50');
    expect(said).toContain('Payouts are frozen');
    expect(isAlarmed()).toBe(true);
    expect(await resume()).toContain('Reason for the freeze: unknown reference in the issuer’s file: Wstrange');

    // The same reference in the file of another day, as another purchase.
    expect(await settle([`${lines[0]?.replace(';T-0;', ';T-other;')}`])).toContain('issued-twice: W');
    await resume();

    const [returned] = await inState('returned');
    // Of the same amount or another one: the panelist may hold the voucher and the money.
    for (const amount of [returned?.amount, 2500]) {
      expect(await settle([`${returned?.reference};${amount};S-1;T-9;2026-11-14`])).toContain('issued-and-returned: W');
      await resume();
    }

    const unsettled = (await inState('paid')).find(({ amount }) => amount === `${ENOUGH}`);
    kit().clock.set('2026-11-30T10:00:00Z');
    expect(await settle(['W;5000;S;T;2026-11-30'])).toContain(
      `ours-only: ${unsettled?.reference} ${formatRand(ENOUGH)}`,
    );
    const [uploaded] = await latestFiles(kit().deps.database, 1);
    expect(uploaded?.rows).toContainEqual({ verdict: 'ours-only', count: 1, amount: ENOUGH });
    await resume();
    await expect(settle(['W;many;S;T;2026-11-30'])).rejects.toThrow('Line 2');
  });

  it.each([
    ['an invalid date', 'Wbad;5000;S;T;2026-13-01', '2026-13-01 isn’t a valid date'],
    ['a date of zeros', 'Wbad;5000;S;T;0000-00-00 10:00:00', '0000-00-00 10:00:00 isn’t a valid date'],
    ['no date', 'Wbad;5000;S;T;', 'isn’t a valid date'],
    ['an impossible amount', `Wbad;${'9'.repeat(20)};S;T;2026-11-14`, 'isn’t a whole number of cents'],
    ['no transaction id', 'Wbad;5000;S;;2026-11-14', 'it has no transaction id'],
    ['no reference', ' ;5000;S;T;2026-11-14', 'it has no reference'],
    ['tomorrow in South Africa', 'Wbad;5000;S;T;2026-11-16', '2026-11-16 is in the future'],
    ['a long reference', `${LONG};5000;S;T;2026-11-14`, 'reference is longer than 200 characters'],
    ['a long serial number', `Wbad;5000;${LONG};T;2026-11-14`, 'serialNumber is longer than 200 characters'],
    ['a long transaction id', `Wbad;5000;S;${LONG};2026-11-14`, 'transactionId is longer than 200 characters'],
    ['an invalid character', 'W\0bad;5000;S;T;2026-11-14', 'a character that can’t be stored'],
  ])(
    'are told which line has %s before anything is stored, and the corrected file still freezes payouts',
    async (_, bad, why) => {
      const file = join(folder(), 'settlement.csv');
      const read = async (lines: readonly string[]) => {
        await writeFile(file, ['reference;amount;serialNumber;transactionId;transactionDate', ...lines].join('\n'));
        return operate('reconcile', { file });
      };
      const stored = async () =>
        (await kit().db.query("select from settlements where reference like 'Wtoo-many%'")).rowCount;
      const before = await stored();
      const tooMany = `Wtoo-many-${before};5000;S;T;2026-11-14`;
      await expect(read([tooMany, bad])).rejects.toThrow(/Line 3 can’t be read: .* Nothing was stored/);
      await expect(read([tooMany, bad])).rejects.toThrow(why);
      expect(await stored()).toBe(before);
      expect(await operate('resume-payouts', { reason: 'none', second: 'sipho' })).toBe('Payouts were not frozen.');
      expect(await read([tooMany])).toContain('Payouts are frozen');
      await operate('resume-payouts', { reason: 'understood', second: 'sipho' });
    },
  );

  it('can read a file of the South African day, and empty lines count in an error’s line number', async () => {
    const file = join(folder(), 'settlement.csv');
    const read = async (line: string) => {
      await writeFile(file, `reference;amount;serialNumber;transactionId;transactionDate\n\n\n${line}\n`);
      return operate('reconcile', { file });
    };
    kit().clock.set('2026-11-15T22:00:00Z');
    expect(await read('Wtomorrow;5000;S;T;2026-11-16 00:00:00')).toContain('theirs-only: Wtomorrow R50');
    await operate('resume-payouts', { reason: 'understood', second: 'sipho' });
    await expect(read('Wlater;5000;S;T;2026-11-17')).rejects.toThrow('Line 4 can’t be read');
  });

  it('are told that a file is empty, and it isn’t recorded as compared', async () => {
    const file = join(folder(), 'settlement.csv');
    const stored = async () => (await kit().db.query('select from settlement_files')).rowCount;
    const before = await stored();
    for (const end of ['', '\n\n']) {
      await writeFile(file, `reference;amount;serialNumber;transactionId;transactionDate${end}`);
      await expect(operate('reconcile', { file })).rejects.toThrow('The file has no lines');
    }
    expect(await stored()).toBe(before);
    await expect(operate('reconcile', { file: 'nowhere.csv' })).rejects.toThrow(
      new OperatorError('nowhere.csv doesn’t exist.'),
    );
  });

  it('check the money, with and without a fault', async () => {
    for (const deep of [false, true])
      expect(await run('money check', { deep })).toBe('Every cent is where it should be.');
    await kit().db.query(
      'update wallets set available = available + 1 where id = (select id from wallets order by id limit 1)',
    );
    for (const deep of [false, true]) expect(await run('money check', { deep })).toContain('The books do not agree.');
    expect(isAlarmed()).toBe(true);
    await kit().db.query(
      'update wallets set available = available - 1 where id = (select id from wallets order by id limit 1)',
    );
  });
});
