import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  approvedCheck,
  button,
  expectToast,
  hasFocus,
  mockResponse,
  newDid,
  PHONE,
  pauseResponse,
  registerPanelist,
  useBrowser,
  visit,
  withDid,
} from '../browser.ts';

const open = useBrowser();
const ACCEPTED =
  'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.';
const FAILED = 'Oops! Something went wrong. Your withdrawal could not be processed. Please try again later.';
const card = (page: Page) => page.getByRole('region', { name: 'My balance', exact: true });
/** The card's text, without extra white space. */
const figures = async (page: Page) => ((await card(page).textContent()) ?? '').replaceAll(/\s+/g, '');

async function openBalance(did: string): Promise<Page> {
  const page = await open();
  await mockResponse(page, api.registrationCheck(did), approvedCheck({ available_reward: 75.5 }));
  await visit(page, withDid(screens.balance, did));
  await card(page).waitFor();
  return page;
}

describe('a withdrawal', () => {
  it('B3, B4, B6: asks first; No, Escape and a tap beside it send nothing, Yes sends once even if pressed again', async () => {
    const did = newDid();
    const page = await openBalance(did);
    const dialog = page.getByRole('dialog');
    const payment = await pauseResponse(page, api.withdraw(did));
    for (const leave of [
      () => button(page, 'No').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(4, 300),
    ]) {
      await button(page, 'Withdraw R75.50').click();
      await dialog.waitFor();
      await leave();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => hasFocus(button(page, 'Withdraw R75.50'))).toBe(true);
    }
    expect(payment.requestCount()).toBe(0);

    await button(page, 'Withdraw R75.50').click();
    await button(page, 'Yes').dblclick();
    for (const name of ['Yes', 'No']) await expect.poll(() => button(page, name).isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 300);
    expect(await dialog.isVisible()).toBe(true);
    const paid = approvedCheck({ available_reward: 0, pending_reward: 3, total_rewards: 78.5 });
    await mockResponse(page, api.registrationCheck(did), paid);
    payment.respond(true);
    await expectToast(page, ACCEPTED);
    await dialog.waitFor({ state: 'hidden' });
    await button(page, 'Withdraw R75.50').waitFor({ state: 'hidden' });
    await expect.poll(() => figures(page)).toContain('AvailableR0PendingR3TotalearnedR78.50');
    expect(payment.requestCount()).toBe(1);
  });

  it('B1, B2, B4: the real server accepts the call, refuses one without money, and its balance is shown', async () => {
    const did = await registerPanelist();
    const page = await openBalance(did);
    await button(page, 'Withdraw R75.50').click();
    await page.unrouteAll();
    const response = page.waitForResponse((each) => each.url().endsWith(api.withdraw(did)));
    await button(page, 'Yes').click();
    expect(await (await response).json()).toBe(false);
    await expectToast(page, FAILED);
    await page.getByText('R50 to go. You can withdraw from R50.', { exact: true }).waitFor();
    await expect.poll(() => figures(page)).toContain('AvailableR0PendingR0TotalearnedR0');
  });
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
