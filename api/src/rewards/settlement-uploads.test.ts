/** The result of an upload of the issuer's settlement file: a page that stays, with what to do about each row. */

import type { SettlementRow } from '@panel/domain/console/upload-pages';
import { api } from '@panel/domain/paths';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOW, registered, send } from '../../test/kit.ts';
import { type Browser, useConsole } from '../console/console.testing.ts';
import { deepMoneyCheck } from './money-check.ts';
import { runPayouts } from './payouts.testing.ts';
import { ENOUGH, earnAvailable, payoutForReview } from './rewards.testing.ts';
import type { SettlementPageData } from './settlement-page.ts';

const { kit, signIn } = useConsole();
let one: Browser;
let other: Browser;
beforeEach(async () => {
  kit().clock.set(NOW);
  one = await signIn('finance-1', 'finance');
  other = await signIn('finance-2', 'finance');
  const { rows } = await kit().db.query('select from payout_freezes where lifted_at is null');
  if (rows.length > 0)
    await other.approve((await one.operate('resume-payouts', { reason: 'next test' })).json().proposal);
});

type Paid = { reference: string; amount: string };
/** A withdrawal that the issuer answered, by default with a voucher. */
async function withdrawn(cents = ENOUGH): Promise<Paid> {
  const did = await registered(kit());
  await earnAvailable(kit(), did, cents);
  await send(kit(), 'GET', api.withdraw(did));
  await runPayouts(kit().deps);
  const { rows } = await kit().db.query(
    `select d.reference, d.amount from withdrawals d join wallets w on w.id = d.wallet_id join panelists p on p.id = w.panelist_id
     where p.did_index = $1`,
    [kit().vault.digest('did', did)],
  );
  return rows[0];
}
const fileOf = (...lines: readonly string[]) =>
  ['reference;amount;serialNumber;transactionId;transactionDate', ...lines, ''].join('\n');
const DAY = '2026-11-15';
const line = ({ reference, amount }: Paid, transaction: string, theirs = amount) =>
  `${reference};${theirs};S-1;${transaction};${DAY} 10:00:00`;

/** Uploads a file and reads the page that shows its result. */
async function upload(...lines: readonly string[]) {
  const { page } = (await one.operate('reconcile', { file: fileOf(...lines) })).json() as { page: string };
  const read = async (more = '', browser = one): Promise<SettlementPageData> => browser.page(`${page.slice(1)}${more}`);
  const row = async (reference: string): Promise<SettlementRow | undefined> =>
    (await read('&show=all')).rows.rows.find((each) => each.reference === reference);
  return { page, read, row };
}
const booked = async (account: string) =>
  Number(
    (await kit().db.query('select coalesce(sum(amount), 0) as sum from postings where account = $1', [account])).rows[0]
      .sum,
  );

it('T27: a file that lifts the freeze after a failover says so', async () => {
  const paid = await withdrawn();
  await kit().db.query(
    "insert into payout_freezes (at, reasons, until_reconciled, last_change_at) values ($1, array['failover'], true, $1)",
    [NOW],
  );
  kit().clock.set('2026-11-16T06:00:00Z');
  one = await signIn('finance-1', 'finance');
  expect((await one.operate('reconcile', { file: fileOf(line(paid, 'T-0')) })).json().message).toBe(
    'The file’s rows are compared: 1. Payouts have resumed: every voucher in the file is ours.',
  );
});

