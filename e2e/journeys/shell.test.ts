import { api, screens } from '@panel/domain/paths';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, callsOf, expectToast, member, newDid, origin, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const MISSING = 'This page should only be accessed through BuaApp Discover.';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss', exact: true });

describe('a screen for a panelist', () => {
  it.each([screens.home, screens.apply, screens.balance, screens.optOut, screens.deleteProfile])(
    'G10: %s without a did says where it belongs, makes no call, and still has a way on',
    async (path) => {
      const page = await open();
      const calls = callsOf(page);
      for (const query of ['', '?x-binu-did=', '?lang=en']) {
        await page.goto(path + query);
        await expectToast(page, MISSING);
        expect(await page.getByRole('button').and(page.locator(':not([aria-label="Dismiss"])')).count()).toBe(0);
      }
      expect(calls).toEqual([]);
      await page.getByRole('main').getByRole('link').click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('status').textContent()).toBe('');
    },
  );
});

describe('the configuration', () => {
  const config = { environment: 'test', release: 'r1', errorReporting: { enabled: false } };

  it('G7, G2: is fetched at start and names the product in every sentence', async () => {
    const page = await open();
    const did = newDid();
    await script(page, api.config, { ...config, product: 'Kasi' });
    await script(page, api.registrationCheck(did), {
      status: 'approved',
      kasi_yearly_survey_link: 'https://links.example/y',
    });
    await page.goto(at(screens.home, did));
    await heading(page, 'Welcome to your KasiApp Research hub!').waitFor();
    expect(await page.title()).toBe('Kasi Survey | #datafree');
    await page.getByRole('banner').getByRole('link', { name: 'Kasi', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    expect(await page.getByRole('link', { name: 'Annual survey', exact: true }).getAttribute('href')).toBe(
      `https://links.example/y/${did}`,
    );
    await page.goto(screens.home);
    await expectToast(page, 'This page should only be accessed through KasiApp Discover.');
  });

  it.each([500, 'lost'] as const)(
    'G7: that can’t be fetched (%s) leaves an app that works, on defaults',
    async (failure) => {
      const page = await open();
      const did = await registered();
      await script(page, api.config, failure);
      await page.goto(at(screens.home, did));
      await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
      expect(await page.title()).toBe('Bua Survey | #datafree');
    },
  );

  it('G7: of the real server has every setting and is never kept', async () => {
    const page = await open();
    const fetched = page.waitForResponse((response) => response.url().endsWith(api.config));
    await page.goto(at(screens.terms, null));
    const answer = await fetched;
    expect(await answer.json()).toEqual({
      product: 'Bua',
      environment: expect.any(String),
      release: expect.any(String),
      errorReporting: expect.objectContaining({ enabled: expect.any(Boolean) }),
    });
    expect(answer.headers()['cache-control']).toBe('no-store');
  });
});

describe('what the browser sends', () => {
  it('G8: is marked as JSON, and what is no GET carries the anti-forgery token of the cookie', async () => {
    const did = await registered();
    const page = await open();
    const requests: { method: string; path: string; headers: Record<string, string> }[] = [];
    page.on('request', (request) => {
      const { pathname: path } = new URL(request.url());
      if (path.startsWith('/api/')) requests.push({ method: request.method(), path, headers: request.headers() });
    });
    await page.goto(at(screens.home, did));
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    await page.goto(at(screens.optOut, did));
    await page.getByRole('switch').click();
    await expectToast(page, 'You have just OPT-OUT from receiving research tasks from us');
    await page.goto(at(screens.deleteProfile, did));
    await page.getByRole('button', { name: 'Delete Profile', exact: true }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await heading(page, 'Profile deleted').waitFor();

    const cookies = await page.context().cookies(origin());
    const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value;
    expect(token).toMatch(/\S{20}/);
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'PUT', 'DELETE']);
    for (const { method, path, headers } of requests) {
      expect(headers['content-type'], path).toBe('application/json');
      if (method !== 'GET') expect(headers['x-xsrf-token'], path).toBe(token);
    }
  });

  it('G8: a token that ran out is fetched anew, and the panelist notices nothing', async () => {
    const did = await registered();
    const page = await open();
    await page.goto(at(screens.optOut, did));
    await page.getByRole('switch').waitFor();
    await page.context().addCookies([{ name: 'XSRF-TOKEN', value: 'old.token', url: origin() }]);
    await page.getByRole('switch').click();
    await expectToast(page, 'You have just OPT-OUT from receiving research tasks from us');
    expect(await (await fetch(origin() + api.preference(did))).json()).toBe(true);
  });
});

describe('a toast', () => {
  it('G11: stands in a live region that was there before, stays when it is an error, and can be dismissed', async () => {
    const page = await open();
    const did = await registered();
    await page.goto(at(screens.optOut, did));
    await page.getByRole('switch').waitFor();
    const region = await page.getByRole('status').elementHandle();
    expect(await region?.textContent()).toBe('');
    await script(page, api.preference(did), 500);
    await page.getByRole('switch').click();
    await expectToast(page, 'The server is unable to complete this request.');
    expect(await region?.evaluate((one) => one.isConnected && one.textContent)).toBe(
      'The server is unable to complete this request.',
    );
    await dismiss(page).click();
    await dismiss(page).waitFor({ state: 'hidden' });
    expect(await region?.textContent()).toBe('');
  });

  it('G11: never covers the control in use, and whatever else it covers can be scrolled clear of it', async () => {
    // So low that the page reaches under the toast.
    const page = await open({ viewport: { width: 320, height: 420 }, reducedMotion: 'reduce' });
    const did = newDid();
    await script(page, api.registrationCheck(did), member({ purespectrum_entry_link: 'https://links.example/' }));
    await script(page, api.entryLink('purespectrum')(did), 500);
    await page.goto(at(screens.home, did));
    const survey = page.getByRole('button', { name: 'Discover Even More Surveys', exact: true });
    const top = (await survey.boundingBox())?.y ?? 0;
    await page.evaluate((y) => scrollTo(0, y), top - 330);
    await survey.press('Enter');
    await expectToast(page, 'No survey available for you at the moment');
    const topOfToast = async () => (await dismiss(page).boundingBox())?.y ?? 0;
    const bottomOf = (control: Locator) => control.evaluate((one) => one.getBoundingClientRect().bottom);
    await expect.poll(async () => (await bottomOf(survey)) < (await topOfToast())).toBe(true);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const terms = page.getByRole('link', { name: 'Terms and Conditions', exact: true });
    expect(await bottomOf(terms)).toBeLessThanOrEqual(await topOfToast());
  });
});
