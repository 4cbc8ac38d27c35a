import { screens } from '@panel/domain/paths';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { describe, expect, it } from 'vitest';
import { at, expectAccessible, newDid, registered, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';
import {
  acceptTerms,
  apply,
  banner,
  expectStopped,
  filledIn,
  openForm,
  quarterly,
  secondRound,
  sentTo,
  submitButton,
  tryAgain,
  yearly,
} from '../forms.ts';

const open = useBrowser();
const UNAVAILABLE = 'Registration is currently unavailable, please try again later.';

describe('answers kept on the device', () => {
  it('A8, A9, G4: an application outlives Back, a reload and a lost connection, and is erased once it was sent', async () => {
    const did = newDid();
    const page = await open();
    const sent = sentTo(page, apply.path);
    await page.goto(at(screens.home, did));
    await page.getByRole('link', { name: 'Sign Up', exact: true }).click();
    await acceptTerms(page);
    const [, you, live] = apply.definition.sections;
    await fillIn(
      page,
      { ...apply.definition, sections: [you, live].flatMap((section) => section ?? []) },
      apply.answers,
    );
    const half = await filledIn(page);
    expect(half).toHaveLength(9);

    // Away by Back and here again by Forward, with the questions where they were.
    await page.getByRole('heading', { name: 'Work and income', exact: true }).scrollIntoViewIfNeeded();
    const place = await page.evaluate(async () => {
      const y = window.scrollY;
      await new Promise((resolve) => setTimeout(resolve, 500));
      return y;
    });
    expect(place).toBeGreaterThan(500);
    await page.goBack();
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();
    await page.goForward();
    await submitButton(page).waitFor();
    expect(await filledIn(page)).toEqual(half);
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 50, place);

    await page.reload();
    await submitButton(page).waitFor();
    expect(await filledIn(page)).toEqual(half);

    await fillIn(page, apply.definition, apply.answers);
    const all = await filledIn(page);
    await page.context().setOffline(true);
    await submitButton(page).click();
    await expectStopped(page, UNAVAILABLE);
    await banner(page, 'What you filled in is safe on this phone. Check your line and try again.').waitFor();
    await page.context().setOffline(false);
    await tryAgain(page, UNAVAILABLE);
    expect(await filledIn(page)).toEqual(all);
    await page.reload();
    await submitButton(page).waitFor();
    expect(await filledIn(page)).toEqual(all);
    expect(sent).toHaveLength(1);

    await submitButton(page).click();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
    expect(sent).toEqual([apply.payload(did), apply.payload(did)]);
    await openForm(page, apply, did);
    expect(await filledIn(page)).toEqual([]);
  });

  it('A2, A9: where an application is opened again on a slow line, its page is there before its questions', async () => {
    const did = newDid();
    const page = await open();
    await openForm(page, apply, did);
    await page.getByLabel('First name', { exact: true }).fill('Thandi');
    let letGo: () => void = () => undefined;
    const slowly = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (body.includes('account.firstname')) await slowly;
      await route.fulfill({ response, body });
    });
    await page.reload();
    await page.locator('main[aria-busy="true"] .spinner').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Tell us about yourself');
    await expectAccessible(page);
    letGo();
    await submitButton(page).waitFor();
    expect(await page.getByLabel('First name', { exact: true }).inputValue()).toBe('Thandi');
  });

  it('A9: another panelist on the same phone finds nothing of it', async () => {
    const page = await open();
    await openForm(page, apply, newDid());
    await page.getByLabel('First name', { exact: true }).fill('Thandi');
    await openForm(page, apply, newDid());
    expect(await filledIn(page)).toEqual([]);
  });

  for (const [name, form] of Object.entries({ 'second round': secondRound, quarterly, yearly }))
    it(`Q10: ${name}: a reload in the middle and a lost connection cost nothing; sent, it is erased`, async () => {
      const did = await registered();
      const page = await open();
      const sent = sentTo(page, form.path);
      await openForm(page, form, did);
      const ids = asksOf(form.definition).map((ask) => ask.question.id);
      await fillIn(page, form.definition, form.answers, ids.slice(ids.length / 2));
      const half = await filledIn(page);
      expect(half.length).toBeGreaterThan(3);
      await page.reload();
      await submitButton(page).waitFor();
      expect(await filledIn(page)).toEqual(half);

      await fillIn(page, form.definition, form.answers, ids.slice(0, ids.length / 2));
      const all = await filledIn(page);
      await page.context().setOffline(true);
      await submitButton(page).click();
      await banner(page, UNAVAILABLE).waitFor();
      await page.context().setOffline(false);
      await page.reload();
      await submitButton(page).waitFor();
      expect(await filledIn(page)).toEqual(all);

      await submitButton(page).click();
      await page.getByRole('heading', { name: 'Profile updated', exact: true }).waitFor();
      expect(sent.at(-1)).toEqual(form.payload(did));
      await openForm(page, form, did);
      expect(await filledIn(page)).toEqual([]);
    });

  it('A9, Q10: with the profile, everything kept is deleted', async () => {
    const did = await registered();
    const page = await open();
    for (const form of [apply, secondRound, quarterly]) {
      await openForm(page, form, did);
      await page.getByRole('radio').first().check();
      expect(await filledIn(page)).toHaveLength(1);
    }
    await page.goto(at(screens.deleteProfile, did));
    await page.getByRole('button', { name: 'Delete Profile', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Profile deleted', exact: true }).waitFor();
    // The application begins with its terms again.
    for (const form of [apply, secondRound, quarterly]) {
      await openForm(page, form, did);
      expect(await filledIn(page)).toEqual([]);
    }
  });
});
