import { GOLDEN } from '@panel/domain/golden';
import { screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, newDid, registered, toast, useBrowser } from '../browser.ts';

const open = useBrowser();
const TYPED: Record<string, string> = {
  firstname: GOLDEN.registration.answers.firstname,
  surname: GOLDEN.registration.answers.surname,
  dob: '27041994',
};

/** What the focus is on, as far as a person at a keyboard cares. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement as HTMLInputElement | null;
    const group = at?.name
      ? [...document.getElementsByName(at.name)].filter((one) => (one as HTMLInputElement).checked)
      : [];
    return {
      tag: at?.tagName ?? '',
      type: at?.type ?? '',
      name: at?.name ?? '',
      value: at?.value ?? '',
      text: at?.textContent ?? '',
      chosen: group.length > 0,
    };
  });

/** Goes through a form by Tab and answers what it comes by, until the button that sends it. */
async function fillByKeyboard(page: Page): Promise<void> {
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press('Tab');
    const { tag, type, name, value, text, chosen } = await focused(page);
    if (tag === 'BUTTON' && text === 'Submit') return;
    if (type === 'text' && TYPED[name] && value === '') await page.keyboard.type(TYPED[name] as string);
    else if (tag === 'SELECT' && value === '') await page.keyboard.press('ArrowDown');
    else if ((type === 'radio' || type === 'checkbox') && !chosen) await page.keyboard.press('Space');
  }
  throw new Error('Submit was never reached.');
}

describe('by keyboard alone', () => {
  it('A1, A7: somebody signs up', async () => {
    const page = await open();
    await page.goto(at(screens.home, newDid()));
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();
    for (let presses = 0; (await focused(page)).text !== 'Sign Up' && presses < 20; presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Proceed', exact: true }).waitFor();
    for (let presses = 0; (await focused(page)).type !== 'checkbox' && presses < 20; presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You', exact: true }).waitFor();
    await fillByKeyboard(page);
    await page.keyboard.press('Enter');
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
  });

  it.each(['second-round', 'quarterly', 'yearly'] as const)('Q7: a panelist answers the %s survey', async (survey) => {
    const page = await open();
    await page.goto(`${screens.profiling(survey)}/${await registered()}`);
    await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
    await fillByKeyboard(page);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Profile updated', exact: true }).waitFor();
  });

  it('X2, X3: a panelist deletes the profile', async () => {
    const page = await open();
    await page.goto(at(screens.deleteProfile, await registered()));
    await page.getByRole('button', { name: 'Delete Profile', exact: true }).waitFor();
    for (let presses = 0; (await focused(page)).text !== 'Delete Profile' && presses < 30; presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect((await focused(page)).text).toBe('Cancel');
    for (let presses = 0; (await focused(page)).text !== 'Delete' && presses < 5; presses += 1)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Profile deleted', exact: true }).waitFor();
  });
});
