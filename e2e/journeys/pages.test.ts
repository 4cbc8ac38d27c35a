import { screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, callsOf, newDid, origin, registered, useBrowser } from '../browser.ts';

const open = useBrowser();
const QUERY = '&lang=en%20ZA&note=a+b&flag&e=%c3%A9';
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('how it works', () => {
  it('W1: seven steps in their order, and Continue goes home with the query', async () => {
    const did = await registered();
    const page = await open();
    await page.goto(at(screens.howItWorks, did, QUERY));
    await heading(page, 'How it Works!').waitFor();
    const steps = await page.getByRole('main').getByRole('listitem').allInnerTexts();
    const meant = [
      [/join/i, /Sign Up on Discover/],
      [/accept the terms/i],
      [/complete the profiling surveys/i],
      [/watch your chat/i, /invitations/i],
      [/Surveys on Discover/, /the panel/],
      [/get rewarded/i, /complete a survey/, /reward varies by survey and partner/],
      [/stay active/i],
    ];
    expect(steps).toHaveLength(7);
    for (const [index, parts] of meant.entries()) for (const part of parts) expect(steps[index]).toMatch(part);
    await link(page, 'Continue').click();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    expect(page.url()).toBe(origin() + at(screens.home, did, QUERY));
  });
});

describe('the terms', () => {
  it('W2: hold every rule of the panel, and lead back home', async () => {
    const did = newDid();
    const page = await open();
    await page.goto(at(screens.terms, did, QUERY));
    await heading(page, 'Terms and Conditions').waitFor();
    const text = await page.getByRole('main').textContent();
    for (const part of [
      /effective 15 May 2022/i,
      /last revised 26 November 2024/i,
      /one panel member per mobile number/i,
      /one (panel )?account per person/i,
      /only for full, honest completions/i,
      /one completion per survey per panelist/i,
      /R50.*1Voucher via the chat.*within 1 day/i,
      /within 7-14 days/i,
      /12 months/,
      /18 to 99/,
    ])
      expect(text).toMatch(part);
    for (const part of [/membership/i, /survey participation/i, /payment/i])
      await page.getByRole('heading', { name: part, level: 2 }).waitFor();
    await link(page, 'Go back!').click();
    await link(page, 'Sign Up').waitFor();
    expect(page.url()).toBe(origin() + at(screens.home, did, QUERY));
  });
});

describe('the result pages', () => {
  it.each([
    ['P1, P6', 'profile-deleted', 'Profile deleted', /no more surveys or messages/i, true],
    ['P2, P6', 'no-information-found', 'No information found', /contact the panel admin/i, true],
    ['P3, P6', 'profiling-survey-updated', 'Profile updated', /thank.*profiling survey/i, false],
    ['P4, P6', 'panelist-dob', 'Profile updated', /thank.*date of birth/i, true],
    ['P5, P6', 'panelist-first-language', 'Profile updated', /thank.*first language/i, true],
  ] as const)('%s: %s', async (_, name, title, text, hasWayHome) => {
    const did = newDid();
    const page = await open();
    const calls = callsOf(page);
    await page.goto(at(screens.result(name), did, QUERY));
    await heading(page, title).waitFor();
    expect(await page.getByRole('main').textContent()).toMatch(text);
    expect(await link(page, 'Go to Homepage').count()).toBe(hasWayHome ? 1 : 0);
    expect(calls).toEqual([]);
    if (!hasWayHome) return;
    await link(page, 'Go to Homepage').click();
    await link(page, 'Sign Up').waitFor();
    expect(page.url()).toBe(origin() + at(screens.home, did, QUERY));
  });
});

describe('unknown addresses', () => {
  it('G5: redirect to home with the query, and Back does not lead to them again', async () => {
    const did = newDid();
    const page = await open();
    await page.goto(at(screens.howItWorks, did, QUERY));
    for (const path of [
      '/nowhere',
      '/nowhere/at/all',
      '/redirect-page',
      '/redirect-page/',
      '/redirect-page/unknown',
      '/redirect-page/panelist-dob/more',
      '/redirect-page/constructor',
      '/profiling-second-round',
      '/profiling-yearly',
      '/profiling-quarterly/',
      '/user-dob',
      '/user-first-language',
      `/user-dob/${did}/more`,
      '/Terms',
      '/balance/more',
      '/constructor',
    ]) {
      await page.goto(at(path, did, QUERY));
      await link(page, 'Sign Up').waitFor();
      expect(page.url(), path).toBe(origin() + at(screens.home, did, QUERY));
    }
    await page.goto(at(screens.howItWorks, did, QUERY));
    await heading(page, 'How it Works!').waitFor();
    await page.goto(at('/nowhere', did, QUERY));
    await link(page, 'Sign Up').waitFor();
    await page.goBack();
    await heading(page, 'How it Works!').waitFor();
  });

  it('G5: an address that can’t even be read is an unknown one', async () => {
    const did = newDid();
    const page = await open();
    await page.goto(at('/%E0%A4%A', did, QUERY));
    await link(page, 'Sign Up').waitFor();
    expect(page.url()).toBe(origin() + at(screens.home, did, QUERY));
  });

  it('G5: without a query they redirect to home as it is without a did', async () => {
    const page = await open();
    await page.goto('/nowhere');
    await page.getByText('This page should only be accessed through BuaApp Discover.', { exact: true }).waitFor();
    expect(page.url()).toBe(`${origin()}/`);
  });
});

describe('the shell', () => {
  it('G2, G6: every screen has the title, and a header whose logo leads home', async () => {
    const did = await registered();
    const page = await open();
    for (const path of [
      screens.home,
      screens.terms,
      screens.apply,
      screens.howItWorks,
      screens.balance,
      screens.optOut,
      screens.deleteProfile,
      screens.result('panelist-dob'),
      `/profiling-second-round/${did}`,
      `/profiling-quarterly/${did}`,
      `/profiling-yearly/${did}`,
      `/user-dob/${did}`,
      `/user-first-language/${did}`,
    ]) {
      await page.goto(at(path, did, QUERY));
      await page.getByRole('main').waitFor();
      expect(await page.title(), path).toBe('Bua Survey | #datafree');
      const logo = page.getByRole('banner').getByRole('link', { name: 'Bua', exact: true });
      await logo.click();
      await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
      expect(page.url(), path).toBe(origin() + at(screens.home, did, QUERY));
    }
  });
});
