import type { Partner } from '@panel/domain/partners/partners';
import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, expectToast, hold, member, newDid, origin, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const WELCOME = 'Welcome to your BuaApp Research hub!';
const BUTTONS: readonly (readonly [partner: Partner, button: string, error: string])[] = [
  ['cint-match', 'Find Top Surveys', 'Error fetching survey link'],
  ['cint-router', 'Find Available Surveys', 'Error fetching survey link'],
  ['purespectrum', 'Discover Even More Surveys', 'No survey available for you at the moment'],
];
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const enabled = (page: Page) => Promise.all(BUTTONS.map(([, name]) => button(page, name).isEnabled()));

/** Home, with something to offer from all three partners. */
async function openHome(did: string): Promise<Page> {
  const page = await open();
  const link = 'https://links.example/';
  await script(
    page,
    api.registrationCheck(did),
    member({ cint_match_survey_link: link, cint_router_survey_link: link, purespectrum_entry_link: link }),
  );
  await page.goto(at(screens.home, did));
  await page.getByRole('heading', { name: WELCOME, exact: true }).waitFor();
  return page;
}

describe.each(BUTTONS)('the button of %s', (partner, name, error) => {
  it('H4, H5: spins alone, keeps all from being pressed, and says so when there is no survey', async () => {
    const did = newDid();
    const page = await openHome(did);
    const path = api.entryLink(partner)(did);
    const entry = await hold(page, path);
    await button(page, name).dblclick();
    await page.locator('button[aria-busy="true"] .spinner').waitFor();
    expect(await page.locator('.spinner').count()).toBe(1);
    expect(await button(page, name).getAttribute('aria-busy')).toBe('true');
    expect(await enabled(page)).toEqual([false, false, false]);
    entry.answer({ url: '' });
    await expectToast(page, 'No survey found');
    expect(await enabled(page)).toEqual([true, true, true]);
    expect(await page.locator('.spinner').count()).toBe(0);
    expect(entry.sent()).toBe(1);

    for (const failure of [500, 404, 'lost'] as const) {
      await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await script(page, path, failure);
      await button(page, name).click();
      await expectToast(page, error);
      expect(await enabled(page)).toEqual([true, true, true]);
    }
    expect(page.url()).toBe(origin() + at(screens.home, did));
  });

  it('H4: goes to the address that the server answers, and works again on the way back', async () => {
    const did = newDid();
    const page = await openHome(did);
    const survey = `${origin()}/terms?survey=${partner}&ref=a%20b`;
    await script(page, api.entryLink(partner)(did), { url: survey });
    await button(page, name).click();
    await page.getByRole('heading', { name: 'Terms and Conditions', exact: true }).waitFor();
    expect(page.url()).toBe(survey);
    await page.goBack();
    await button(page, name).waitFor();
    expect(await enabled(page)).toEqual([true, true, true]);
  });
});

it('H4, H5: the real server takes the call of each button: it opens a survey or says that there is none', async () => {
  const did = await registered();
  for (const [partner, name] of BUTTONS) {
    const page = await openHome(did);
    const answered = page.waitForResponse((response) => response.url().endsWith(api.entryLink(partner)(did)));
    await button(page, name).click();
    expect((await answered).status(), partner).toBe(200);
    const hasLeft = () => !page.url().startsWith(origin());
    const says = page.getByRole('status').filter({ hasText: 'No survey found' });
    await expect.poll(async () => hasLeft() || (await says.count()) === 1, { timeout: 10_000 }).toBe(true);
  }
});

it('H5, G11: the same message is announced again, since it was gone in between', async () => {
  const did = newDid();
  const page = await openHome(did);
  await script(page, api.entryLink('cint-match')(did), { url: '' });
  await button(page, 'Find Top Surveys').click();
  await expectToast(page, 'No survey found');
  const said = await page.getByRole('status').evaluateHandle((region) => {
    const texts: (string | null)[] = [];
    const listener = new MutationObserver(() => texts.push(region.textContent));
    listener.observe(region, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  await button(page, 'Find Top Surveys').click();
  await expect.poll(() => said.jsonValue()).toEqual(['', 'No survey found']);
});

it('H4: a link that comes when the panelist has left takes nobody away', async () => {
  const did = newDid();
  const page = await openHome(did);
  const entry = await hold(page, api.entryLink('cint-match')(did));
  await button(page, 'Find Top Surveys').click();
  await page.getByRole('link', { name: 'Terms and Conditions', exact: true }).click();
  await page.getByRole('heading', { name: 'Terms and Conditions', exact: true }).waitFor();
  const answered = page.waitForResponse((response) => response.url().endsWith(api.entryLink('cint-match')(did)));
  entry.answer({ url: `${origin()}/how-it-works` });
  await answered;
  await page.waitForTimeout(300);
  expect(page.url()).toBe(origin() + at(screens.terms, did));
  expect(await page.getByRole('status').textContent()).toBe('');
});

it('H4: the buttons work again where the browser stays on the page', async () => {
  const did = newDid();
  const page = await openHome(did);
  await page.route('**/stay', (route) => route.fulfill({ status: 204 }));
  await script(page, api.entryLink('cint-match')(did), { url: `${origin()}/stay` });
  const answered = page.waitForResponse((response) => response.url().endsWith('/stay'));
  await button(page, 'Find Top Surveys').click();
  await answered;
  expect(await enabled(page)).toEqual([false, false, false]);
  await expect.poll(() => enabled(page), { timeout: 12_000 }).toEqual([true, true, true]);
});

it('H4: an address that is no web page is not opened', async () => {
  const did = newDid();
  const page = await openHome(did);
  await script(page, api.entryLink('cint-match')(did), { url: 'javascript:document.title="owned"' });
  await button(page, 'Find Top Surveys').click();
  await expectToast(page, 'Error fetching survey link');
  expect(await page.title()).toBe('Bua Survey | #datafree');
});
