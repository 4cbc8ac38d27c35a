import { api, screens } from '@panel/domain/paths';
import { describe, expect, it } from 'vitest';
import {
  button,
  expectToast,
  hasFocus,
  heading,
  link,
  origin,
  pauseResponse,
  QUERY,
  recordApiCalls,
  registerPanelist,
  useBrowser,
  visit,
  withDid,
} from '../browser.ts';

const open = useBrowser();

describe('opting out and in', () => {
  it('O1, O2, O3, O5: works both ways on the real server, and is remembered', async () => {
    const did = await registerPanelist();
    const page = await open();
    await visit(page, withDid(screens.optOut, did, QUERY));
    const toggle = page.getByRole('switch');
    /** The mouth of the face beside the toast: a smile curves down, from a higher start. */
    const face = (icon: 'smile' | 'sad') => page.locator(`path[d*="${icon === 'smile' ? 'M8 14a' : 'M8 16.5a'}"]`);
    await page.getByText(/^You have OPT-IN to receive/).waitFor();
    for (const receive of [false, true]) {
      const [now, other] = receive ? ['OPT-IN', 'OPT-OUT'] : ['OPT-OUT', 'OPT-IN'];
      const request = page.waitForRequest((each) => each.method() === 'PUT');
      await toggle.click();
      expect((await request).postDataJSON()).toEqual({ data: [{ preference: 'research', value: receive }] });
      const done = receive ? 'to receive research tasks from us' : 'from receiving research tasks from us';
      await expectToast(page, `You have just ${now} ${done}`);
      await face(receive ? 'smile' : 'sad').waitFor();
      expect(await (await fetch(origin() + api.preference(did))).json()).toBe(!receive);
      await page.reload();
      await page.getByText(new RegExp(`^You have ${now} (to|from) receiv`)).waitFor();
      expect(await page.getByText(new RegExp(`^You have ${other}`)).count()).toBe(0);
      await expect.poll(() => toggle.isChecked()).toBe(receive);
    }
    await link(page, 'Go back!').click();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    expect(page.url()).toBe(origin() + withDid(screens.home, did, QUERY));
  });
});

describe('deleting the profile', () => {
  it('X1, X2, X3: Cancel, Escape and a tap beside the dialog delete nothing; Delete does, once', async () => {
    const did = await registerPanelist();
    const page = await open();
    await visit(page, withDid(screens.deleteProfile, did, QUERY));
    await button(page, 'Delete Profile').waitFor();
    const red = await button(page, 'Delete Profile').evaluate((one) => getComputedStyle(one).backgroundColor);
    const [r = 0, g = 0, b = 0] = (red.match(/\d+/g) ?? []).map(Number);
    expect(r, red).toBeGreaterThan(2 * Math.max(g, b));

    const calls = recordApiCalls(page);
    const dialog = page.getByRole('dialog', { name: 'Profile deletion', exact: true });
    for (const leave of [
      () => button(page, 'Cancel').click(),
      () => page.keyboard.press('Escape'),
      () => page.keyboard.press('Enter'),
      () => page.mouse.click(4, 100),
    ]) {
      await button(page, 'Delete Profile').click();
      await dialog.waitFor();
      await expect.poll(() => hasFocus(button(page, 'Cancel'))).toBe(true);
      await leave();
      await dialog.waitFor({ state: 'hidden' });
      await expect.poll(() => hasFocus(button(page, 'Delete Profile'))).toBe(true);
    }
    expect(calls).toEqual([]);

    const paused = await pauseResponse(page, api.deleteProfile(did));
    await button(page, 'Delete Profile').click();
    await button(page, 'Delete').dblclick();
    await expect.poll(() => button(page, 'Delete').isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    paused.respond(500);
    await heading(page, 'No information found').waitFor();
    expect(await dialog.count()).toBe(0);
    expect(paused.requestCount()).toBe(1);
    await page.unrouteAll();
    expect((await fetch(origin() + api.registrationCheck(did))).status).toBe(200);

    await visit(page, withDid(screens.deleteProfile, did, QUERY));
    await button(page, 'Delete Profile').click();
    await button(page, 'Delete').click();
    await heading(page, 'Profile deleted').waitFor();
    expect(page.url()).toBe(origin() + withDid(screens.result('profile-deleted'), did, QUERY));
    expect((await fetch(origin() + api.registrationCheck(did))).status).toBe(404);
    await link(page, 'Go to Homepage').click();
    await link(page, 'Sign Up').waitFor();
    expect(await button(page, 'Menu').count()).toBe(0);
  });
});
