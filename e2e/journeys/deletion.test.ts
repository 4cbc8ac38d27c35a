import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, callsOf, hold, member, newDid, origin, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Profile deletion', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const hasFocus = (page: Page, name: string) => button(page, name).evaluate((one) => one === document.activeElement);
const QUERY = '&lang=en%20ZA';

async function openDeletion(did: string): Promise<Page> {
  const page = await open();
  await page.goto(at(screens.deleteProfile, did, QUERY));
  await button(page, 'Delete Profile').waitFor();
  return page;
}
async function ask(page: Page) {
  await button(page, 'Delete Profile').click();
  await dialog(page).waitFor();
}

describe('deleting the profile', () => {
  it('X1, X2, X3: after what it means has been said and asked, the profile is gone', async () => {
    const did = await registered();
    const page = await openDeletion(did);
    const text = await page.getByRole('main').textContent();
    for (const part of [
      /profile/i,
      /answers/i,
      /preferences/i,
      /rewards/i,
      /can’t be undone/,
      /available or pending is given up/,
    ])
      expect(text).toMatch(part);
    const red = await button(page, 'Delete Profile').evaluate((one) => getComputedStyle(one).backgroundColor);
    const [r = 0, g = 0, b = 0] = (red.match(/\d+/g) ?? []).map(Number);
    expect(r, red).toBeGreaterThan(2 * Math.max(g, b));

    await ask(page);
    await dialog(page)
      .getByText('Are you sure you want to delete your profile from the BuaApp Panel?', { exact: true })
      .waitFor();
    expect(await hasFocus(page, 'Cancel')).toBe(true);
    await button(page, 'Delete').click();
    await heading(page, 'Profile deleted').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).toBe(origin() + at(screens.result('profile-deleted'), did, QUERY));
    expect((await fetch(origin() + api.registrationCheck(did))).status).toBe(404);

    await page.getByRole('link', { name: 'Go to Homepage', exact: true }).click();
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();
    expect(await button(page, 'Menu').count()).toBe(0);
  });

  it('X3, S10: who deleted can sign up anew', async () => {
    const did = await registered();
    const page = await openDeletion(did);
    await ask(page);
    await button(page, 'Delete').click();
    await heading(page, 'Profile deleted').waitFor();
    await registered(did);
    await page.goto(at(screens.home, did));
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
  });

  it.each([500, 409, 'lost'] as const)('X3: an error (%s) leads to no-information-found', async (failure) => {
    const did = await registered();
    const page = await openDeletion(did);
    await script(page, api.deleteProfile(did), failure);
    await ask(page);
    await button(page, 'Delete').click();
    await heading(page, 'No information found').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(page.url()).toBe(origin() + at(screens.result('no-information-found'), did, QUERY));
    expect((await fetch(origin() + api.registrationCheck(did))).status).toBe(200);
  });

  it('X3: so does a number nobody knows, on the real server', async () => {
    const did = newDid();
    const page = await openDeletion(did);
    await ask(page);
    await button(page, 'Delete').click();
    await heading(page, 'No information found').waitFor();
  });

  it('X2: Cancel, Escape and a tap beside it leave everything as it is, and the focus where it was', async () => {
    const did = await registered();
    const page = await openDeletion(did);
    const calls = callsOf(page);
    for (const leave of [
      () => button(page, 'Cancel').click(),
      () => page.keyboard.press('Escape'),
      () => page.keyboard.press('Enter'),
      () => page.mouse.click(4, 100),
    ]) {
      await ask(page);
      expect(await hasFocus(page, 'Cancel')).toBe(true);
      await leave();
      await dialog(page).waitFor({ state: 'hidden' });
      expect(await hasFocus(page, 'Delete Profile')).toBe(true);
    }
    expect(calls).toEqual([]);
    expect((await fetch(origin() + api.registrationCheck(did))).status).toBe(200);
  });

  it('X3: Delete sends once and can’t be left while it is under way', async () => {
    const did = newDid();
    const page = await openDeletion(did);
    await ask(page);
    const deletion = await hold(page, api.deleteProfile(did));
    await button(page, 'Delete').dblclick();
    expect(await button(page, 'Delete').isDisabled()).toBe(true);
    expect(await button(page, 'Cancel').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog(page).isVisible()).toBe(true);
    deletion.answer(true);
    await heading(page, 'Profile deleted').waitFor();
    expect(deletion.sent()).toBe(1);
  });

  it('X1: says what would be given up, to who comes from home, and Go back! leads there', async () => {
    const did = newDid();
    const page = await open();
    await script(page, api.registrationCheck(did), member({ available_reward: 75.5, pending_reward: 12 }));
    await page.goto(at(screens.home, did, QUERY));
    await button(page, 'Menu').click();
    await page.getByRole('link', { name: 'Delete profile', exact: true }).click();
    await page.getByText('You have R75.50 available and R12 pending.', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Go back!', exact: true }).click();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    expect(page.url()).toBe(origin() + at(screens.home, did, QUERY));
  });
});
