import { screens } from '@panel/domain/paths';
import { asksOf } from '@panel/domain/questionnaire/definition';
import { describe, expect, it } from 'vitest';
import { at, newDid, toast, useBrowser } from '../browser.ts';
import { answer, fieldset, fillIn } from '../fill.ts';
import { acceptTerms, apply, banner, openForm, sentTo, submitButton } from '../forms.ts';

const open = useBrowser();
const INCOMPLETE = 'You have not answered all the questions, please provide an answer to all the questions.';

describe('signing up', () => {
  it('A1, A2, A6, A7, G3, G4: from home to approved, and the payload that leaves the browser is the golden one', async () => {
    const did = newDid();
    const page = await open();
    const sent = sentTo(page, apply.path);
    await page.goto(at(screens.home, did, '&lang=en%20ZA&from=a+b%2Fc&tag=1&tag=2&empty='));
    await page.getByRole('link', { name: 'Sign Up', exact: true }).click();

    const proceed = page.getByRole('button', { name: 'Proceed', exact: true });
    expect(await proceed.isDisabled()).toBe(true);
    const terms = page.getByRole('checkbox', {
      name: 'I have read and I accept the Terms and Conditions.',
      exact: true,
    });
    await terms.check();
    expect(await proceed.isEnabled()).toBe(true);
    await terms.uncheck();
    expect(await proceed.isDisabled()).toBe(true);
    await page.getByRole('main').getByRole('heading').last().scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await acceptTerms(page);
    await submitButton(page).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    await fillIn(page, apply.definition, apply.answers);
    await submitButton(page).click();
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
    expect(sent).toEqual([apply.payload(did)]);
    const { pathname, search } = new URL(page.url());
    expect(pathname + search).toBe(`/?x-binu-did=${did}&lang=en%20ZA&from=a+b%2Fc&tag=1&tag=2&empty=`);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);

    // Back leads to where the panelist came from, not to a form that was sent.
    await page.goBack();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
  });

  it('A7, A9: left while it is being sent, it is sent once; opened again it is still sending, and home sees it accepted', async () => {
    const did = newDid();
    const page = await open();
    const sent = sentTo(page, apply.path);
    let letGo: () => void = () => undefined;
    const slowly = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(`**${apply.path}`, async (route) => {
      await slowly;
      await route.continue();
    });
    await page.goto(at(screens.home, did));
    await page.getByRole('link', { name: 'Sign Up', exact: true }).click();
    await acceptTerms(page);
    await submitButton(page).waitFor();
    await fillIn(page, apply.definition, apply.answers);
    await submitButton(page).click();
    await page.goBack();
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();
    await page.goForward();
    await submitButton(page).waitFor();
    expect(await submitButton(page).getAttribute('aria-busy')).toBe('true');
    expect(await submitButton(page).isDisabled()).toBe(true);
    await page.goBack();
    await page.getByRole('link', { name: 'Sign Up', exact: true }).waitFor();

    letGo();
    await toast(page, 'Your application was submitted and accepted successfully.').waitFor();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
    expect(sent).toHaveLength(1);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it('A2, A3: asks every question in its order, all unanswered, with the two optional boxes at the end', async () => {
    const page = await open();
    await openForm(page, apply, newDid());
    const asked = await page
      .locator('form :is(legend, label[for])')
      .evaluateAll((labels) => labels.map((label) => label.textContent));
    expect(asked).toEqual([
      'First name',
      'Surname',
      'Gender',
      'Date of birth',
      'Ethnicity',
      'First language',
      'Second language',
      'Province',
      'What kind of place do you live in?',
      'Your own income in a month',
      'Income of your whole household in a month',
      'Highest education',
      'Work status',
      'Marital status',
      'How involved are you in the grocery shopping?',
      'Are you the parent of a child under 18?',
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
    ]);
    for (const [label, options] of [
      ['Gender', ['Male', 'Female']],
      ['Ethnicity', ['Black', 'White', 'Coloured', 'Indian/Asian', 'Other']],
      ['What kind of place do you live in?', ['Urban', 'Suburban', 'Rural']],
    ] as const)
      expect(await fieldset(page, label).locator('label:has([type=radio])').allInnerTexts()).toEqual(options);
    expect(await fieldset(page, 'First language').getByRole('radio').count()).toBe(12);
    expect(await page.getByLabel('Second language', { exact: true }).locator('option').allInnerTexts()).toHaveLength(
      14,
    );
    // 25 appliances and 'None of these'.
    expect(await fieldset(page, 'Which of these does your household have?').getByRole('checkbox').count()).toBe(26);
    expect(await page.locator('form :checked:not(option)').count()).toBe(0);
    for (const label of [
      'Send me marketing information and updates.',
      'I agree to communication from business partners.',
    ])
      expect(await page.getByRole('checkbox', { name: label, exact: true }).isVisible()).toBe(true);
  });

  it('A3, A4, A6: optional boxes left alone travel as false, and "None of these" as an empty list, alone', async () => {
    const did = newDid();
    const page = await open();
    const sent = sentTo(page, apply.path);
    await openForm(page, apply, did);
    await fillIn(page, apply.definition, apply.answers, ['opt_in_marketing_information']);

    const appliances = fieldset(page, 'Which of these does your household have?');
    const box = (name: string) => appliances.getByRole('checkbox', { name, exact: true });
    const ticked = () => appliances.locator('label:has(:checked)').allInnerTexts();
    const golden = await ticked();
    expect(golden).toHaveLength(4);
    await box('None of these').check();
    expect(await ticked()).toEqual(['None of these']);
    await box('TV set').check();
    expect(await ticked()).toEqual(['TV set']);
    await box('None of these').check();

    await submitButton(page).click();
    await page.getByText('Welcome to your BuaApp Research hub!').waitFor();
    const { account, profile, questionnaire_response } = apply.payload(did) as Record<string, object>;
    expect(sent).toEqual([
      {
        account,
        profile: { ...profile, opt_in_marketing_information: false, opt_in_receive_comms_from_partners: false },
        questionnaire_response: { ...questionnaire_response, lsm_appliances: [] },
      },
    ]);
  });

  it('A4: nothing is "Required." before the first attempt; from then on an answer taken back is, at once', async () => {
    const page = await open();
    const sent = sentTo(page, apply.path);
    await openForm(page, apply, newDid());
    const required = page.getByText('Required.', { exact: true });
    await page.getByLabel('First name', { exact: true }).fill('Thandi');
    await page.getByLabel('First name', { exact: true }).fill('');
    await page.getByLabel('Surname', { exact: true }).focus();
    expect(await required.count()).toBe(0);

    await submitButton(page).click();
    await banner(page, INCOMPLETE).waitFor();
    const due = asksOf(apply.definition).filter((ask) => ask.required && ask.question.id !== 'terms');
    expect(await required.count()).toBe(due.length);
    const links = page.getByRole('list', { name: 'Questions without an answer' }).getByRole('link');
    expect(await links.allInnerTexts()).toEqual(due.map((ask) => ask.question.label));

    await fillIn(page, apply.definition, apply.answers);
    await banner(page, INCOMPLETE).waitFor({ state: 'detached' });
    expect(await required.count()).toBe(0);
    expect(await submitButton(page).isEnabled()).toBe(true);

    const putBack = async (label: string) => {
      for (const ask of due.filter(({ question }) => question.label === label))
        await answer(page, ask, apply.answers[ask.question.id] ?? '');
    };
    const takeBack = {
      'First name': () => page.getByLabel('First name', { exact: true }).fill('   '),
      Province: () => page.getByLabel('Province', { exact: true }).selectOption(''),
      'Which of these does your household have?': async () => {
        const appliances = fieldset(page, 'Which of these does your household have?');
        for (const name of await appliances.locator('label:has(:checked)').allInnerTexts())
          await appliances.getByRole('checkbox', { name, exact: true }).uncheck();
      },
    };
    for (const [label, take] of Object.entries(takeBack)) {
      await take();
      await banner(page, INCOMPLETE).waitFor();
      expect(await required.count()).toBe(1);
      expect(await links.allInnerTexts()).toEqual([label]);
      expect(await submitButton(page).isDisabled()).toBe(true);
      await putBack(label);
      await banner(page, INCOMPLETE).waitFor({ state: 'detached' });
    }
    expect(sent).toEqual([]);
  });
});
