/** Every screen in each of its states, as a panelist comes to it. What must hold everywhere is held against these. */
import { SURVEY_RESULTS } from '@panel/domain/partners/outcomes';
import { api, screens } from '@panel/domain/paths';
import type { Page } from 'playwright-core';
import { at, hold, member, newDid, script } from './browser.ts';

export type State = { readonly name: string; show(page: Page): Promise<void> };

const LINK = 'https://links.example/';
const EVERYTHING = member({
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
const HISTORY = {
  entries: (['pending', 'available', 'reversed', 'processing', 'paid', 'returned'] as const).map((state, id) => ({
    id: String(id),
    kind: id < 3 ? 'reward' : 'withdrawal',
    state,
    amount: 1234.5,
    date: '2026-10-09T10:00:00Z',
    ...(state === 'pending' ? { available_on: '2026-11-15' } : {}),
  })),
};

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const text = (page: Page, sentence: string) => page.getByText(sentence, { exact: true }).last();

/** Opens a screen of a panelist whom the server knows as it is told here. */
async function open(page: Page, path: string, known: object | number | 'lost' = EVERYTHING): Promise<string> {
  const did = newDid();
  await script(page, api.registrationCheck(did), known);
  await script(page, api.history(did), HISTORY);
  await script(page, api.preference(did), false);
  await page.goto(at(path.replace('{did}', did), did));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('main[aria-busy="true"]').waitFor({ state: 'detached' });
  return did;
}
const opened = (
  name: string,
  path: string,
  known?: object | number | 'lost',
  then?: (page: Page) => Promise<unknown>,
) => ({
  name,
  async show(page: Page) {
    await open(page, path, known);
    await then?.(page);
  },
});

/** A panelist's own screens. */
export const PANELIST_STATES: readonly State[] = [
  {
    name: 'home without a did',
    async show(page) {
      await page.goto(screens.home);
      await text(page, 'This page should only be accessed through BuaApp Discover.').waitFor();
    },
  },
  {
    name: 'home while it is loading',
    async show(page) {
      const did = newDid();
      await hold(page, api.registrationCheck(did));
      await page.goto(at(screens.home, did));
      await page.locator('main[aria-busy="true"]').waitFor();
    },
  },
  opened('home, new', screens.home, 404, (page) => page.getByRole('link', { name: 'Sign Up' }).waitFor()),
  opened('home, unreachable', screens.home, 500, (page) => button(page, 'Try again').waitFor()),
  opened('home, on hold', screens.home, member({ status: 'suspended' }), (page) =>
    button(page, 'Check again').waitFor(),
  ),
  opened('home, nothing on offer', screens.home, member(), (page) => button(page, 'Menu').waitFor()),
  opened('home, everything on offer', screens.home, EVERYTHING, (page) => button(page, 'Find Top Surveys').waitFor()),
  opened('home, the menu open', screens.home, EVERYTHING, async (page) => {
    await button(page, 'Menu').click();
    await page.getByRole('link', { name: 'Delete profile' }).waitFor();
  }),
  {
    name: 'home, a survey being opened',
    async show(page) {
      const did = await open(page, screens.home);
      await hold(page, api.entryLink('cint-match')(did));
      await button(page, 'Find Top Surveys').click();
      await page.locator('.spinner').waitFor();
    },
  },
  opened('balance, enough', screens.balance, EVERYTHING, (page) =>
    page.getByText('History', { exact: true }).waitFor(),
  ),
  opened('balance, too little', screens.balance, member({ available_reward: 49.99 }), (page) =>
    text(page, 'R0.01 to go. You can withdraw from R50.').waitFor(),
  ),
  opened('balance, asking', screens.balance, EVERYTHING, async (page) => {
    await button(page, /^Withdraw/).click();
    await page.getByRole('dialog').waitFor();
  }),
  opened('balance, failed', screens.balance, 'lost', (page) => button(page, 'Try again').waitFor()),
  {
    name: 'balance, withdrawn and neither known again nor listed',
    async show(page) {
      const did = newDid();
      await script(page, api.registrationCheck(did), member({ available_reward: 75.5 }));
      await script(page, api.withdraw(did), true);
      await script(page, api.history(did), 500);
      await page.goto(at(screens.balance, did));
      await text(page, 'Your history could not be loaded.').waitFor();
      await button(page, /^Withdraw/).click();
      await script(page, api.registrationCheck(did), 500);
      await button(page, 'Yes').click();
      await text(page, 'Failed to update reward balance').waitFor();
    },
  },
  {
    name: 'balance, nothing yet',
    async show(page) {
      const did = newDid();
      await script(page, api.registrationCheck(did), member());
      await script(page, api.history(did), { entries: [] });
      await page.goto(at(screens.balance, did));
      await text(page, 'Nothing here yet').waitFor();
    },
  },
  opened('preferences, in', screens.optOut, EVERYTHING, (page) =>
    page.getByRole('switch', { checked: true }).waitFor(),
  ),
  opened('preferences, just out', screens.optOut, EVERYTHING, async (page) => {
    await page.getByRole('switch').click();
    await text(page, 'You have just OPT-OUT from receiving research tasks from us').waitFor();
  }),
  {
    name: 'preferences, failed',
    async show(page) {
      const did = newDid();
      await script(page, api.preference(did), 'lost');
      await page.goto(at(screens.optOut, did));
      await button(page, 'Try again').waitFor();
    },
  },
  opened('deletion', screens.deleteProfile),
  opened('deletion, asking', screens.deleteProfile, EVERYTHING, async (page) => {
    await button(page, 'Delete Profile').click();
    await page.getByRole('dialog').waitFor();
  }),
];

/** What is only read, and the forms as they are found. */
export const PAGE_STATES: readonly State[] = [
  opened('how it works', screens.howItWorks),
  opened('terms', screens.terms),
  opened('profile deleted', screens.result('profile-deleted')),
  opened('no information found', screens.result('no-information-found')),
  opened('profiling survey updated', screens.result('profiling-survey-updated')),
  opened('date of birth updated', screens.result('panelist-dob')),
  opened('first language updated', screens.result('panelist-first-language')),
  ...SURVEY_RESULTS.map((result) => opened(`back from a survey, ${result}`, screens.surveyResult(result))),
  {
    name: 'a screen that could not be fetched',
    async show(page) {
      await open(page, screens.howItWorks);
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.getByRole('link', { name: 'Bua' }).click();
      await text(page, 'You are offline').waitFor();
    },
  },
  opened('sign-up, the terms', screens.apply),
  opened('sign-up, the form', screens.apply, 404, async (page) => {
    await page.getByRole('checkbox').check();
    await button(page, 'Proceed').click();
    await text(page, 'Tell us about yourself').waitFor();
  }),
  opened('second round', '/profiling-second-round/{did}'),
  opened('quarterly, sent without an answer', '/profiling-quarterly/{did}', EVERYTHING, async (page) => {
    await button(page, 'Submit').click();
    await page
      .getByText('You have not answered all the questions, please provide an answer to all the questions.')
      .last()
      .waitFor();
  }),
  opened('yearly', '/profiling-yearly/{did}'),
  opened('date of birth', '/user-dob/{did}'),
  opened('first language', '/user-first-language/{did}'),
];
