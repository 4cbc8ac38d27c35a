import { expect, it } from 'vitest';
import { newDid, QUERY, registerPanelist, toast, useBrowser } from '../browser.ts';
import {
  checkUnansweredForm,
  dateOfBirthForm,
  expectStopped,
  firstLanguageForm,
  openForm,
  recordPayloads,
  submitButton,
  tryAgain,
} from '../forms.ts';
import { checkScreen } from '../screen-checks.ts';

const open = useBrowser();
const REFUSED = 'Sorry, We cannot process your request.';

it.each([
  ['D1, D3: the date of birth', dateOfBirthForm, 1],
  ['D2, D3: the first language', firstLanguageForm, 12],
] as const)('%s is one question; accessible when empty and incomplete', async (_, form, controls) => {
  const page = await open();
  await openForm(page, form, newDid());
  expect(await page.locator('form :is(input, select)').count()).toBe(controls);
  await checkUnansweredForm(page, form);
});

it('D1, D3, D4, G3: the server says why an age is refused; a valid date is sent as yyyy-MM-dd', async () => {
  const did = await registerPanelist();
  const page = await open();
  const payloads = recordPayloads(page, dateOfBirthForm.path);
  await openForm(page, dateOfBirthForm, did);
  const field = page.getByLabel('Date of birth', { exact: true });
  const tooYoung = `01/01/${new Date().getFullYear() - 10}`;
  await field.fill(tooYoung);
  await submitButton(page).click();
  await expectStopped(page, REFUSED);
  await page
    .getByRole('main')
    .getByText(/Minimum age is 18\./)
    .waitFor();
  await checkScreen(page);
  await tryAgain(page, REFUSED);
  expect(await field.inputValue()).toBe(tooYoung);
  await field.fill('');
  await field.pressSequentially('31121987');
  await submitButton(page).click();
  await toast(page, 'You have successfully submitted your date of birth').waitFor();
  await page.getByText(/date of birth\.$/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/redirect-page/panelist-dob');
  expect(new URL(page.url()).search).toBe(`?x-binu-did=${did}${QUERY}`);
  expect(payloads.at(-1)).toEqual(dateOfBirthForm.payload(did));
});
