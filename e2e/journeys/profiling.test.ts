import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { newDid, registered, script, toast, useBrowser } from '../browser.ts';
import { fieldset, fillIn } from '../fill.ts';
import {
  banner,
  expectFailure,
  filledIn,
  openForm,
  quarterly,
  secondRound,
  sentTo,
  submitButton,
  tryAgainButton,
  yearly,
} from '../forms.ts';

const open = useBrowser();
const QUERY = 'lang=en%20ZA&tag=1&tag=2&empty=';

const SURVEYS = {
  'second round': {
    form: secondRound,
    success: 'You have successfully completed the profiling second round survey',
    asked: [
      'What is your nationality?',
      'Which city or town is closest to you?',
      'What did you buy in the last month?',
      'Who owns the house you live in?',
      'Do you own a vehicle?',
      'Which mobile network do you use?',
      'Which network is your 2nd sim card on?',
      'Which of these financial services do you use?',
      'Which of these happened to you in the past year?',
    ],
  },
  quarterly: {
    form: quarterly,
    success: 'You have successfully completed the profiling quarterly survey',
    asked: [
      'What did you buy in the last month?',
      'Work status',
      'What kind of place do you live in?',
      'Who owns the house you live in?',
      'How involved are you in the grocery shopping?',
      'Do you own a vehicle?',
      'Which of these financial services do you use?',
      'How did you travel in the past month?',
      'Which reward programmes do you use?',
      'Which other loyalty programmes do you use?',
    ],
  },
  yearly: {
    form: yearly,
    success: 'You have successfully completed the profiling yearly survey',
    asked: [
      'What is your nationality?',
      'Province',
      'Which city or town is closest to you?',
      'What kind of place do you live in?',
      'Your own income in a month',
      'Income of your whole household in a month',
      'Highest education',
      'Work status',
      'Marital status',
      'Are you the parent of a child under 18?',
      'How involved are you in the grocery shopping?',
      'Which mobile network do you use?',
      'Which network is your 2nd sim card on?',
      'Which of these does your household have?',
      'Do you live in a house, cluster house or town house?',
      'Does your household have any domestic workers or household helpers, live-in or part-time, including gardeners?',
      'Which of these best describes where you live?',
      'Do you live in or around one of these cities?',
      'Built-in kitchen sink',
      'Flush toilet inside the house',
      'Home security service',
      'Microwave oven',
      'Motor car',
      'Is there a post office near where you live?',
    ],
  },
} as const;

