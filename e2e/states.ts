/** Every screen but the forms in each of its states, and how a panelist comes to it. */
import { SURVEY_RESULTS } from '@panel/domain/partners/outcomes';
import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  approvedCheck,
  button,
  expectToast,
  heading,
  link,
  type MockResponse,
  mockResponse,
  newDid,
  pauseResponse,
  QUERY,
  recordApiCalls,
  withDid,
} from './browser.ts';

export type State = { readonly name: string; show(page: Page): Promise<void> };

const LINK = 'https://links.example/';
const FULL_CHECK = approvedCheck({
  bua_second_round_survey_link: LINK,
  bua_quarterly_survey_link: LINK,
  bua_yearly_survey_link: LINK,
  cint_match_survey_link: LINK,
  cint_router_survey_link: LINK,
  purespectrum_entry_link: LINK,
  available_reward: 1275.5,
  pending_reward: 12.5,
  total_rewards: 12_345.65,
});
const FULL_HISTORY = {
  entries: (['pending', 'available', 'reversed', 'processing', 'paid', 'returned'] as const).map((state, id) => ({
    id: String(id),
    kind: id < 3 ? 'reward' : 'withdrawal',
    state,
    amount: 1234.5,
    date: '2026-10-09T10:00:00Z',
    ...(state === 'pending' ? { available_on: '2026-11-15' } : {}),
  })),
};
const MISSING_DID = 'This page should only be accessed through BuaApp Discover.';
const withdraw = (page: Page) => page.getByRole('button', { name: /^Withdraw/ });

/** What the server answers; a full panelist unless said otherwise. */
type Responses = { check?: MockResponse; history?: MockResponse; preference?: MockResponse };

/** Opens a screen and returns the did that it was opened with. */
async function open(page: Page, path: string, responses: Responses = {}): Promise<string> {
  const did = newDid();
  await mockResponse(page, api.registrationCheck(did), responses.check ?? FULL_CHECK);
  await mockResponse(page, api.history(did), responses.history ?? FULL_HISTORY);
  await mockResponse(page, api.preference(did), responses.preference ?? false);
  await page.goto(withDid(path, did, QUERY));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('main[aria-busy="true"]').waitFor({ state: 'detached' });
  return did;
}

/** A state that is there once the screen shows these sentences, after what is done to it. */
function state(
  name: string,
  path: string,
  responses: Responses,
  sentences: readonly (string | RegExp)[],
  act: (page: Page, did: string) => Promise<unknown> = async () => undefined,
): State {
  return {
    name,
    async show(page) {
      await act(page, await open(page, path, responses));
      for (const sentence of sentences)
        await page
          .getByText(sentence, { exact: typeof sentence === 'string' })
          .last()
          .waitFor();
    },
  };
}

const withoutDid = (path: string): State => ({
  name: `H1, G10: ${path} without a did`,
  async show(page) {
    const calls = recordApiCalls(page);
    await page.goto(path);
    await expectToast(page, MISSING_DID);
    expect(calls).toEqual([]);
    expect(await page.getByRole('main').getByRole('link').count(), 'ways on').toBe(1);
  },
});

