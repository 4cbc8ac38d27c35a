import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, callsOf, expectToast, hold, member, newDid, origin, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const JOIN = 'Join the BuaApp Research Panel today and earn REWARDS!';
const WELCOME = 'Welcome to your BuaApp Research hub!';
const PARTNERS = [
  ['cint_match_survey_link', 'Find Top Surveys'],
  ['cint_router_survey_link', 'Find Available Surveys'],
  ['purespectrum_entry_link', 'Discover Even More Surveys'],
] as const;
const SURVEYS = [
  ['bua_second_round_survey_link', 'Profiling survey'],
  ['bua_quarterly_survey_link', 'Quarterly survey'],
  ['bua_yearly_survey_link', 'Annual survey'],
] as const;
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Neither the menu nor a way to a survey. */
async function expectNothingForMembers(page: Page) {
  expect(await button(page, 'Menu').count()).toBe(0);
  for (const [, name] of PARTNERS) expect(await button(page, name).count(), name).toBe(0);
}

describe('home for somebody new', () => {
  it('H1, G10: without a did it says where it belongs and asks nothing of the server', async () => {
    const page = await open();
    const calls = callsOf(page);
    await page.goto(screens.home);
    await expectToast(page, 'This page should only be accessed through BuaApp Discover.');
    await expectNothingForMembers(page);
    expect(await link(page, 'Sign Up').count()).toBe(0);
    expect(calls).toEqual([]);
  });

  it('H6: a number that never signed up is invited, and Sign Up leads to /apply', async () => {
    const page = await open();
    const did = newDid();
    await page.goto(at(screens.home, did));
    await heading(page, JOIN).waitFor();
    await heading(page, 'GET STARTED').waitFor();
    await expectNothingForMembers(page);
    expect(await button(page, 'Try again').count()).toBe(0);
    await link(page, 'Sign Up').click();
    await button(page, 'Proceed').waitFor();
    expect(page.url()).toBe(origin() + at(screens.apply, did));
  });

  it.each([500, 503, 'lost'] as const)(
    'H6: a check that fails with %s invites too, and can be tried again',
    async (failure) => {
      const page = await open();
      const did = await registered();
      await script(page, api.registrationCheck(did), failure);
      await page.goto(at(screens.home, did));
      await heading(page, JOIN).waitFor();
      await link(page, 'Sign Up').waitFor();
      await expectNothingForMembers(page);
      await button(page, 'Try again').click();
      await heading(page, JOIN).waitFor();
      await page.unrouteAll();
      await button(page, 'Try again').click();
      await heading(page, WELCOME).waitFor();
      expect(await heading(page, JOIN).count()).toBe(0);
    },
  );
});

describe('home for a member', () => {
  it('H2, H3: on the real server a new panelist has the hub, the menu and the profiling survey that is due', async () => {
    const page = await open();
    const did = await registered();
    await page.goto(at(screens.home, did));
    await heading(page, WELCOME).waitFor();
    expect(await page.getByRole('list').filter({ hasText: 'Get rewarded.' }).getByRole('listitem').count()).toBe(4);
    await button(page, 'Menu').click();
    expect(await link(page, 'Profiling survey').getAttribute('href')).toBe(`${origin()}/profiling-second-round/${did}`);
    expect(await link(page, 'Quarterly survey').count()).toBe(0);
    expect(await link(page, 'Annual survey').count()).toBe(0);
    await page.getByRole('contentinfo').getByRole('link').click();
    await heading(page, 'Terms and Conditions').waitFor();
    expect(page.url()).toBe(origin() + at(screens.terms, did));
  });

  it('H2, H3: every set of links shows its own surveys and buttons, in their order, and no other', async () => {
    const page = await open();
    const did = newDid();
    const chosen = (bits: number) => (_: unknown, index: number) => ((bits >> index) & 1) === 1;
    for (let bits = 0; bits < 8; bits++) {
      const due = SURVEYS.filter(chosen(bits));
      const offering = PARTNERS.filter(chosen(bits ^ 0b101));
      await script(
        page,
        api.registrationCheck(did),
        member(Object.fromEntries([...due, ...offering].map(([field]) => [field, `https://links.example/${field}`]))),
      );
      await page.goto(at(screens.home, did));
      await heading(page, WELCOME).waitFor();
      const buttons = page.getByRole('main').getByRole('button', { name: /Surveys$/ });
      const names = await buttons.evaluateAll((all) =>
        all.map((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent),
      );
      expect(names).toEqual(offering.map(([, name]) => name));
      for (const [, name] of offering) expect(await button(page, name).isEnabled()).toBe(true);
      await button(page, 'Menu').click();
      const external = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: /survey$/ });
      expect(
        await external.evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')])),
      ).toEqual(due.map(([field, name]) => [name, `https://links.example/${field}/${did}`]));
    }
  });

  it('H7: any other status says why, as a toast and under the card, and offers nothing', async () => {
    const page = await open();
    const did = newDid();
    for (const [status, message] of [
      ['pending', 'Your application to the Bua Panel is still being reviewed. Please check again later.'],
      ['rejected', 'Your application to the Bua Panel was not accepted. Please contact the panel admin.'],
      ['suspended', 'Your Bua Panel membership is on hold. Please contact the panel admin.'],
      ['blocked', 'You can no longer take part in the Bua Panel. Please contact the panel admin.'],
      ['underage', 'Minimum age is 18.'],
      ['duplicate', 'You are already a member of Bua panel'],
      [' Pending ', 'Your application to the Bua Panel is still being reviewed. Please check again later.'],
      ['on the moon', 'Registration is currently unavailable, please try again later.'],
      ['constructor', 'Registration is currently unavailable, please try again later.'],
    ] as const) {
      const links = Object.fromEntries(PARTNERS.map(([field]) => [field, 'https://links.example/']));
      await script(page, api.registrationCheck(did), member({ ...links, status }));
      await page.goto(at(screens.home, did));
      await expectToast(page, message);
      await page.getByRole('main').getByText(message, { exact: true }).waitFor();
      await expectNothingForMembers(page);
      expect(await link(page, 'Sign Up').count()).toBe(0);
    }
  });

  it('H7: who was not approved and now is finds the hub by checking again', async () => {
    const page = await open();
    const did = await registered();
    await script(page, api.registrationCheck(did), member({ status: 'pending' }));
    await page.goto(at(screens.home, did));
    await button(page, 'Check again').waitFor();
    await page.unrouteAll();
    await button(page, 'Check again').click();
    await heading(page, WELCOME).waitFor();
  });
});

describe('home while it is not known who is looking', () => {
  it('H8: shows a skeleton, never the sign-up state, and nothing moves when the answer comes', async () => {
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
    const check = await hold(page, api.registrationCheck(did));
    await page.goto(at(screens.home, did));
    await page.locator('main[aria-busy="true"]').waitFor();
    await expectNothingForMembers(page);
    check.answer(member({ ...Object.fromEntries(PARTNERS.map(([field]) => [field, 'https://links.example/'])) }));
    await heading(page, WELCOME).waitFor();
    await button(page, 'Menu').waitFor();
    // A frame is painted, and what it moved is told, before the next one after it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const seen = await page.evaluate(() => (window as unknown as { seen: object }).seen);
    expect(seen).toEqual({ join: false, shift: 0 });
    expect(check.sent()).toBe(1);
  });
});
