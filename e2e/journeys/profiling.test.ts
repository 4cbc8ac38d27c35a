import { asksOf } from '@panel/domain/questionnaire/definition';
import { describe, expect, it } from 'vitest';
import { heading, newDid, QUERY, registerPanelist, toast, useBrowser } from '../browser.ts';
import { fillIn } from '../fill.ts';
import {
  banner,
  checkFormStates,
  expectFailure,
  expectKeptOverReload,
  fieldValues,
  openForm,
  quarterlyForm,
  questionLabels,
  recordPayloads,
  secondRoundForm,
  submitButton,
  tryAgainButton,
  yearlyForm,
} from '../forms.ts';

const open = useBrowser();

const FORMS = {
  'second round': {
    clauses: 'Q3',
    form: secondRoundForm,
    required: 6,
    labels: [
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
    clauses: 'Q1, Q2',
    form: quarterlyForm,
    required: 10,
    labels: [
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
    clauses: 'Q4',
    form: yearlyForm,
    required: 23,
    labels: [
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

describe.each(Object.entries(FORMS))('the profiling survey: %s', (name, { clauses, form, required, labels }) => {
  it(`${clauses}, Q5, Q8, Q9: asks everything in order; accessible when empty, incomplete and refused`, async () => {
    const page = await open();
    await openForm(page, form, newDid());
    expect(await questionLabels(page)).toEqual(labels);
    await checkFormStates(page, form, required);
    expect(await submitButton(page).isEnabled(), 'it can be sent again at once').toBe(true);
    expect(await tryAgainButton(page).count()).toBe(0);
  });

  it(`${clauses}, Q6, Q7, Q8, Q10, G3, G4: survives a reload and a lost connection, is refused, then accepted as the golden payload`, async () => {
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
    await toast(page, `You have successfully completed the profiling ${name} survey`).waitFor();
    await heading(page, 'Profile updated').waitFor();
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(`/redirect-page/profiling-survey-updated?x-binu-did=${did}${QUERY}`);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(payloads).toHaveLength(3);
    expect(payloads.at(-1)).toEqual(form.payload(did));
    await openForm(page, form, did);
    expect(await fieldValues(page), 'sent and erased').toEqual([]);
  });
});
