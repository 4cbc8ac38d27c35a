/** The panelist's journeys with script switched off: every page is a form that works. */
import { DAY_MS } from '@panel/domain/durations';
import { api, screens } from '@panel/domain/paths';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { FORM } from '@panel/domain/wording';
import type { Locator, Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { button, heading, link, newDid, origin, QUERY, registerPanelist, useBrowser, withDid } from '../browser.ts';
import { fillIn } from '../fill.ts';
import { apply, firstLanguageForm, quarterlyForm, submitButton, termsCheckbox } from '../forms.ts';
import { codeInChat, moveClock, setSandbox, withSandboxAlone } from '../sandbox.ts';
import { checkScreen } from '../screen-checks.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';
const notice = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** Waits for what a page shows of the panelist's data. The server waits 300 ms for it; a busy machine may exceed that. */
async function waitForData(page: Page, shown: Locator): Promise<void> {
  const isShown = () =>
    shown.waitFor({ timeout: 1000 }).then(
      () => true,
      () => page.reload().then(() => false),
    );
  await expect.poll(isShown).toBe(true);
}

async function signUp(page: Page, did: string): Promise<void> {
  await page.goto(withDid(screens.home, did, QUERY));
  await link(page, 'Sign Up').click();
  await button(page, 'Proceed').click();
  await page.getByText('Required.', { exact: true }).waitFor();
  await termsCheckbox(page).check();
  await button(page, 'Proceed').click();
  await heading(page, 'Tell us about yourself').waitFor();
  await fillIn(page, apply.definition, apply.answers, ['terms', 'surname']);
  await submitButton(page).click();
  const summary = page.getByRole('list', { name: 'Questions without an answer' }).first().getByRole('link');
  expect(await summary.allInnerTexts()).toEqual(['Surname']);
  await summary.click();
  await page.getByLabel('Surname', { exact: true }).fill('Ndlovu');
  expect(await page.getByLabel('First name', { exact: true }).inputValue()).not.toBe('');
  await submitButton(page).click();
  await notice(page, 'Your application was submitted and accepted successfully.').waitFor();
  await heading(page, HUB).waitFor();
  expect(new URL(page.url()).search).toBe(`?x-binu-did=${did}${QUERY}`);
}

/** The code from the chat, a consent, and the lock. */
async function openYourData(page: Page, did: string): Promise<void> {
  await page.goto(withDid(screens.home, did, QUERY));
  await waitForData(page, link(page, 'Your data'));
  await link(page, 'Your data').click();
  await waitForData(page, button(page, 'Send me a code'));
  await button(page, 'Send me a code').click();
  await notice(page, 'We sent a code to your chat.').waitFor();
  const code = page.getByLabel('Enter the 6 numbers from your chat');
  await waitForData(page, code);
  await code.fill(await codeInChat(did));
  await button(page, 'Show my data').click();
  await notice(page, 'Your data is open on this phone.').waitFor();
  await waitForData(page, page.getByText('Ndlovu', { exact: true }));
  // Opting out has turned it off.
  await page.getByRole('switch', { name: 'Marketing', checked: false }).click();
  await notice(page, 'Your choice is saved.').waitFor();
  await waitForData(page, page.getByRole('switch', { name: 'Marketing', checked: true }));
  await link(page, 'Open it as a page').click();
  await page.getByText('Surname: Ndlovu').waitFor();
  await page.goBack();
  await button(page, 'Lock it now').click();
  await notice(page, 'Your data is locked again.').waitFor();
  expect(await page.getByText('Ndlovu').count()).toBe(0);
}

it('A1, A4, A7, H2, H4, Q2, Q7, B4, B6, O3, X3, Y7: from sign-up to the voucher and the deletion, without script', () =>
  withSandboxAlone(async () => {
    const did = newDid();
    const page = await open({ javaScriptEnabled: false });
    await signUp(page, did);

    await page.goto(quarterlyForm.address(did));
    await submitButton(page).click();
    await page
      .getByText(FORM.missing(asksOf(quarterlyForm.definition).length))
      .first()
      .waitFor();
    await fillIn(page, quarterlyForm.definition, quarterlyForm.answers);
    await submitButton(page).click();
    await notice(page, 'You have successfully completed the profiling quarterly survey').waitFor();
    await heading(page, 'Profile updated').waitFor();

    await page.goto(withDid(screens.home, did, QUERY));
    await setSandbox('scenario', { party: 'cint-match', mode: 'ok', usd: 6 });
    await waitForData(page, button(page, 'Find Top Surveys'));
    await button(page, 'Find Top Surveys').click();
    await page.waitForURL(new RegExp(`^${inject('sandbox')}/cint-match`));
    expect(page.url()).not.toContain(did);
    const begin = page.getByRole('button', { name: /start|begin|continue/i });
    if (await begin.isVisible()) await begin.click();
    await button(page, 'Complete').click();
    await heading(page, 'Thank you!').waitFor();
    expect(new URL(page.url()).search).toBe(`?x-binu-did=${did}${QUERY}`);

    const rewards = async () => (await fetch(origin() + api.registrationCheck(did))).json();
    await expect.poll(rewards).toMatchObject({ pending_reward: 54 });
    await moveClock(15 * DAY_MS);
    await expect.poll(rewards).toMatchObject({ available_reward: 54 });
    await page.goto(withDid(screens.balance, did, QUERY));
    const withdraw = page.getByRole('button', { name: /^Withdraw R/ });
    await waitForData(page, withdraw);
    await withdraw.click();
    await page.getByText(/^You are withdrawing R/).waitFor();
    await link(page, 'No').click();
    await waitForData(page, withdraw);
    await withdraw.click();
    await button(page, 'Yes').click();
    await notice(
      page,
      'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.',
    ).waitFor();
    // Yes again, as after Back: nothing more is paid.
    await page.goto(withDid(screens.withdraw, did, QUERY));
    expect(await button(page, 'Yes').count()).toBe(0);

    await page.locator('summary').click();
    await link(page, 'Opt-In/Out to communications').click();
    await page.getByRole('switch').uncheck();
    await button(page, 'Save').click();
    await notice(page, 'You have just OPT-OUT from receiving research tasks from us').waitFor();
    expect(await page.getByRole('switch').isChecked()).toBe(false);

    await openYourData(page, did);

    await page.goto(withDid(screens.deleteProfile, did, QUERY));
    await button(page, 'Delete Profile').click();
    await page.getByText(/^Are you sure you want to delete your profile/).waitFor();
    await button(page, 'Delete').click();
    await heading(page, 'Profile deleted').waitFor();
    expect((await fetch(origin() + api.registrationCheck(did))).status).toBe(404);
  }));

it('a survey is chosen from the list, without script', () =>
  withSandboxAlone(async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.goto(withDid(screens.home, await registerPanelist(), QUERY));
    await waitForData(page, link(page, 'Choose a survey'));
    await link(page, 'Choose a survey').click();
    await page
      .getByRole('button', { name: /^R.+ about \d+ min/ })
      .first()
      .click();
    await page.waitForURL(`${inject('sandbox')}/**`);
  }));

