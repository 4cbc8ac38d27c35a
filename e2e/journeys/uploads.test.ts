/** Finance uploads the issuer's settlement file, and deals with a voucher that we didn't request. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DESKTOP, useBrowser } from '../browser.ts';
import { signInTo } from '../console.ts';
import { type Product, startProduct } from '../product.ts';
import { axeViolations } from '../screen-checks.ts';

const open = useBrowser();
let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.close());

const REFERENCE = 'W0123456789abcdef0123456789abcdef';
const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const FILE = ['reference;amount;serialNumber;transactionId;transactionDate', `${REFERENCE};6200;S-9;T-9;${yesterday}`];

async function signIn(account: 1 | 2): Promise<Page> {
  const page = await open({ viewport: DESKTOP, baseURL: product.console });
  await signInTo(page, 'finance', account);
  return page;
}
const rowOn = (page: Page) => page.getByRole('row', { name: /W0123…cdef/ });

describe('the issuer’s file', () => {
  it('leads to a page that stays: what froze payouts first, then the rows', async () => {
    const finance = await signIn(1);
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
    expect(await axeViolations(finance, 'all but colours')).toEqual([]);
  });

  it('has a row for it: finance asks the issuer, and two people write it off', async () => {
    const [finance, other] = [await signIn(1), await signIn(2)];
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
