import { entryLink } from '@panel/domain/partners/entry-link';
import { api, screens } from '@panel/domain/paths';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  approvedCheck,
  button,
  expectToast,
  heading,
  link,
  mockResponse,
  newDid,
  origin,
  pauseResponse,
  registerPanelist,
  useBrowser,
  visit,
  withDid,
} from '../browser.ts';

const open = useBrowser();
const HUB = 'Welcome to your BuaApp Research hub!';

describe('a toast', () => {
  it('G11: never covers the control in use, and everything else it covers can be scrolled away from it', async () => {
    // So low that the page extends under the toast.
    const page = await open({ viewport: { width: 320, height: 420 } });
    const did = newDid();
    const check = approvedCheck({ purespectrum_entry_link: 'https://links.example/' });
    await mockResponse(page, api.registrationCheck(did), check);
    await mockResponse(page, entryLink('purespectrum')(did), 500);
    await visit(page, withDid(screens.home, did));
    const survey = button(page, 'Discover Even More Surveys');
    const top = (await survey.boundingBox())?.y ?? 0;
    await page.evaluate((y) => scrollTo(0, y), top - 330);
    await survey.press('Enter');
    await expectToast(page, 'No survey available for you at the moment');
    const topOfToast = async () => (await button(page, 'Dismiss').boundingBox())?.y ?? 0;
    const bottomOf = (control: Locator) => control.evaluate((one) => one.getBoundingClientRect().bottom);
    await expect.poll(async () => (await bottomOf(survey)) < (await topOfToast())).toBe(true);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect
      .poll(async () => (await bottomOf(link(page, 'Terms and Conditions'))) <= (await topOfToast()))
      .toBe(true);
  });
});

describe('motion', () => {
  it.each([
    ['no-preference', true],
    ['reduce', false],
  ] as const)('with prefers-reduced-motion %s anything moves: %s', async (reducedMotion, moves) => {
    const page = await open({ reducedMotion });
    const did = newDid();
    const check = await pauseResponse(page, api.registrationCheck(did));
    await visit(page, withDid(screens.home, did));
    await page.locator('main[aria-busy="true"]').waitFor();
    const isMoving = () =>
      page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length > 0);
    await expect.poll(isMoving).toBe(moves);
    check.respond(approvedCheck({ status: 'pending' }));
    await button(page, 'Dismiss').waitFor();
    if (!moves) expect(await isMoving()).toBe(false);
  });
});

describe('the content security policy', () => {
  it('G6, H2: forbids other origins, and no screen of the menu and the logo violates it', async () => {
    const did = await registerPanelist();
    const page = await open();
    await page.addInitScript(() => {
      const violations: string[] = [];
      Object.assign(window, { violations });
      document.addEventListener('securitypolicyviolation', (event) =>
        violations.push(`${event.violatedDirective} ${event.blockedURI}`),
      );
    });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(`${origin()}/`)) elsewhere.push(request.url());
    });
    const response = await visit(page, withDid(screens.home, did));
    expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
    await heading(page, HUB).waitFor();
    for (const [name, path] of [
      ['My balance', screens.balance],
      ['Opt-In/Out to communications', screens.optOut],
      ['How it Works!', screens.howItWorks],
      ['Delete profile', screens.deleteProfile],
    ] as const) {
      await button(page, 'Menu').click();
      await link(page, name).click();
      await page.waitForURL(`**${path}?**`);
      await page.getByRole('navigation', { name: 'Menu' }).waitFor({ state: 'detached' });
    }
    await button(page, 'Delete Profile').click();
    await button(page, 'Cancel').click();
    await page.getByRole('banner').getByRole('link', { name: 'Bua', exact: true }).click();
    await heading(page, HUB).waitFor();
    expect(await page.evaluate(() => (window as unknown as { violations: string[] }).violations)).toEqual([]);
    expect(elsewhere).toEqual([]);
  });
});
