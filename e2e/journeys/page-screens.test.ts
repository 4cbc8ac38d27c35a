/** The read-only screens, and the sign-up before and between its questions. */
import { SURVEY_RESULTS } from '@panel/domain/partners/outcomes';
import { screens } from '@panel/domain/paths';
import { termsText } from '@panel/domain/terms';
import { button, heading, link } from '../browser.ts';
import { openScreen, state, testStates } from '../states.ts';

const STEPS = [
  /Sign Up on Discover/,
  /accept the terms/i,
  /complete the profiling surveys/i,
  /watch your chat/i,
  /Surveys on Discover/,
  /reward varies by survey and partner/,
  /stay active/i,
];
const { title, dates, sections } = termsText();
const TERMS = [title, dates, ...sections.map((section) => section.title)];
const SURVEY_TITLES = {
  thanks: 'Thank you!',
  'not-this-time': 'Not this time',
  closed: 'This survey is full',
  unavailable: 'No survey just now',
} as const;

testStates([
  state('W1: how it works', screens.howItWorks, {}, [...STEPS, 'Continue']),
  state('W2: terms', screens.terms, {}, [...TERMS, 'Go back!']),
  state('P1, P6: profile deleted', screens.result('profile-deleted'), {}, ['Profile deleted', 'Go to Homepage']),
  state('P2, P6: no information found', screens.result('no-information-found'), {}, [
    'No information found',
    /contact the panel admin/i,
    'Go to Homepage',
  ]),
  state('P3: profiling survey updated', screens.result('profiling-survey-updated'), {}, [/thank.*profiling survey/i]),
  state('P4, P6: date of birth updated', screens.result('panelist-dob'), {}, [
    /thank.*date of birth/i,
    'Go to Homepage',
  ]),
  state('P5, P6: first language updated', screens.result('panelist-first-language'), {}, [
    /thank.*first language/i,
    'Go to Homepage',
  ]),
  ...SURVEY_RESULTS.map((result) =>
    state(`S7: back from a survey, ${result}`, screens.surveyResult(result), {}, [SURVEY_TITLES[result]]),
  ),
  {
    name: 'a screen that could not be fetched',
    async show(page) {
      await openScreen(page, screens.howItWorks);
      await page.route('**/assets/*.js', (route) => route.abort());
      await link(page, 'Bua').click();
      await heading(page, 'You are offline').waitFor();
    },
  },
  state('A1: sign-up, the terms', screens.apply, { check: 404 }, ['Proceed']),
  {
    name: 'A9: sign-up, opened again while its questions are still on their way',
    async show(page) {
      await openScreen(page, screens.apply, { check: 404 });
      await page.getByRole('checkbox').check();
      await button(page, 'Proceed').click();
      await page.getByLabel('First name', { exact: true }).fill('Thandi');
      await page.route('**/assets/*.js', async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        if (!body.includes('account.firstname')) await route.fulfill({ response, body });
      });
      await page.reload();
      await page.locator('main[aria-busy="true"] .spinner').waitFor();
      await heading(page, 'Tell us about yourself').waitFor();
    },
  },
]);
