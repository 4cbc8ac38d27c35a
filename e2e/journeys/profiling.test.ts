import { asksOf } from '@panel/domain/questionnaire/definition';
import { expect, it } from 'vitest';
import { heading, mockResponse, newDid, QUERY, registerPanelist, toast, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';
import {
  banner,
  checkUnansweredForm,
  expectFailure,
  expectKeptOverReload,
  fieldValues,
  openForm,
  quarterlyForm,
  recordPayloads,
  secondRoundForm,
  submitButton,
  tryAgainButton,
  yearlyForm,
} from '../forms.ts';
import { checkScreen } from '../screen-checks.ts';

const open = useBrowser();

const FORMS = [
  ['Q3', secondRoundForm],
  ['Q1, Q2', quarterlyForm],
  ['Q4', yearlyForm],
] as const;

it.each(FORMS)('%s, Q5, Q9: the form is accessible when empty and incomplete', async (_, form) => {
  const page = await open();
  await openForm(page, form, newDid());
  await checkUnansweredForm(page, form);
});

// The other forms differ only in their questions.
it('Q4, Q6, Q7, Q8, Q10, G3, G4: the yearly survey survives a reload and a lost connection, is refused, then accepted as the golden payload', async () => {
  const form = yearlyForm;
  const did = await registerPanelist();
  const page = await open();
  const payloads = recordPayloads(page, form.path);
  await openForm(page, form, did);
  const ids = asksOf(form.definition).map((ask) => ask.question.id);
  await fillIn(page, form.definition, form.answers, ids.slice(ids.length / 2));
  const half = await fieldValues(page);
  expect(half.length).toBeGreaterThan(3);
  await expectKeptOverReload(page, half);
  await fillIn(page, form.definition, form.answers, ids.slice(0, ids.length / 2));

  await mockResponse(page, form.path, 500);
  await submitButton(page).click();
  await expectFailure(page, 'The server is unable to complete this request.');
  expect(await tryAgainButton(page).count()).toBe(0);
  await checkScreen(page);
  await page.unroute(`**${form.path}`);

  // The server refuses a payload that was changed on its way.
  await page.route(`**${form.path}`, (route) =>
    route.continue({
      postData: (route.request().postData() ?? '')
        .replace('"shopping":"', '"shopping":"!')
        .replace('"house_ownership":"', '"house_ownership":"!'),
    }),
  );
  const refusal = page.waitForResponse((response) => response.url().endsWith(form.path));
  await submitButton(page).click();
  const { status, detail } = await (await refusal).json();
  expect([status, detail]).toEqual([400, expect.stringMatching(/shopping|house/)]);
  await expectFailure(page, detail);
  await page.unroute(`**${form.path}`);

  const all = await fieldValues(page);
  await page.context().setOffline(true);
  await submitButton(page).click();
  await banner(page, 'Registration is currently unavailable, please try again later.').waitFor();
  await page.context().setOffline(false);
  await expectKeptOverReload(page, all);

  await submitButton(page).dblclick();
  await toast(page, 'You have successfully completed the profiling yearly survey').waitFor();
  await heading(page, 'Profile updated').waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(`/redirect-page/profiling-survey-updated?x-binu-did=${did}${QUERY}`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(payloads).toHaveLength(4);
  expect(payloads.at(-1)).toEqual(form.payload(did));
  await openForm(page, form, did);
  expect(await fieldValues(page), 'sent and erased').toEqual([]);
});
