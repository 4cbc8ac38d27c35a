import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  approvedCheck,
  button,
  expectToast,
  hasFocus,
  mockResponse,
  newDid,
  PHONE,
  pauseResponse,
  useBrowser,
  visit,
  withDid,
} from '../browser.ts';

const open = useBrowser();
const ACCEPTED =
  'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.';
const card = (page: Page) => page.getByRole('region', { name: 'My balance', exact: true });
/** The card's text, without extra white space. */
const figures = async (page: Page) => ((await card(page).textContent()) ?? '').replaceAll(/\s+/g, '');

it('B3, B4, B6: a withdrawal asks first; No, Escape and a tap beside it send nothing, Yes sends once even if pressed again', async () => {
  const did = newDid();
  const page = await open();
  await mockResponse(page, api.registrationCheck(did), approvedCheck({ available_reward: 1275.5 }));
  await visit(page, withDid(screens.balance, did));
  await card(page).waitFor();
  const dialog = page.getByRole('dialog');
  const payment = await pauseResponse(page, api.withdraw(did));
  for (const leave of [
    () => button(page, 'No').click(),
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 300),
  ]) {
    await button(page, 'Withdraw R1275.50').click();
    await dialog.waitFor();
    await leave();
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => hasFocus(button(page, 'Withdraw R1275.50'))).toBe(true);
  }
  expect(payment.requestCount()).toBe(0);

  await button(page, 'Withdraw R1275.50').click();
  await button(page, 'Yes').dblclick();
  for (const name of ['Yes', 'No']) await expect.poll(() => button(page, name).isDisabled()).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 300);
  expect(await dialog.isVisible()).toBe(true);
  const paid = approvedCheck({ available_reward: 0, pending_reward: 3, total_rewards: 1278.5 });
  await mockResponse(page, api.registrationCheck(did), paid);
  payment.respond(true);
  await expectToast(page, ACCEPTED);
  await dialog.waitFor({ state: 'hidden' });
  await button(page, 'Withdraw R1275.50').waitFor({ state: 'hidden' });
  await expect.poll(() => figures(page)).toContain('AvailableR0PendingR3TotalearnedR1278.50');
  expect(payment.requestCount()).toBe(1);
});

it('a report that could not be sent says so in its dialog, with Send visible', async () => {
  const did = newDid();
  const page = await open();
  await mockResponse(page, api.registrationCheck(did), approvedCheck());
  const entry = { id: 's', kind: 'finished', state: 'waiting', amount: 0, date: '2026-11-12T11:41:00Z', session: 's' };
  await mockResponse(page, api.history(did), { entries: [entry] });
  await mockResponse(page, api.report(did), 503);
  await visit(page, withDid(screens.balance, did));
  await button(page, 'Report a problem').click();
  await button(page, 'Send').click();
  const message = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Your report could not be sent.' });
  await message.waitFor();
  await expect.poll(() => hasFocus(button(page, 'Send'))).toBe(true);
  for (const shown of [message, button(page, 'Send')]) {
    const { y, height } = (await shown.boundingBox()) ?? { y: -1, height: 0 };
    expect([y >= 0, y + height <= PHONE.height]).toEqual([true, true]);
  }
});
