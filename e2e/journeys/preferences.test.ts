import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { at, expectToast, hold, newDid, origin, registered, script, useBrowser } from '../browser.ts';

const open = useBrowser();
const IS_IN =
  'You have OPT-IN to receive research tasks, if you wish to stop receiving research tasks please turn off the switch!';
const IS_OUT =
  'You have OPT-OUT from receiving research tasks, if you wish to receive research tasks please turn on the switch!';
const TURNED_IN = 'You have just OPT-IN to receive research tasks from us';
const TURNED_OUT = 'You have just OPT-OUT from receiving research tasks from us';
const toggle = (page: Page) => page.getByRole('switch');
const face = (page: Page, icon: 'smile' | 'sad') => page.locator(`[data-icon="${icon}"]`);
const storedOptOut = async (did: string) => (await fetch(origin() + api.preference(did))).json();

async function openPreferences(did: string): Promise<Page> {
  const page = await open();
  await page.goto(at(screens.optOut, did, '&lang=en'));
  await toggle(page).waitFor();
  return page;
}

async function expectState(page: Page, receives: boolean) {
  await page.getByText(receives ? IS_IN : IS_OUT, { exact: true }).waitFor();
  expect(await page.getByText(receives ? IS_OUT : IS_IN, { exact: true }).count()).toBe(0);
  expect(await toggle(page).isChecked()).toBe(receives);
}

describe('opting out and in', () => {
  it('O1, O2, O3: both ways, on the real server, and it is remembered', async () => {
    const did = await registered();
    const page = await openPreferences(did);
    await expectState(page, true);
    for (const receive of [false, true]) {
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await toggle(page).click();
      expect((await sent).postDataJSON()).toEqual({ data: [{ preference: 'research', value: receive }] });
      await expectToast(page, receive ? TURNED_IN : TURNED_OUT);
      await face(page, receive ? 'smile' : 'sad').waitFor();
      expect(await face(page, receive ? 'sad' : 'smile').count()).toBe(0);
      await expectState(page, receive);
      expect(await storedOptOut(did)).toBe(!receive);
      await page.reload();
      await expectState(page, receive);
    }
  });

  it('O3: the answer holds, even against what was sent', async () => {
    const did = await registered();
    const page = await openPreferences(did);
    await expectState(page, true);
    await script(page, api.preference(did), true);
    await toggle(page).click();
    await expectToast(page, TURNED_IN);
    await expectState(page, true);
    await script(page, api.preference(did), false);
    await toggle(page).click();
    await expectToast(page, TURNED_OUT);
    await expectState(page, false);
    await toggle(page).click();
    await expectToast(page, TURNED_OUT);
    await expectState(page, false);
  });

  it.each([
    [500, 'The server is unable to complete this request.'],
    [404, 'Bua does not recognise your number.'],
    [409, 'You are already a member of Bua panel'],
    ['lost', 'Registration is currently unavailable, please try again later.'],
  ] as const)('O4: an update that fails with %s says so and puts the switch back', async (failure, message) => {
    const did = await registered();
    const page = await openPreferences(did);
    await expectState(page, true);
    await script(page, api.preference(did), failure);
    await toggle(page).click();
    await expectToast(page, message);
    await expectState(page, true);
    expect(await toggle(page).isEnabled()).toBe(true);
    expect(await storedOptOut(did)).toBe(false);
  });

  it('O4: the switch can’t be used while anything is under way, and sends once', async () => {
    const did = await registered();
    const page = await open();
    const check = await hold(page, api.preference(did));
    await page.goto(at(screens.optOut, did));
    await toggle(page).waitFor();
    expect(await toggle(page).isDisabled()).toBe(true);
    check.answer(false);
    await expectState(page, true);
    expect(await toggle(page).isEnabled()).toBe(true);
    const update = await hold(page, api.preference(did));
    await toggle(page).dblclick();
    expect(await toggle(page).isDisabled()).toBe(true);
    update.answer(false);
    await expectToast(page, TURNED_OUT);
    expect(await toggle(page).isEnabled()).toBe(true);
    expect(update.sent()).toBe(1);
  });
});

describe('the check of the preference', () => {
  it('O1: is inverted for the switch, whatever kind of yes or no it is', async () => {
    const page = await open();
    const did = newDid();
    for (const [answer, receives] of [
      [true, false],
      [false, true],
      [1, false],
      [null, true],
    ] as const) {
      await page.route(`**${api.preference(did)}`, (route) => route.fulfill({ json: answer }));
      await page.goto(at(screens.optOut, did));
      await expectState(page, receives);
    }
  });

  it('O4: answered with 409 is ignored without a word: OPT-IN', async () => {
    const did = newDid();
    const page = await open();
    await script(page, api.preference(did), 409);
    await page.goto(at(screens.optOut, did));
    await expectState(page, true);
    expect(await toggle(page).isEnabled()).toBe(true);
    expect(await page.getByRole('status').textContent()).toBe('');
  });

  it.each([
    [400, 'Sorry, We cannot process your request.'],
    [422, 'Sorry, We cannot process your request.'],
    [500, 'The server is unable to complete this request.'],
    [503, 'Registration is currently unavailable, please try again later.'],
    ['lost', 'Registration is currently unavailable, please try again later.'],
  ] as const)('O4: answered with %s says so, and can be tried again', async (failure, message) => {
    const did = await registered();
    const page = await open();
    await script(page, api.preference(did), failure);
    await page.goto(at(screens.optOut, did));
    await expectToast(page, message);
    expect(await toggle(page).isDisabled()).toBe(true);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await expectState(page, true);
  });

  it('O4, O5: for a number nobody knows says so, and Go back! leads home', async () => {
    const did = newDid();
    const page = await openPreferences(did);
    await expectToast(page, 'Bua does not recognise your number.');
    await page.getByRole('link', { name: 'Go back!', exact: true }).click();
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();
    expect(page.url()).toBe(origin() + at(screens.home, did, '&lang=en'));
  });
});
