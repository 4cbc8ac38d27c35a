import { entryLink } from '@panel/domain/partners/entry-link';
import { PARTNER_BUTTONS, PARTNERS } from '@panel/domain/partners/partners';
import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  approvedCheck,
  button,
  DESKTOP,
  hasFocus,
  heading,
  link,
  mockResponse,
  newDid,
  origin,
  PHONE,
  partnerLinks,
  pauseResponse,
  useBrowser,
  visit,
  withDid,
} from '../browser.ts';

const open = useBrowser();
const WELCOME = 'Welcome to your BuaApp Research hub!';
const LINK = 'https://links.example/';
const EVERY_PARTNER = partnerLinks(LINK);
const BUTTONS = PARTNERS.map((partner) => PARTNER_BUTTONS[partner].title);

async function openHome(did: string, check: object): Promise<Page> {
  const page = await open();
  await mockResponse(page, api.registrationCheck(did), check);
  await visit(page, withDid(screens.home, did));
  await page.locator('main[aria-busy="true"]').waitFor({ state: 'detached' });
  return page;
}

describe('home', () => {
  it('H8: shows a skeleton while it loads, never the sign-up, and nothing moves when the response comes', async () => {
    const page = await open();
    const did = newDid();
    await page.addInitScript(() => {
      const seen = { join: false, shift: 0 };
      Object.assign(window, { seen });
      new MutationObserver(() => {
        if (document.body?.textContent?.includes('Join the')) seen.join = true;
      }).observe(document, { childList: true, subtree: true, characterData: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const check = await pauseResponse(page, api.registrationCheck(did));
    await visit(page, withDid(screens.home, did));
    await page.locator('main[aria-busy="true"]').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    check.respond(approvedCheck(EVERY_PARTNER));
    await heading(page, WELCOME).waitFor();
    await button(page, 'Menu').waitFor();
    // A layout shift is reported one frame later.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const seen = await page.evaluate(() => (window as unknown as { seen: object }).seen);
    expect(seen).toEqual({ join: false, shift: 0 });
    expect(check.requestCount()).toBe(1);
  });
});

describe('the menu', () => {
  const ENTRIES = [
    ['Opt-In/Out to communications', screens.optOut],
    ['Profiling survey', `${LINK}second-round`],
    ['Quarterly survey', `${LINK}quarterly`],
    ['Annual survey', `${LINK}yearly`],
    ['How it Works!', screens.howItWorks],
    ['My balance', screens.balance],
    ['Delete profile', screens.deleteProfile],
  ] as const;

  it('H2: has its entries in order; Tab moves through them, and Escape or a tap beside it closes it', async () => {
    const did = newDid();
    const page = await openHome(
      did,
      approvedCheck({
        bua_second_round_survey_link: `${LINK}second-round`,
        bua_quarterly_survey_link: `${LINK}quarterly`,
        bua_yearly_survey_link: `${LINK}yearly`,
      }),
    );
    const menu = button(page, 'Menu');
    const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
    await menu.focus();
    await page.keyboard.press('Enter');
    await links.first().waitFor();
    expect(await links.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')]))).toEqual(
      ENTRIES.map(([name, to]) => [name, to.startsWith('/') ? withDid(to, did) : `${to}/${did}`]),
    );
    for (const [name] of ENTRIES) {
      await page.keyboard.press('Tab');
      expect(await hasFocus(link(page, name)), name).toBe(true);
    }
    await page.keyboard.press('Escape');
    await links.first().waitFor({ state: 'hidden' });
    expect(await hasFocus(menu)).toBe(true);
    await page.keyboard.press('Space');
    await links.first().waitFor();
    await page.keyboard.press('Escape');
    await links.first().waitFor({ state: 'hidden' });
    for (const viewport of [PHONE, DESKTOP]) {
      await page.setViewportSize(viewport);
      await menu.click();
      await links.last().waitFor();
      // Beside the brand, where it was before.
      const tops = await Promise.all([menu, link(page, 'Bua')].map(async (each) => (await each.boundingBox())?.y));
      expect(tops).toEqual([0, 0]);
      await page.mouse.click(4, viewport.height - 4);
      await links.first().waitFor({ state: 'hidden' });
      await expect.poll(() => menu.getAttribute('aria-expanded')).toBe('false');
    }
  });
});

describe('the survey buttons', () => {
  const enabled = (page: Page) => Promise.all(BUTTONS.map((name) => button(page, name).isEnabled()));

  it('H4: open the address in the server’s response, and work again after Back', async () => {
    const did = newDid();
    const page = await openHome(did, approvedCheck(EVERY_PARTNER));
    const survey = `${origin()}/terms?survey=1&ref=a%20b`;
    await mockResponse(page, entryLink('cint-match')(did), { url: survey });
    await button(page, 'Find Top Surveys').click();
    await heading(page, 'Terms and Conditions').waitFor();
    expect(page.url()).toBe(survey);
    await page.goBack();
    await button(page, 'Find Top Surveys').waitFor();
    await expect.poll(() => enabled(page)).toEqual([true, true, true]);
  });
});
