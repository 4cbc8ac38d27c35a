/** Finance in several browsers: proposals with their own address, sessions, and the issuer's settlement file. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useOperators } from '../console.ts';

const signIn = useOperators();

async function operate(page: Page, button: string, submit: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await fillAndSend(page, submit, reason);
}
async function fillAndSend(page: Page, submit: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason (for the audit log)').fill(reason);
  await dialog.getByRole('button', { name: submit }).click();
}

it('T27: a second proposal for the same freeze leads to the first, which is declined, reopened and approved', async () => {
  const [one, two] = [await signIn('finance', 1), await signIn('finance', 2)];
  await one.goto('/money');
  await operate(one, 'Freeze payouts…', 'Freeze payouts', 'A doubt');
  await one.getByRole('dialog').waitFor({ state: 'detached' });
  await two.goto('/money');
  await two.getByRole('button', { name: 'Resume payouts…' }).click();
  await operate(one, 'Resume payouts…', 'Propose to resume', 'The doubt is gone');
  await one.getByRole('link', { name: /^P-\d+ open$/ }).waitFor();

  // On a page from before the first one.
  await fillAndSend(two, 'Propose to resume', 'The doubt is gone, I think');
  await two
    .getByRole('dialog')
    .getByRole('link', { name: /^Open P-\d+$/ })
    .click();
  await two.getByRole('heading', { name: /^P-\d+: Resume payouts$/, level: 1 }).waitFor();
  expect(new URL(two.url()).search).toMatch(/^\?id=P-\d+$/);
  await two.getByRole('textbox', { name: /^Remark/ }).fill('Which doubt?');
  await two.getByRole('button', { name: 'Decline' }).click();
  await two.getByText('Declined by finance-2').first().waitFor();

  await one.goto(two.url());
  await one.getByText('Which doubt?').waitFor();
  await one.getByLabel('Reason (for the audit log)').fill('Two vouchers, both ours');
  await one.getByRole('button', { name: 'Reopen the proposal' }).click();
  await one.getByText('This is your own proposal').waitFor();

  await two.goto(one.url());
  await two.getByRole('button', { name: 'Approve' }).click();
  await two.getByText('Approved by finance-2').first().waitFor();
});

it('T27: an operator sees their sessions in two browsers, signs the other one out, and then everywhere', async () => {
  const [one, two] = [await signIn('finance', 1), await signIn('finance', 1)];
  await one.getByRole('link', { name: 'Sessions' }).first().click();
  const table = one.getByRole('table', { name: 'Your sessions' });
  await table.getByText('This session').waitFor();
  const other = table
    .getByRole('row')
    .filter({ hasText: /Chrome on/ })
    .filter({ hasNotText: 'This session' });
  const before = await other.count();
  expect(before).toBeGreaterThan(0);
  await other.first().getByRole('button', { name: 'Sign out…' }).click();
  await one.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect.poll(() => other.count()).toBe(before - 1);
  await two.getByRole('button', { name: 'Refresh' }).click();
  await two.getByRole('heading', { name: 'Sign in' }).waitFor();

  await one.getByRole('button', { name: 'Sign out everywhere…' }).click();
  await one.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
  await one.getByRole('heading', { name: 'Sign in' }).waitFor();
});

const REFERENCE = 'W0123456789abcdef0123456789abcdef';
const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const FILE = ['reference;amount;serialNumber;transactionId;transactionDate', `${REFERENCE};6200;S-9;T-9;${yesterday}`];

const rowOn = (page: Page) => page.getByRole('row', { name: /W0123…cdef/ });

// Last, because a voucher that we didn't request freezes payouts.
describe('the issuer’s file', () => {
  it('leads to a page that stays: what froze payouts first, then the rows', async () => {
    const finance = await signIn('finance', 1);
    await finance.goto('/money');
    await finance.getByRole('button', { name: 'Upload…' }).click();
    const buffer = Buffer.from(FILE.join('\n'));
    await finance
      .getByLabel('The issuer’s settlement file')
      .setInputFiles({ name: 'settlement.csv', mimeType: 'text/csv', buffer });
    await finance.getByRole('button', { name: 'Upload the file' }).click();
    await finance.waitForURL(/\/settlement\?file=\d+$/);
    await finance.getByRole('heading', { name: /^Payouts have been frozen since/ }).waitFor();
    await finance.reload();
    await finance.getByText('This file lists 1 voucher (R62.00) that we can’t account for.').waitFor();
    await rowOn(finance).getByText('Unknown reference').waitFor();
    await finance.getByRole('button', { name: /^Matched/ }).click();
    await finance.getByText('No rows.').waitFor();
    await finance.goBack();
    await rowOn(finance).waitFor();
  });

  it('has a row for it: finance asks the issuer, and two people write it off', async () => {
    const [finance, other] = [await signIn('finance', 1), await signIn('finance', 2)];
    await finance.goto('/settlement');
    const row = rowOn(finance);
    await row.getByRole('button', { name: 'Ask issuer…' }).click();
    await finance.getByRole('button', { name: 'Record the question' }).click();
    await row.getByText('Issuer asked by finance-1').waitFor();
    await row.getByRole('button', { name: 'Write off…' }).click();
    await finance.getByLabel('Reason').fill('The issuer insists on the charge');
    await finance.getByRole('button', { name: 'Propose the write-off' }).click();
    const proposal = await row.getByRole('link', { name: / open$/ }).getAttribute('href');

    await other.goto(`${proposal}`);
    await other.getByRole('button', { name: 'Approve R62.00' }).click();
    await other.getByText(/is approved and carried out/).waitFor();

    await finance.reload();
    await row.getByText(/^Written off/).waitFor();
    expect(await row.getByRole('button', { name: /…$/ }).count()).toBe(0);
  });
});
