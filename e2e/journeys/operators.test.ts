/** Operators in several browsers: proposals with their own address, and sessions. One product for all, whose clock isn't advanced. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, useBrowser } from '../browser.ts';
import { signInTo } from '../console.ts';
import { type Product, startProduct } from '../product.ts';

const open = useBrowser();
let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.close());

async function signIn(account: 1 | 2): Promise<Page> {
  const page = await open({ viewport: DESKTOP, baseURL: product.console });
  await signInTo(page, 'finance', account);
  return page;
}

async function operate(page: Page, button: string, submit: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason (for the audit log)').fill(reason);
  await dialog.getByRole('button', { name: submit }).click();
}

it('T27: a second proposal for the same freeze leads to the first, which is declined, reopened and approved', async () => {
  const [one, two] = [await signIn(1), await signIn(2)];
  await one.goto('/money');
  await operate(one, 'Freeze payouts…', 'Freeze payouts', 'A doubt');
  await one.getByRole('dialog').waitFor({ state: 'detached' });
  await operate(one, 'Resume payouts…', 'Propose to resume', 'The doubt is gone');
  await one.getByRole('dialog').waitFor({ state: 'detached' });

  await two.goto('/money');
  await operate(two, 'Resume payouts…', 'Propose to resume', 'The doubt is gone, I think');
  await two.getByRole('dialog').getByRole('link', { name: 'Open P-1' }).click();
  await two.getByRole('heading', { name: 'P-1: Resume payouts', level: 1 }).waitFor();
  expect(new URL(two.url()).search).toBe('?id=P-1');
  await two.getByRole('textbox', { name: /^Remark/ }).fill('Which doubt?');
  await two.getByRole('button', { name: 'Decline' }).click();
  await two.getByText('Declined by finance-2').first().waitFor();

  await one.goto('/proposal?id=P-1');
  await one.getByText('Which doubt?').waitFor();
  await one.getByLabel('Reason (for the audit log)').fill('Two vouchers, both ours');
  await one.getByRole('button', { name: 'Reopen the proposal' }).click();
  await one.getByText('This is your own proposal').waitFor();

  await two.goto(one.url());
  await two.getByRole('button', { name: 'Approve' }).click();
  await two.getByText('Approved by finance-2').first().waitFor();
});

it('T27: an operator sees their sessions in two browsers, signs the other one out, and then everywhere', async () => {
  const [one, two] = [await signIn(1), await signIn(1)];
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