describe('the result of the issuer’s file', () => {
  it('stays at its own address: the freeze, counts, rows by filter, and a file of them', async () => {
    const paid = await withdrawn();
    const wrong = await withdrawn(ENOUGH + 2000);
    const first = await upload(line(paid, 'T-1'), line(wrong, 'T-2', '1800'), `Wstray-1;6200;S-9;T-9;${DAY}`);
    await upload(line(paid, 'T-1'));
    const page = await first.read();
    expect(page.file).toMatchObject({ day: DAY, uploadedBy: 'finance-1' });
    expect(page.frozen).toMatchObject({ reason: 'unknown reference in the issuer’s file: Wstray-1', proposal: null });
    const { proposal } = (await one.operate('resume-payouts', { reason: 'understood' })).json();
    expect((await one.page('money')).frozen).toMatchObject({ proposal });
    await other.refuse(proposal, 'not yet');
    expect(page.alarming).toEqual({ count: 1, amount: 6200 });
    expect(page.counts).toMatchObject({ open: 2, theirs: 1, amount: 1, matched: 1, all: 3 });
    expect(page.totals.map(({ result, open }) => `${result} ${open}`)).toEqual([
      'matched 0',
      'ours 0',
      'theirs 1',
      'amount 1',
    ]);
    expect(page.show).toBe('open');
    expect(page.rows.rows.map(({ reference }) => reference)).toEqual([wrong.reference, 'Wstray-1']);
    expect(page.files.slice(0, 2).map(({ rows }) => rows[0])).toEqual([
      { verdict: 'matched', count: 1, amount: ENOUGH },
      { verdict: 'matched', count: 1, amount: ENOUGH },
    ]);
    const matched = await first.read('&show=matched');
    expect(matched.rows.rows).toMatchObject([
      { reference: paid.reference, ours: ENOUGH, theirs: ENOUGH, needsAttention: false },
    ]);
    const csv = await one.get(`/api/console/pages${first.page}&show=theirs&format=csv&table=rows`);
    expect(csv.body).toContain('Wstray-1,T-9,theirs-only,,,62.00');
    expect((await one.page('settlement?file=0')).file).toBeNull();
  });

  it('shows who asked the issuer about a row', async () => {
    const { row } = await upload(`Wstray-2;6200;S-9;T-92;${DAY}`);
    expect((await row('Wstray-2'))?.asked).toBeNull();
    expect((await one.operate('ask-issuer', { reference: 'Wstray-2' })).statusCode).toBe(200);
    expect((await row('Wstray-2'))?.asked).toEqual({ by: 'finance-1', at: NOW.toISOString() });
    expect((await one.operate('ask-issuer', { reference: 'Wnowhere' })).json().detail).toBe(
      'No settlement file was about this reference.',
    );
  });

  it('offers to mark a payout as issued that is open with us, and the row is resolved once two people agree', async () => {
    const { id } = await payoutForReview(kit());
    const { rows } = await kit().db.query('select reference, amount from withdrawals where id = $1', [id]);
    const { row } = await upload(line(rows[0], 'T-open'));
    await other.operate('reconcile', { file: fileOf(line(rows[0], 'T-open')) });
    expect(await row(rows[0].reference)).toMatchObject({
      verdict: 'still-open',
      payout: id,
      needsAttention: true,
      toWriteOff: null,
    });
    const inputs = {
      id,
      outcome: 'issued',
      transaction: 'T-open',
      serial: 'S-1',
      pin: '1234567890123456',
      reason: 'file',
    };
    const { proposal } = (await one.operate('resolve-payout', inputs)).json();
    expect((await row(rows[0].reference))?.proposal).toBe(proposal);
    expect((await other.approve(proposal)).statusCode).toBe(200);
    expect(await row(rows[0].reference)).toMatchObject({ state: 'paid', payout: null, needsAttention: false });
  });

  it('refuses a file that is far from our records before anything is stored, and takes it if asked again', async () => {
    kit().clock.set('2026-11-20T10:00:00Z');
    one = await signIn('finance-1', 'finance');
    for (let count = 0; count < 12; count += 1) await withdrawn();
    const file = fileOf(`Wfar;${12 * ENOUGH};S;T-far;2026-11-20`);
    const refused = await one.operate('reconcile', { file });
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [
        {
          field: 'anyway',
          message: 'This file has 1 row; we expected about 12. Nothing was stored. Upload it anyway?',
        },
      ],
    ]);
    expect((await one.page('money')).frozen).toBeNull();
    expect((await one.operate('reconcile', { file, anyway: 'yes' })).statusCode).toBe(200);
    expect((await one.page('money')).frozen).not.toBeNull();
  });
});

