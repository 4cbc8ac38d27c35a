import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newDid, registered, script, toast, useBrowser } from '../browser.ts';
import { fieldset, fillIn } from '../fill.ts';
import {
  banner,
  dateOfBirth,
  descriptionOf,
  expectStopped,
  type Form,
  filledIn,
  firstLanguage,
  openForm,
  sentTo,
  submitButton,
  tryAgain,
} from '../forms.ts';

const open = useBrowser();
const SUCCESS = 'You have successfully submitted your date of birth';
const CANNOT_PROCESS = 'Sorry, We cannot process your request.';

/** Sent, thanked for, and on the page that says so, with the query it came with. */
async function expectDone(page: Page, path: string, thanks: RegExp): Promise<void> {
  await toast(page, SUCCESS).waitFor();
  await page.getByRole('heading', { name: 'Profile updated', exact: true }).waitFor();
  await page.getByText(thanks).waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(`${path}?lang=en%20ZA&tag=1&tag=2`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}
const QUERY = 'lang=en%20ZA&tag=1&tag=2';

describe('the date of birth alone', () => {
  it('D1, G3: one question, which needs only a value; sent as yyyy-MM-dd and stored', async () => {
    const did = await registered();
    const page = await open();
    const sent = sentTo(page, dateOfBirth.path);
    await openForm(page, dateOfBirth, did, QUERY);
    expect(await page.locator('form :is(input, select)').count()).toBe(1);
    const field = page.getByLabel('Date of birth', { exact: true });

    await submitButton(page).click();
    expect(await descriptionOf(field)).toContain('Required.');
    expect(await submitButton(page).isDisabled()).toBe(true);
    expect(sent).toEqual([]);

    await field.pressSequentially('31121987');
    await field.press('Tab');
    expect(await descriptionOf(field)).not.toContain('Required.');
    await submitButton(page).click();
    await expectDone(page, '/redirect-page/panelist-dob', /date of birth\.$/);
    expect(sent).toEqual([dateOfBirth.payload(did)]);
  });

  it('D3, D4: what the server refuses is the message of its status, with the reason beneath it', async () => {
    const did = await registered();
    const page = await open();
    const sent = sentTo(page, dateOfBirth.path);
    await openForm(page, dateOfBirth, did, QUERY);
    const field = page.getByLabel('Date of birth', { exact: true });
    const thisYear = new Date().getFullYear();
    for (const [typed, reason] of [
      [`01/01/${thisYear - 10}`, 'Minimum age is 18.'],
      [`01/01/${thisYear - 101}`, 'Maximum age is 99.'],
      ['31/02/1990', 'Enter a valid date of birth.'],
      ['17', 'Enter a valid date of birth.'],
    ] as const) {
      await field.fill(typed);
      await field.blur();
      expect(await descriptionOf(field), 'the screen itself only asks for a value').not.toContain(reason);
      await submitButton(page).click();
      await expectStopped(page, CANNOT_PROCESS);
      await page.getByRole('main').getByText(reason).waitFor();
      await tryAgain(page, CANNOT_PROCESS);
      expect(await field.inputValue()).toBe(typed);
    }
    await field.fill('1987-12-31');
    await submitButton(page).click();
    await expectDone(page, '/redirect-page/panelist-dob', /date of birth\.$/);
    expect(sent).toHaveLength(5);
    expect(sent.at(-1)).toEqual(dateOfBirth.payload(did));
  });
});

describe('the first language alone', () => {
  it('D2, G3: a list of the languages, of which one must be chosen; sent in lower case and stored', async () => {
    const did = await registered();
    const page = await open();
    const sent = sentTo(page, firstLanguage.path);
    await openForm(page, firstLanguage, did, QUERY);
    const question = fieldset(page, 'First language');
    expect(await question.getByRole('radio').count()).toBe(12);
    expect(await page.locator('form :is(input, select)').count()).toBe(12);

    await submitButton(page).click();
    expect(await descriptionOf(question)).toContain('Required.');
    expect(await submitButton(page).isDisabled()).toBe(true);
    expect(sent).toEqual([]);

    await question.getByRole('radio', { name: 'isiXhosa', exact: true }).check();
    await question.getByRole('radio', { name: 'Sesotho', exact: true }).check();
    await submitButton(page).click();
    await expectDone(page, '/redirect-page/panelist-first-language', /first language\.$/);
    expect(sent).toEqual([firstLanguage.payload(did)]);
  });
});

describe('either of them, when it fails', () => {
  const FORMS: Record<string, Form> = { 'date of birth': dateOfBirth, 'first language': firstLanguage };
  const SCRIPTED = [
    [400, CANNOT_PROCESS],
    [409, 'You are already a member of Bua panel'],
    [422, CANNOT_PROCESS],
    [500, 'The server is unable to complete this request.'],
    [503, 'Registration is currently unavailable, please try again later.'],
    ['lost', 'Registration is currently unavailable, please try again later.'],
  ] as const;

  for (const [name, form] of Object.entries(FORMS))
    it(`D3: ${name}: toast and banner, and nothing more is sent until "Try again" was pressed`, async () => {
      const page = await open();
      const sent = sentTo(page, form.path);
      await openForm(page, form, newDid());
      await fillIn(page, form.definition, form.answers);
      const answers = await filledIn(page);
      expect(answers).toHaveLength(1);

      // Nobody is registered under this did.
      await submitButton(page).click();
      await expectStopped(page, 'Bua does not recognise your number.');
      await tryAgain(page, 'Bua does not recognise your number.');
      for (const [index, [answer, message]] of SCRIPTED.entries()) {
        await script(page, form.path, answer);
        await submitButton(page).click();
        await expectStopped(page, message);
        if (answer === 400) await banner(page, 'Scripted.').waitFor();
        await tryAgain(page, message);
        expect(await filledIn(page)).toEqual(answers);
        expect(sent).toHaveLength(index + 2);
        await page.unroute(`**${form.path}`);
      }
    });
});
