import { api, screens } from '@panel/domain/paths';
import { expect, it } from 'vitest';
import {
  button,
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

it('X1, X2, X3: Cancel, Escape and a tap beside the dialog delete no profile; Delete does, once', async () => {
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
