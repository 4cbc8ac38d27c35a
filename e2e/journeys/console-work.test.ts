/** Operators map a partner's unknown code and answer disputes, on a product with its own panelist. */
import { createHmac } from 'node:crypto';
import type { Role } from '@panel/domain/console/pages';
import { api, partnerCallback } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DESKTOP, newDid, registerPanelist, useBrowser } from '../browser.ts';
import { signInTo } from '../console.ts';
import { type Product, startProduct } from '../product.ts';
import { axeViolations } from '../screen-checks.ts';

const open = useBrowser();
let product: Product;
let did: string;
beforeAll(async () => {
  product = await startProduct();
  did = await registerPanelist(newDid(), product.origin);
});
afterAll(() => product?.close());

async function signIn(role: Role, account: 1 | 2 = 1): Promise<Page> {
  const page = await open({ viewport: DESKTOP, baseURL: product.console });
  await signInTo(page, role, account);
  return page;
}

/** Enters a survey of the router, and returns the session. */
async function enter(): Promise<string> {
  const { url } = await (await fetch(product.origin + api.entryLink('cint-router')(did))).json();
  return new URL(url).searchParams.get('ssi') ?? '';
}
/** What the router reports about a session, with the sandbox's key. */
async function callBack(session: string, status: string, survey = '7'): Promise<void> {
  const url = `${product.origin}${partnerCallback('cint-router')}?ssi=${session}&status=${status}&survey_id=${survey}&cpi=1.00&txn_id=t1`;
  const signature = createHmac('sha256', 'sandbox-secret').update(url).digest('hex');
  expect((await fetch(`${url}&signature_hmac_sha=${signature}`)).status).toBe(200);
}

it('fieldwork sees the sessions of an unknown code and proposes its outcome, and finance approves it', async () => {
  await callBack(await enter(), 'qf-soft');
  const fieldwork = await signIn('fieldwork');
  await fieldwork.getByRole('link', { name: 'Unrecognised status codes' }).click();
  await fieldwork.getByRole('link', { name: 'Sessions with Cint router qf-soft' }).click();
  await fieldwork.getByRole('cell', { name: 'Technical failure' }).waitFor();
  await fieldwork.getByRole('button', { name: 'Map to an outcome…' }).click();
  await fieldwork.getByLabel('Over quota').check();
  await fieldwork.getByLabel(/^How do you know/).fill('The router’s release notes');
  expect(await axeViolations(fieldwork, 'all but colours')).toEqual([]);
  await fieldwork.getByRole('button', { name: 'Propose the mapping' }).click();
  const proposal = await fieldwork
    .getByRole('link', { name: / open$/ })
    .first()
    .getAttribute('href');

  const finance = await signIn('finance');
  await finance.goto(`${proposal}`);
  await finance.getByText('Sessions that get this outcome').waitFor();
  await finance
    .getByRole('button', { name: /^Approve/ })
    .last()
    .click();
  await finance.getByText(/is approved and carried out/).waitFor();
  await finance.goto('/codes');
  await finance.getByText('Every code is recognised.').waitFor();
  await finance.getByRole('row', { name: /^qf-soft Cint router Over quota/ }).waitFor();
});

it('support takes a dispute, answers it from a template, goes on to the next one, and reopens the first', async () => {
  for (const survey of ['8', '9']) {
    const session = await enter();
    for (const status of ['complete', 'reconciliation']) await callBack(session, status, survey);
    const reported = await fetch(product.origin + api.report(did), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session, reason: 'reward-reversed' }),
    });
    expect(reported.status).toBeLessThan(300);
  }
  const page = await signIn('support');
  await page.goto('/disputes?state=unassigned');
  await page.getByRole('link', { name: 'D-1', exact: true }).click();
  await page.getByRole('heading', { name: /^D-1:/, level: 1 }).waitFor();
  await page.keyboard.press('a');
  await page.getByText('Assigned to you', { exact: true }).waitFor();
  await page.goto('/disputes?dispute=D-1');
  await page.getByRole('button', { name: 'Decline…' }).click();
  await page.getByLabel('Template for answer to the panelist').selectOption('Not finished');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('heading', { name: /^D-2:/, level: 1 }).waitFor();
  expect(await axeViolations(page, 'all but colours')).toEqual([]);

  await page.goto('/disputes?state=closed&dispute=D-1');
  await page.getByRole('button', { name: 'Reopen…' }).click();
  await page.getByLabel(/^Reason/).fill('The partner wrote again');
  await page.getByRole('button', { name: 'Reopen', exact: true }).click();
  await page.getByRole('heading', { name: 'Answer before it was reopened' }).waitFor();
  await page.goto('/disputes?state=mine');
  await page.getByRole('row', { name: /^D-1 .* You$/ }).waitFor();
});
