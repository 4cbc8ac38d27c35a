import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, expectToast, hold, member, newDid, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const ACCEPTED =
  'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.';
const OOPS = 'Oops! Something went wrong. Your withdrawal could not be processed. Please try again later.';
const REFRESH_FAILED = 'Failed to update reward balance';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const withdraw = (page: Page) => page.getByRole('button', { name: /^Withdraw/ });
const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page) => page.getByRole('region', { name: 'My balance', exact: true });
/** The card as it is read, white space aside. */
const figures = async (page: Page) => ((await card(page).textContent()) ?? '').replaceAll(/\s+/g, '');

const scriptBalance = (page: Page, did: string, available: number, pending = 0, total = 0) =>
  script(
    page,
    api.registrationCheck(did),
    member({ available_reward: available, pending_reward: pending, total_rewards: total }),
  );

async function openBalance(did: string, available: number, pending = 0, total = 0): Promise<Page> {
  const page = await open();
  await scriptBalance(page, did, available, pending, total);
  await page.goto(at(screens.balance, did));
  await card(page).waitFor();
  return page;
}

async function askToWithdraw(did: string, available = 75.5): Promise<Page> {
  const page = await openBalance(did, available);
  await withdraw(page).click();
  await dialog(page).waitFor();
  return page;
}

describe('the balance', () => {
  it('B1, B2: of a new panelist on the real server is nothing, with R50 to go', async () => {
    const page = await open();
    await page.goto(at(screens.balance, await registered()));
    await page.getByText('R50 to go. You can withdraw from R50.', { exact: true }).waitFor();
    expect(await figures(page)).toContain('AvailableR0PendingR0TotalearnedR0');
    expect(await withdraw(page).count()).toBe(0);
  });

  it('B1, B2, G9: shows each amount in rand, and the button from R50 on', async () => {
    const page = await open();
    const did = newDid();
    for (const [available, pending, total, shown, toGo] of [
      [0, 12, 12, 'AvailableR0PendingR12TotalearnedR12', 'R50'],
      [49.99, 0, 49.99, 'AvailableR49.99PendingR0TotalearnedR49.99', 'R0.01'],
      [50, 7.5, 57.5, 'AvailableR50PendingR7.50TotalearnedR57.50', null],
      [75.5, 0.05, 75.55, 'AvailableR75.50PendingR0.05TotalearnedR75.55', null],
      // 0.1 + 0.2 as a computer adds it.
      [1250, 0.30000000000000004, 1250.3, 'AvailableR1250PendingR0.30TotalearnedR1250.30', null],
    ] as const) {
      await scriptBalance(page, did, available, pending, total);
      await page.goto(at(screens.balance, did));
      await card(page).waitFor();
      expect(await figures(page)).toContain(shown);
      expect(await withdraw(page).count()).toBe(toGo ? 0 : 1);
      expect(await page.getByText(`${toGo} to go. You can withdraw from R50.`, { exact: true }).count()).toBe(
        toGo ? 1 : 0,
      );
    }
  });

  it('B1: lists what it is made of, by month: the date, the state, and when a pending reward becomes available', async () => {
    const page = await open();
    const did = newDid();
    await scriptBalance(page, did, 20, 12.5, 120);
    const entry = (id: string, kind: string, state: string, amount: number, date: string, available_on?: string) => ({
      ...{ id, kind, state, amount, date },
      ...(available_on ? { available_on } : {}),
    });
    await script(page, api.history(did), {
      entries: [
        // Late in the evening in London is the next day, and the next month, in South Africa.
        entry('6', 'reward', 'pending', 12.5, '2026-10-31T22:30:00Z', '2026-11-15'),
        entry('5', 'withdrawal', 'processing', 60, '2026-10-20T10:00:00Z'),
        entry('4', 'reward', 'available', 20, '2026-10-09T10:00:00Z'),
        entry('3', 'withdrawal', 'paid', 50, '2026-09-08T10:00:00Z'),
        entry('2', 'withdrawal', 'returned', 55, '2026-09-07T10:00:00Z'),
        entry('1', 'reward', 'reversed', 5, '2026-09-06T10:00:00Z'),
      ],
    });
    await page.goto(at(screens.balance, did));
    const history = page.getByRole('region', { name: 'History', exact: true });
    await history.waitFor();
    const months = await history.getByRole('heading', { level: 3 }).allTextContents();
    expect(months).toEqual(['November 2026', 'October 2026', 'September 2026']);
    const rows = await history
      .getByRole('listitem')
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll('b, span')].map((part) => part.textContent)));
    expect(rows).toEqual([
      ['Survey completed', '+R12.50', 'Pending until 15 Nov', '1 Nov'],
      ['Withdrawal, 1Voucher', '−R60', 'On its way', '20 Oct'],
      ['Survey completed', '+R20', 'Available', '9 Oct'],
      ['Withdrawal, 1Voucher', '−R50', 'Paid', '8 Sep'],
      ['Withdrawal, 1Voucher', '−R55', 'Returned', '7 Sep'],
      ['Survey completed', '+R5', 'Taken back', '6 Sep'],
    ]);
    await card(page).getByText('R60 is on its way to your chat as a 1Voucher.', { exact: true }).waitFor();
  });

  it('B1: with nothing earned yet, the list says so and leads to the surveys', async () => {
    const page = await open();
    const did = await registered();
    await script(page, api.history(did), { entries: [] });
    await page.goto(at(screens.balance, did));
    await page.getByRole('heading', { name: 'Nothing here yet', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Find a survey', exact: true }).click();
    await page.getByRole('heading', { name: 'Welcome to your BuaApp Research hub!', exact: true }).waitFor();
  });

  it.each([500, 404, 'lost'] as const)(
    'B5: a first load that fails with %s says so and can be tried again',
    async (failure) => {
      const page = await open();
      const did = await registered();
      await script(page, api.registrationCheck(did), failure);
      await page.goto(at(screens.balance, did));
      await expectToast(page, REFRESH_FAILED);
      expect(await card(page).count()).toBe(0);
      await page.unrouteAll();
      await button(page, 'Try again').click();
      await card(page).waitFor();
      expect(await page.getByRole('main').getByText(REFRESH_FAILED).count()).toBe(0);
    },
  );
});