it('G5, Q1: an unknown address is home’s, and a long list has no filter, without script', async () => {
  const did = newDid();
  const page = await open({ javaScriptEnabled: false });
  await page.goto(withDid('/nowhere', did, QUERY));
  await link(page, 'Sign Up').waitFor();
  expect(page.url()).toBe(origin() + withDid(screens.home, did, QUERY));
  await page.goto(quarterlyForm.address(did));
  await page.getByText('23 to choose from').waitFor();
  expect(await page.getByRole('searchbox').count()).toBe(0);
});

it('looks right in each state of a page whose script is lost', async () => {
  const did = await registerPanelist();
  const page = await open();
  await page.route('**/assets/*.js', (route) => route.abort());
  const openPlain = async (address: string) => {
    await page.goto(address);
    // A page that is in use isn't reloaded.
    await page.locator('h1').click();
    await page.waitForFunction(() => !document.documentElement.classList.contains('js'));
  };
  await openPlain(withDid(screens.home, did));
  await page.locator('summary').click();
  await checkScreen(page);
  for (const path of [screens.surveys, screens.optOut, screens.confirmDeletion]) {
    await openPlain(withDid(path, did));
    await checkScreen(page);
  }
  await openPlain(firstLanguageForm.address(did));
  await submitButton(page).click();
  await page.getByText('1 answer is missing.').first().waitFor();
  await checkScreen(page);
});
