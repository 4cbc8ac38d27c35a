import { GOLDEN } from '@panel/domain/golden';
import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  approvedCheck,
  button,
  expectToast,
  hasFocus,
  heading,
  link,
  mockResponse,
  newDid,
  origin,
  registerPanelist,
  toast,
  useBrowser,
  visit,
  withDid,
} from '../browser.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';
const { firstname, surname } = GOLDEN.registration.answers;
const TYPED: Record<string, string> = { firstname, surname, dob: '27041994' };

/** The focused element: its accessible name, its control, and whether the focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    const hasRing = (drawn: Element | null) => {
      if (!drawn) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(drawn);
      return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 3 && !/^rgba.*, 0\)$/.test(outlineColor);
    };
    const { top, bottom } = element.getBoundingClientRect();
    const name = element.ariaLabel ?? (element.closest('label') ?? element).textContent ?? '';
    const group = element.name ? [...document.getElementsByName(element.name)] : [];
    return {
      // Between the last control and the first, the browser itself has the focus.
      name: element === document.body ? '' : name.trim(),
      control: { tag: element.tagName, type: element.type, name: element.name, value: element.value },
      isGroupAnswered: group.some((member) => (member as HTMLInputElement).checked),
      // A tick box is drawn by the element after it.
      isVisible: (hasRing(element) || hasRing(element.nextElementSibling)) && bottom > 0 && top < innerHeight,
    };
  });

/** Presses Tab until a control whose name begins so has the focus. Every control on the way must show its focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab');
    const focus = await focused(page);
    if (focus.name) expect(focus.isVisible, `${focus.name} on the way to ${name}`).toBe(true);
    if (focus.name.startsWith(name)) return;
  }
  throw new Error(`Tab never reaches ${name}`);
}

async function press(page: Page, name: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

/** Moves through a form by Tab and answers it, until the button that sends it. */
async function fillByKeyboard(page: Page): Promise<void> {
  for (let presses = 0; presses < 400; presses++) {
    await page.keyboard.press('Tab');
    const { name, control, isGroupAnswered } = await focused(page);
    if (name === 'Submit') return;
    const text = TYPED[control.name];
    if (control.type === 'text' && text && control.value === '') await page.keyboard.type(text);
    else if (control.tag === 'SELECT' && control.value === '') await page.keyboard.press('ArrowDown');
    else if (/radio|checkbox/.test(control.type) && !isGroupAnswered) await page.keyboard.press('Space');
  }
  throw new Error('Submit was never reached.');
}

describe('by keyboard alone', () => {
  it('A1, A7: a visitor signs up', async () => {
    const page = await open();
    await visit(page, withDid(screens.home, newDid()));
    await link(page, 'Sign Up').waitFor();
    await press(page, 'Sign Up');
    await button(page, 'Proceed').waitFor();
    await press(page, 'I have read and I accept', 'Space');
    await press(page, 'Proceed');
    await heading(page, 'You').waitFor();
    await fillByKeyboard(page);
    await page.keyboard.press('Enter');
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    await heading(page, HUB).waitFor();
  });

  it('X2, X3: a panelist deletes the profile', async () => {
    const page = await open();
    await visit(page, withDid(screens.deleteProfile, await registerPanelist()));
    await button(page, 'Delete Profile').waitFor();
    await press(page, 'Delete Profile');
    await page.getByRole('dialog').waitFor();
    await expect.poll(async () => (await focused(page)).name).toBe('Cancel');
    await press(page, 'Delete');
    await heading(page, 'Profile deleted').waitFor();
  });

  it('H2, B3, B4, O3, O5, G6: home, a withdrawal, opting out and back home, with the focus always visible', async () => {
    const did = await registerPanelist();
    const page = await open();
    await mockResponse(page, api.registrationCheck(did), approvedCheck({ available_reward: 1275.5 }));
    await mockResponse(page, api.withdraw(did), true);
    await visit(page, withDid(screens.home, did));
    await heading(page, HUB).waitFor();

    await press(page, 'Menu');
    await press(page, 'My balance');
    await button(page, 'Withdraw R1275.50').waitFor();
    await press(page, 'Withdraw R1275.50');
    await page.getByRole('dialog').waitFor();
    const inDialog = new Set<string>();
    for (let presses = 0; presses < 6; presses++) {
      inDialog.add((await focused(page)).name);
      await page.keyboard.press('Tab');
    }
    expect([...inDialog].sort()).toEqual(['', 'No', 'Yes']);
    await press(page, 'Yes');
    await expectToast(
      page,
      'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.',
    );
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    // The button that opened the dialog is disabled by now.
    expect(await hasFocus(page.getByRole('region', { name: 'My balance' }))).toBe(true);
    // In the colour of the toast's text: gold is invisible on its light background in the dark scheme.
    await page.emulateMedia({ colorScheme: 'dark' });
    await tabTo(page, 'Dismiss');
    const ring = await button(page, 'Dismiss').evaluate((dismiss: HTMLElement) => {
      const { outlineColor, outlineStyle } = getComputedStyle(dismiss);
      return [outlineStyle, outlineColor === getComputedStyle(dismiss.parentElement as Element).color];
    });
    expect(ring).toEqual(['solid', true]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('');

    await press(page, 'Menu', 'Space');
    await press(page, 'Opt-In/Out to communications');
    await heading(page, 'Research tasks').waitFor();
    await page.getByRole('switch', { disabled: false }).waitFor();
    await press(page, 'Receive research tasks', 'Space');
    await expectToast(page, 'You have just OPT-OUT from receiving research tasks from us');
    await expect.poll(async () => (await focused(page)).name).toContain('Receive research tasks');
    await page.keyboard.press('Shift+Tab');
    expect((await focused(page)).name).toBe('Go back!');
    await page.keyboard.press('Enter');
    await heading(page, HUB).waitFor();
    expect(page.url()).toBe(origin() + withDid(screens.home, did));

    // After a navigation the new screen has the focus.
    await press(page, 'Terms and Conditions');
    await heading(page, 'Terms and Conditions').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.screen'));
    await page.keyboard.press('Tab');
    expect((await focused(page)).name).toBe('Go back!');
  });
});