describe('a withdrawal', () => {
  it('B3: asks first, names the amount, and No, Escape and a tap beside it send nothing', async () => {
    const did = newDid();
    const page = await openBalance(did, 75.5);
    const payment = await hold(page, api.withdraw(did));
    for (const leave of [
      () => button(page, 'No').click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(4, 300),
    ]) {
      await withdraw(page).click();
      await dialog(page)
        .getByText('You are withdrawing R75.50. Processing may take 24–48 hours. Do you want to continue?', {
          exact: true,
        })
        .waitFor();
      await button(page, 'Yes').waitFor();
      await leave();
      await dialog(page).waitFor({ state: 'hidden' });
      expect(await withdraw(page).evaluate((one) => one === document.activeElement)).toBe(true);
    }
    expect(payment.sent()).toBe(0);
  });

  it('B4, B6: Yes sends once, whatever is pressed meanwhile; then it is confirmed and the balance is fresh', async () => {
    const did = newDid();
    const page = await askToWithdraw(did);
    const payment = await hold(page, api.withdraw(did));
    await button(page, 'Yes').dblclick();
    expect(await button(page, 'Yes').isDisabled()).toBe(true);
    expect(await button(page, 'No').isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.mouse.click(4, 300);
    expect(await dialog(page).isVisible()).toBe(true);
    await scriptBalance(page, did, 0, 3, 78.5);
    payment.answer(true);
    await expectToast(page, ACCEPTED);
    await dialog(page).waitFor({ state: 'hidden' });
    await withdraw(page).waitFor({ state: 'hidden' });
    expect(await figures(page)).toContain('AvailableR0PendingR3TotalearnedR78.50');
    expect(payment.sent()).toBe(1);
  });

  it.each([false, 0, 'null', 409, 500, 'lost'] as const)(
    'B4: answered with %s it says that it did not go through',
    async (answer) => {
      const did = newDid();
      const page = await askToWithdraw(did);
      if (answer === 0 || answer === 'null')
        await page.route(`**${api.withdraw(did)}`, (route) => route.fulfill({ json: answer === 0 ? 0 : null }));
      else await script(page, api.withdraw(did), answer);
      await button(page, 'Yes').click();
      await expectToast(page, OOPS);
      await dialog(page).waitFor({ state: 'hidden' });
      await button(page, 'Withdraw R75.50').waitFor();
      expect(await button(page, 'Withdraw R75.50').isEnabled()).toBe(true);
    },
  );

  it('B2, B4: the real server takes the call, and refuses what is not there', async () => {
    const did = await registered();
    const page = await askToWithdraw(did);
    await page.unrouteAll();
    const answered = page.waitForResponse((response) => response.url().endsWith(api.withdraw(did)));
    await button(page, 'Yes').click();
    expect(await (await answered).json()).toBe(false);
    await expectToast(page, OOPS);
    await page.getByText('R50 to go. You can withdraw from R50.', { exact: true }).waitFor();
  });

  it('B6: paid, but the balance is slow: it is not offered again meanwhile', async () => {
    const did = newDid();
    const page = await askToWithdraw(did, 50);
    await script(page, api.withdraw(did), true);
    const check = await hold(page, api.registrationCheck(did));
    await button(page, 'Yes').click();
    await expectToast(page, ACCEPTED);
    expect(await withdraw(page).isDisabled()).toBe(true);
    check.answer(member());
    await withdraw(page).waitFor({ state: 'hidden' });
    expect(await figures(page)).toContain('AvailableR0');
  });

  it('B1: a history that can’t be had says so, and trying again shows it', async () => {
    const did = await registered();
    const page = await open();
    await script(page, api.history(did), 500);
    await page.goto(at(screens.balance, did));
    await page.getByText('Your history could not be loaded.', { exact: true }).waitFor();
    await page.unrouteAll();
    await button(page, 'Try again').click();
    await page.getByRole('heading', { name: 'Nothing here yet', exact: true }).waitFor();
    expect(await button(page, 'Try again').count()).toBe(0);
  });

  it('B4, B5: paid, but the balance can’t be had again: it says both, and trying again shows it', async () => {
    const did = newDid();
    const page = await askToWithdraw(did, 50);
    await script(page, api.withdraw(did), true);
    await script(page, api.registrationCheck(did), 500);
    await button(page, 'Yes').click();
    await page.getByRole('main').getByText(REFRESH_FAILED, { exact: true }).waitFor();
    await expectToast(page, ACCEPTED);
    expect(await button(page, 'Withdraw R50').isDisabled()).toBe(true);
    await card(page).getByText('R50 is on its way to your chat as a 1Voucher.', { exact: true }).waitFor();
    await scriptBalance(page, did, 0);
    await button(page, 'Try again').click();
    await withdraw(page).waitFor({ state: 'hidden' });
    expect(await figures(page)).toContain('AvailableR0');
  });
});