/** Thanked for, and on the page that says so, with the query it came with. */
async function expectDone(page: Page, success: string): Promise<void> {
  await toast(page, success).waitFor();
  await page.getByRole('heading', { name: 'Profile updated', exact: true }).waitFor();
  await page.getByText('profiling survey', { exact: false }).last().waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(`/redirect-page/profiling-survey-updated?${QUERY}`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
}

describe('the profiling surveys', () => {
  for (const [name, { form, success, asked }] of Object.entries(SURVEYS))
    it(`Q1, Q3, Q4, Q5, Q6, Q7, Q8, G3, G4: ${name}: refused, failed, then taken as the golden payload`, async () => {
      const did = await registered();
      const page = await open();
      const sent = sentTo(page, form.path);
      await openForm(page, form, did, QUERY);
      const labels = page.locator('form :is(legend, label[for])');
      expect(await labels.evaluateAll((all) => all.map((label) => label.textContent))).toEqual(asked);
      expect(await filledIn(page)).toEqual([]);
      await fillIn(page, form.definition, form.answers);
      const answers = await filledIn(page);

      // The real server's refusal of a payload that was spoilt on its way.
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

      for (const [answer, message] of [
        [409, 'You are already a member of Bua panel'],
        [422, 'Sorry, We cannot process your request.'],
        [500, 'The server is unable to complete this request.'],
        ['lost', 'Registration is currently unavailable, please try again later.'],
      ] as const) {
        expect(await submitButton(page).isEnabled(), 'it can be sent again at once').toBe(true);
        expect(await tryAgainButton(page).count()).toBe(0);
        await script(page, form.path, answer);
        await submitButton(page).click();
        await expectFailure(page, message);
        await page.unroute(`**${form.path}`);
      }
      expect(await filledIn(page)).toEqual(answers);
      await submitButton(page).click();
      await expectDone(page, success);
      expect(sent).toHaveLength(6);
      expect(sent.at(-1)).toEqual(form.payload(did));
    });

  it('Q8: somebody who is not registered', async () => {
    const page = await open();
    await openForm(page, secondRound, newDid());
    await fillIn(page, secondRound.definition, secondRound.answers);
    await submitButton(page).click();
    await expectFailure(page, 'Bua does not recognise your number.');
    expect(await submitButton(page).isEnabled()).toBe(true);
  });

  it('Q3, Q6: second round: tick lists with nothing ticked count as answered and travel in full length', async () => {
    const did = await registered();
    const page = await open();
    const sent = sentTo(page, secondRound.path);
    await openForm(page, secondRound, did, QUERY);
    await fillIn(page, secondRound.definition, secondRound.answers, [
      'lastmonthpurchase',
      'financial_services',
      'past_year',
    ]);
    await submitButton(page).click();
    await expectDone(page, SURVEYS['second round'].success);
    const { profiling } = secondRound.payload(did) as { profiling: object };
    const none = (length: number) => Array.from({ length }, () => false);
    const ticks = { lastmonthpurchase: none(24), financial_services: none(9), past_year: none(7) };
    expect(sent).toEqual([{ profiling: { ...profiling, ...ticks } }]);
  });

  it('Q4, Q6: yearly: the appliances are optional, and the terms, marketing and communications boxes are not sent', async () => {
    const did = await registered();
    const page = await open();
    const sent = sentTo(page, yearly.path);
    await openForm(page, yearly, did, QUERY);
    await fillIn(page, yearly.definition, yearly.answers, ['lsm_appliances']);
    for (const label of [
      'I have read and I accept the Terms and Conditions.',
      'Send me marketing information and updates.',
      'I agree to communication from business partners.',
    ])
      await page.getByRole('checkbox', { name: label, exact: true }).check();
    await submitButton(page).click();
    await expectDone(page, SURVEYS.yearly.success);
    const { profiling, questionnaire_response } = yearly.payload(did) as Record<string, object>;
    expect(sent).toEqual([{ profiling, questionnaire_response: { ...questionnaire_response, lsm_appliances: [] } }]);
  });

  it('Q1, Q2, Q6: quarterly: says what it is for; "None of the above" stands alone, and a hidden row keeps its tick', async () => {
    const page = await open();
    await openForm(page, quarterly, newDid());
    const intro = page.getByRole('main').getByText('NO reward', { exact: false });
    expect(await intro.textContent()).toMatch(/profile.*honest.*NO reward/s);
    for (const [label, options] of [
      ['What did you buy in the last month?', 24],
      ['Which of these financial services do you use?', 9],
      ['How did you travel in the past month?', 12],
      ['Which reward programmes do you use?', 17],
      ['Which other loyalty programmes do you use?', 49],
    ] as const) {
      const question = fieldset(page, label);
      const ticked = () => question.locator('label:has(:checked)').allInnerTexts();
      const boxes = question.getByRole('checkbox');
      expect(await boxes.count(), label).toBe(options);
      await boxes.nth(0).check();
      await boxes.nth(2).check();
      const two = await ticked();
      expect(two).toHaveLength(2);
      await question.getByRole('checkbox', { name: 'None of the above', exact: true }).check();
      expect(await ticked(), label).toEqual(['None of the above']);
      await boxes.nth(2).check();
      expect(await ticked(), label).toEqual([two[1]]);
    }
    const loyalty = fieldset(page, 'Which other loyalty programmes do you use?');
    await loyalty.getByRole('searchbox').fill('kfc');
    expect(await loyalty.locator('label:visible').allInnerTexts()).toEqual(['KFC', 'None of the above']);
    await loyalty.getByRole('checkbox', { name: 'KFC', exact: true }).check();
    await loyalty.getByRole('searchbox').fill('');
    expect(await loyalty.locator('label:visible').count()).toBe(49);
    expect(await loyalty.locator('label:has(:checked)').count()).toBe(2);
    await loyalty.getByRole('searchbox').press('Enter');
    expect(await banner(page, 'Required.').count(), 'Enter in the search does not send the form').toBe(0);
  });
});