describe('T27: a voucher that our books lack', () => {
  const writeOff = async (reference: string, transaction: string) =>
    one.operate('write-off-voucher', { reference, transaction, reason: 'the issuer insists' });

  it('is written off by two people: a loss in the ledger, and no longer an alarm', async () => {
    const { row } = await upload(`Wstray-3;6200;S-9;T-93;${DAY}`);
    const [loss, paidOut] = [await booked('write-off'), await booked('paid-out')];
    const movement = (await one.page('money')).movement;
    const { proposal } = (await writeOff('Wstray-3', 'T-93')).json();
    expect(await row('Wstray-3')).toMatchObject({ toWriteOff: 6200, proposal });
    const shown = (await other.page('today')).proposals.find(({ id }: { id: string }) => id === proposal);
    expect(shown).toMatchObject({ amount: 6200 });
    expect(shown.facts).toContainEqual(
      expect.objectContaining({ label: 'File', proposed: { text: '15 November 2026, uploaded by finance-1' } }),
    );
    expect((await one.approve(proposal)).statusCode).toBe(409);
    expect((await other.approve(proposal)).statusCode).toBe(200);
    expect([await booked('write-off'), await booked('paid-out')]).toEqual([loss - 6200, paidOut + 6200]);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
    // It changes what the panel lost, not what it owes or has paid to panelists.
    expect((await one.page('money')).movement).toEqual(movement);
    expect(await row('Wstray-3')).toMatchObject({
      needsAttention: false,
      toWriteOff: null,
      writtenOffAt: NOW.toISOString(),
    });
    expect((await writeOff('Wstray-3', 'T-93')).json().detail).toBe('This voucher was already written off.');
    const again = await upload(`Wstray-3;6200;S-9;T-93;${DAY}`);
    expect(await again.row('Wstray-3')).toMatchObject({ verdict: 'matched' });
  });

  it('I15: doesn’t pay a withdrawal as well once it is written off', async () => {
    const { id } = await payoutForReview(kit());
    const { rows } = await kit().db.query('select amount from withdrawals where id = $1', [id]);
    await upload(`Wstray-4;${rows[0].amount};S-9;T-94;${DAY}`);
    expect((await other.approve((await writeOff('Wstray-4', 'T-94')).json().proposal)).statusCode).toBe(200);
    const found = { outcome: 'issued', transaction: 'T-94', serial: 'S-9', pin: '1234567890123456', reason: 'file' };
    expect((await one.operate('resolve-payout', { id, ...found })).json().detail).toContain(
      'was written off as a loss',
    );
  });

  it('is written off with the difference if the issuer charged another amount than we paid out', async () => {
    const [more, less] = [await withdrawn(), await withdrawn(ENOUGH + 1000)];
    await upload(line(more, 'T-more', `${ENOUGH + 500}`), line(less, 'T-less', '1000'));
    const loss = await booked('write-off');
    for (const [{ reference }, transaction] of [
      [more, 'T-more'],
      [less, 'T-less'],
    ] as const)
      expect((await other.approve((await writeOff(reference, transaction)).json().proposal)).statusCode).toBe(200);
    expect(await booked('write-off')).toBe(loss - 500 + ENOUGH);
    expect(await deepMoneyCheck(kit().deps.database)).toEqual({ ok: true, faults: [] });
  });

  it('can’t be written off if it paid a withdrawal, or no file has it', async () => {
    const paid = await withdrawn();
    await upload(line(paid, 'T-paid'));
    expect((await writeOff(paid.reference, 'T-paid')).json().detail).toContain('we have this voucher in our books');
    expect((await writeOff('Wnowhere', 'T')).json().detail).toBe('No settlement file has this voucher.');
  });
});
