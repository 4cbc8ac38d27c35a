import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, DESKTOP, member, newDid, origin, PHONE, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const links = (page: Page) => page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
const isOpen = async (page: Page) => (await menuButton(page).getAttribute('aria-expanded')) === 'true';
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
const ENTRIES = [
  ['Opt-In/Out to communications', '/opt-out-research-tasks'],
  ['Profiling survey', 'https://links.example/second-round'],
  ['Quarterly survey', 'https://links.example/quarterly'],
  ['Annual survey', 'https://links.example/yearly'],
  ['How it Works!', '/how-it-works'],
  ['My balance', '/balance'],
  ['Delete profile', '/delete-profile'],
] as const;

async function openHome(did: string, viewport = PHONE): Promise<Page> {
  const page = await open({ viewport });
  await script(
    page,
    api.registrationCheck(did),
    member({
      bua_second_round_survey_link: ENTRIES[1][1],
      bua_quarterly_survey_link: ENTRIES[2][1],
      bua_yearly_survey_link: ENTRIES[3][1],
    }),
  );
  await page.goto(at(screens.home, did));
  await menuButton(page).waitFor();
  return page;
}

describe.each([PHONE, DESKTOP])('the menu, at $width by $height', (viewport) => {
  it('H2: opens and closes by its button and holds its entries in their order, each with its address', async () => {
    const did = newDid();
    const page = await openHome(did, viewport);
    expect(await isOpen(page)).toBe(false);
    expect(await links(page).count()).toBe(0);
    await menuButton(page).click();
    await links(page).first().waitFor();
    expect(await isOpen(page)).toBe(true);
    expect(
      await links(page).evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')])),
    ).toEqual(ENTRIES.map(([name, to]) => [name, to.startsWith('/') ? at(to, did) : `${to}/${did}`]));
    await menuButton(page).click();
    await links(page).first().waitFor({ state: 'hidden' });
    expect(await isOpen(page)).toBe(false);
  });

  it('H2: a tap beside it closes it', async () => {
    const page = await openHome(newDid(), viewport);
    await menuButton(page).click();
    await links(page).first().waitFor();
    const { height } = page.viewportSize() ?? { height: 0 };
    await page.mouse.click(4, height - 4);
    await links(page).first().waitFor({ state: 'hidden' });
    expect(await isOpen(page)).toBe(false);
  });
});

describe('the menu by keyboard', () => {
  it('H2: Enter opens it, Tab goes through its entries in order, Escape closes it and gives the focus back', async () => {
    const page = await openHome(newDid());
    await menuButton(page).focus();
    await page.keyboard.press('Enter');
    await links(page).first().waitFor();
    for (const [name] of ENTRIES) {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe(name);
    }
    await page.keyboard.press('Escape');
    await links(page).first().waitFor({ state: 'hidden' });
    expect(await isOpen(page)).toBe(false);
    expect(await focused(page)).toBe('Menu');
    await page.keyboard.press('Space');
    await links(page).first().waitFor();
    await page.keyboard.press('Escape');
    await links(page).first().waitFor({ state: 'hidden' });
    expect(await focused(page)).toBe('Menu');
  });
});

it('H2, G3: each entry of ours opens its screen and leaves the menu closed there', async () => {
  const did = newDid();
  const page = await openHome(did);
  for (const [name, to] of ENTRIES.filter(([, address]) => address.startsWith('/'))) {
    await menuButton(page).click();
    await links(page).filter({ hasText: name }).click();
    await page.waitForURL(origin() + at(to, did));
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await isOpen(page)).toBe(false);
    await page.goBack();
    await page.waitForURL(origin() + at(screens.home, did));
  }
});