/** The screens of a panelist. */
export const PANELIST_STATES: readonly State[] = [
  ...[screens.home, screens.apply, screens.balance, screens.optOut, screens.deleteProfile].map(withoutDid),
  {
    name: 'H8: home while it is loading',
    async show(page) {
      const did = newDid();
      await pauseResponse(page, api.registrationCheck(did));
      await page.goto(withDid(screens.home, did, QUERY));
      await page.locator('main[aria-busy="true"]').waitFor();
    },
  },
  state('H6: home, new', screens.home, { check: 404 }, [
    'Join the BuaApp Research Panel today and earn REWARDS!',
    'GET STARTED',
    'Sign Up',
  ]),
  state('H6: home, unreachable', screens.home, { check: 500 }, ['Sign Up', 'Try again']),
  state('H7: home, suspended', screens.home, { check: approvedCheck({ status: 'suspended' }) }, [
    'Your Bua Panel membership is on hold. Please contact the panel admin.',
    'Check again',
  ]),
  state('H3: home, nothing on offer', screens.home, { check: approvedCheck() }, ['No surveys for you just now']),
  state('H3: home, everything on offer', screens.home, {}, [
    'Welcome to your BuaApp Research hub!',
    'Find Top Surveys',
    'Find Available Surveys',
    'Discover Even More Surveys',
  ]),
  state('H2: home, the menu open', screens.home, {}, ['Annual survey', 'Delete profile'], (page) =>
    button(page, 'Menu').click(),
  ),
  state('H4: home, a survey being opened', screens.home, {}, [], async (page, did) => {
    await pauseResponse(page, api.entryLink('cint-match')(did));
    await button(page, 'Find Top Surveys').click();
    await page.locator('.spinner').waitFor();
  }),
  state('B1: balance, enough', screens.balance, {}, [
    'Withdraw R1275.50',
    'October 2026',
    'Pending until 15 Nov',
    'Taken back',
    'On its way',
    'Paid',
    'Returned',
  ]),
  state('B2: balance, too little', screens.balance, { check: approvedCheck({ available_reward: 49.99 }) }, [
    'R0.01 to go. You can withdraw from R50.',
  ]),
  state(
    'B3: balance, the dialog',
    screens.balance,
    {},
    ['You are withdrawing R1275.50. Processing may take 24–48 hours. Do you want to continue?', 'Yes', 'No'],
    (page) => withdraw(page).click(),
  ),
  state('B5: balance, failed', screens.balance, { check: 'lost' }, ['Failed to update reward balance', 'Try again']),
  state(
    'B4, B5: balance, withdrawn and neither known again nor listed',
    screens.balance,
    { check: approvedCheck({ available_reward: 75.5 }), history: 500 },
    ['Failed to update reward balance', 'R75.50 is on its way to your chat as a 1Voucher.'],
    async (page, did) => {
      await page.getByText('Your history could not be loaded.', { exact: true }).waitFor();
      await mockResponse(page, api.withdraw(did), true);
      await withdraw(page).click();
      await mockResponse(page, api.registrationCheck(did), 500);
      await button(page, 'Yes').click();
    },
  ),
  state('B1: balance, nothing yet', screens.balance, { check: approvedCheck(), history: { entries: [] } }, [
    'R50 to go. You can withdraw from R50.',
    'Nothing here yet',
    'Find a survey',
  ]),
  state('O2, O5: preferences, in', screens.optOut, {}, [
    'You have OPT-IN to receive research tasks, if you wish to stop receiving research tasks please turn off the switch!',
    'Go back!',
  ]),
  state('O2: preferences, out', screens.optOut, { preference: true }, [
    'You have OPT-OUT from receiving research tasks, if you wish to receive research tasks please turn on the switch!',
  ]),
  state(
    'O3: preferences, just out',
    screens.optOut,
    {},
    ['You have just OPT-OUT from receiving research tasks from us'],
    (page) => page.getByRole('switch').click(),
  ),
  state('O4: preferences, failed', screens.optOut, { preference: 'lost' }, [
    'Registration is currently unavailable, please try again later.',
    'Try again',
  ]),
  state('X1: deletion', screens.deleteProfile, {}, [/can’t be undone/, /available or pending is given up/, 'Go back!']),
  state(
    'X1: deletion, with rewards to give up',
    screens.home,
    {},
    ['You have R1275.50 available and R12.50 pending.', 'Withdraw first'],
    async (page) => {
      await button(page, 'Menu').click();
      await link(page, 'Delete profile').click();
    },
  ),
  state(
    'X2: deletion, the dialog',
    screens.deleteProfile,
    {},
    ['Profile deletion', 'Are you sure you want to delete your profile from the BuaApp Panel?', 'Cancel', 'Delete'],
    (page) => button(page, 'Delete Profile').click(),
  ),
];

const STEPS = [
  /Sign Up on Discover/,
  /accept the terms/i,
  /complete the profiling surveys/i,
  /watch your chat/i,
  /Surveys on Discover/,
  /reward varies by survey and partner/,
  /stay active/i,
];
const TERMS = [/effective 15 May 2022/i, /Membership/, /Survey participation/, /Payment/, /18 to 99/];
const SURVEY_TITLES = {
  thanks: 'Thank you!',
  'not-this-time': 'Not this time',
  closed: 'This survey is full',
  unavailable: 'No survey just now',
} as const;

/** The screens that are only read. */
export const PAGE_STATES: readonly State[] = [
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
      await open(page, screens.howItWorks);
      await page.route('**/assets/*.js', (route) => route.abort());
      await link(page, 'Bua').click();
      await heading(page, 'You are offline').waitFor();
    },
  },
  state('A1: sign-up, the terms', screens.apply, { check: 404 }, ['Proceed']),
  {
    name: 'A9: sign-up, opened again while its questions are still on their way',
    async show(page) {
      await open(page, screens.apply, { check: 404 });
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
];
