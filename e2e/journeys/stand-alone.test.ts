import { describe, expect, it } from 'vitest';
import { heading, link, newDid, QUERY, registerPanelist, toast, useBrowser, visit } from '../browser.ts';
import { fieldset } from '../fill.ts';
import {
  banner,
  checkUnansweredForm,
  dateOfBirthForm,
  expectStopped,
  firstLanguageForm,
  openForm,
  recordPayloads,
  submitButton,
  termsCheckbox,
  tryAgain,
} from '../forms.ts';
import { checkScreen } from '../screen-checks.ts';

const open = useBrowser();
/** The specification reuses it for the first language. */
const SUCCESS = 'You have successfully submitted your date of birth';

describe('the date of birth alone', () => {
  it('D1, D3: asks one question that only needs a value; accessible when empty and incomplete', async () => {
    const page = await open();
    await openForm(page, dateOfBirthForm, newDid());
    expect(await page.locator('form :is(input, select)').count()).toBe(1);
    await checkUnansweredForm(page, dateOfBirthForm, 1);
  });

  it('D1, D3, D4, G3: the server says why an age is refused; a valid date is sent as yyyy-MM-dd', async () => {
    const did = await registerPanelist();
    const page = await open();
    const payloads = recordPayloads(page, dateOfBirthForm.path);
    await openForm(page, dateOfBirthForm, did);
    const field = page.getByLabel('Date of birth', { exact: true });
    const thisYear = new Date().getFullYear();
    for (const [typed, reason] of [
      [`01/01/${thisYear - 10}`, /Minimum age is 18\./],
      [`01/01/${thisYear - 101}`, /Maximum age is 99\./],
    ] as const) {
      await field.fill(typed);
      await submitButton(page).click();
      await expectStopped(page, 'Sorry, We cannot process your request.');
      await page.getByRole('main').getByText(reason).waitFor();
      await checkScreen(page);
      await tryAgain(page, 'Sorry, We cannot process your request.');
      expect(await field.inputValue()).toBe(typed);
    }
    await field.fill('');
    await field.pressSequentially('31121987');
    await submitButton(page).click();
    await toast(page, SUCCESS).waitFor();
    await page.getByText(/date of birth\.$/).waitFor();
    expect(new URL(page.url()).pathname).toBe('/redirect-page/panelist-dob');
    expect(new URL(page.url()).search).toBe(`?x-binu-did=${did}${QUERY}`);
    expect(payloads.at(-1)).toEqual(dateOfBirthForm.payload(did));
  });
});

describe('the first language alone', () => {
  it('D2, D3: lists the languages; accessible when empty and incomplete', async () => {
    const page = await open();
    await openForm(page, firstLanguageForm, newDid());
    expect(await page.locator('form :is(input, select)').count()).toBe(12);
    await checkUnansweredForm(page, firstLanguageForm, 1);
  });

  it('D3, G1: an unregistered did is offered the sign-up, which keeps the did', async () => {
    const did = newDid();
    const page = await open();
    await visit(page, `/user-first-language/${did}?lang=en%20ZA`);
    await fieldset(page, 'First language').getByRole('radio', { name: 'Sesotho', exact: true }).check();
    await submitButton(page).click();
    await expectStopped(page, 'Bua does not recognise your number.');
    await link(page, 'Sign Up').click();
    await termsCheckbox(page).waitFor();
    expect(new URL(page.url()).search).toBe(`?lang=en%20ZA&x-binu-did=${did}`);
  });

  it('D2, G1: is sent in lower case; the result page keeps the did of the route and links home', async () => {
    const did = await registerPanelist();
    const page = await open();
    const payloads = recordPayloads(page, firstLanguageForm.path);
    await visit(page, `/user-first-language/${did}?lang=en%20ZA`);
    await fieldset(page, 'First language').getByRole('radio', { name: 'isiXhosa', exact: true }).check();
    await fieldset(page, 'First language').getByRole('radio', { name: 'Sesotho', exact: true }).check();
    await submitButton(page).click();
    await toast(page, SUCCESS).waitFor();
    await banner(page, 'Profile updated').waitFor();
    expect(new URL(page.url()).pathname).toBe('/redirect-page/panelist-first-language');
    expect(payloads).toEqual([firstLanguageForm.payload(did)]);
    await page.reload();
    await link(page, 'Go to Homepage').click();
    await heading(page, 'Welcome to your BuaApp Research hub!').waitFor();
    expect(new URL(page.url()).search).toBe(`?lang=en%20ZA&x-binu-did=${did}`);
  });
});
