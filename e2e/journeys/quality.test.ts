import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, expectToast, hold, member, newDid, origin, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

/** What has the focus, as it is read out, and whether one can see that it has. */
const focus = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement as HTMLElement;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one);
    const { top, bottom } = one.getBoundingClientRect();
    const words = one.ariaLabel ?? (one.closest('label') ?? one).textContent ?? '';
    return {
      // Between the last control and the first the browser itself has the focus.
      name: one === document.body ? '' : words.trim(),
      isRinged: outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 3 && !/^rgba.*, 0\)$/.test(outlineColor),
      isInSight: bottom > 0 && top < innerHeight,
    };
  });

/** By Tab alone to the control that begins so; everything on the way shows that it has the focus. */
async function tabTo(page: Page, name: string) {
  for (let presses = 0; presses < 25; presses++) {
    await page.keyboard.press('Tab');
    const now = await focus(page);
    if (now.name !== '') expect(now, `on the way to ${name}`).toMatchObject({ isRinged: true, isInSight: true });
    if (now.name.startsWith(name)) return;
  }
  throw new Error(`Tab never comes to ${name}`);
}

async function press(page: Page, name: string, key: 'Enter' | 'Space' = 'Enter') {
  await tabTo(page, name);
  await page.keyboard.press(key);
}

describe('by keyboard alone', () => {
  it('H2, B3, B4, O3, O5: home, a withdrawal, opting out and back home, the focus always in sight', async () => {
    const did = await registered();
    const page = await open();
    await script(page, api.registrationCheck(did), member({ available_reward: 60 }));
    await script(page, api.withdraw(did), true);
    await page.goto(at(screens.home, did));
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();

    await press(page, 'Menu');
    await press(page, 'My balance');
    await heading(page, 'My balance').waitFor();
    await page.getByRole('button', { name: 'Withdraw R60', exact: true }).waitFor();
    await press(page, 'Withdraw R60');
    await page.getByRole('dialog').waitFor();
    const trapped = new Set<string>();
    for (let presses = 0; presses < 6; presses++) {
      trapped.add((await focus(page)).name);
      await page.keyboard.press('Tab');
    }
    expect(trapped).not.toContain('Menu');
    await press(page, 'Yes');
    await expectToast(
      page,
      'Your withdrawal request has been submitted successfully! You will receive a confirmation once processed.',
    );
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await press(page, 'Dismiss');
    await expect.poll(() => page.getByRole('status').textContent()).toBe('');

    await press(page, 'Menu', 'Space');
    await press(page, 'Opt-In/Out to communications');
    await heading(page, 'Research tasks').waitFor();
    await page.getByRole('switch', { disabled: false }).waitFor();
    await press(page, 'Receive research tasks', 'Space');
    await expectToast(page, 'You have just OPT-OUT from receiving research tasks from us');
    expect((await focus(page)).name).toContain('Receive research tasks');
    await page.keyboard.press('Shift+Tab');
    expect((await focus(page)).name).toBe('Go back!');
    await page.keyboard.press('Enter');
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    expect(page.url()).toBe(origin() + at(screens.home, did));
  });

  it('G6: after a navigation the focus is at the new screen, not lost', async () => {
    const page = await open();
    await page.goto(at(screens.home, newDid()));
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();
    await press(page, 'Terms and Conditions');
    await heading(page, 'Terms and Conditions').waitFor();
    await page.keyboard.press('Tab');
    expect((await focus(page)).name).toBe('Go back!');
  });
});

describe('motion', () => {
  it.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)('with prefers-reduced-motion %s anything moves: %s', async (reducedMotion, moves) => {
    const page = await open({ reducedMotion });
    const did = newDid();
    const check = await hold(page, api.registrationCheck(did));
    await page.goto(at(screens.home, did));
    await page.locator('main[aria-busy="true"]').waitFor();
    const moving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length > 0);
    await expect.poll(moving).toBe(moves);
    check.answer(member({ status: 'pending' }));
    await page.getByRole('button', { name: 'Dismiss', exact: true }).waitFor();
    if (!moves) expect(await moving()).toBe(false);
  });
});

describe('the content security policy', () => {
  it('is there, forbids what comes from elsewhere, and no screen of ours breaks it', async () => {
    const did = await registered();
    const page = await open();
    await page.addInitScript(() => {
      const broken: string[] = [];
      Object.assign(window, { broken });
      document.addEventListener('securitypolicyviolation', (event) =>
        broken.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin()}/`)) elsewhere.push(request.url());
    });
    const answer = await page.goto(at(screens.home, did));
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'");
    const broken = () => page.evaluate(() => (window as unknown as { broken: string[] }).broken);
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    for (const name of ['My balance', 'Opt-In/Out to communications', 'How it Works!', 'Delete profile']) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    await page.getByRole('button', { name: 'Delete Profile', exact: true }).click();
    await page.getByRole('dialog').waitFor();
    expect(await broken()).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
