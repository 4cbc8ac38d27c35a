/** What a panelist does, from sign-up to deletion: with real taps, in any browser, with and without script. */
import { DAY_MS, MINUTE_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { LATE_END_MINUTES } from '@panel/domain/partners/length';
import { api, DID_PARAMETER, screens } from '@panel/domain/paths';
import { codeIn, sandboxAt } from '../calls.ts';
import type { Product } from '../product.ts';
import type { PhonePage } from './browsers.ts';
import { enter, expectText, fillForm, inPage, tap, tapBox, tapElement, waitUntil } from './taps.ts';

const HUB = 'Welcome to your BuaApp Research hub!';

export type Visit = {
  readonly page: PhonePage;
  readonly product: Product;
  /** Where the page comes from: the product, or something between it and the phone. */
  readonly origin: string;
  readonly did: string;
  /** Whether the app has to take the page over. */
  readonly hasApp: boolean;
  /** So many days later the panelist's rewards are available. */
  readonly day: number;
  picture(screen: string): Promise<unknown>;
};

/** Opens a screen and, with script, waits until the app has taken it over. A page whose script is late can be used, though it isn't loaded. */
export async function open({ page, origin, did, hasApp }: Visit, path: string): Promise<void> {
  await inPage(page, 'window.isLeft = true');
  const address = `${origin}${path}?${DID_PARAMETER}=${did}`;
  void page.goto(address, { waitUntil: 'domcontentloaded' }).catch(() => undefined);
  const root = `document.getElementById('root')`;
  await waitUntil('The page', () => inPage(page, `!window.isLeft && ${root} !== null`) as Promise<boolean>, page);
  const started = `Object.keys(${root}).some((key) => key.startsWith('__reactContainer'))`;
  if (hasApp) await waitUntil('The app', () => inPage(page, started) as Promise<boolean>, page);
}

export async function signUp(visit: Visit): Promise<void> {
  const { page } = visit;
  await open(visit, screens.home);
  await tap(page, 'Sign Up');
  await tapBox(page, 'terms', 'on');
  await tap(page, 'Proceed');
  await fillForm(page, GOLDEN.registration);
  await tap(page, 'Submit');
  await expectText(page, HUB);
}

async function profile(visit: Visit): Promise<void> {
  await open(visit, `${screens.profiling('second-round')}/${visit.did}`);
  await fillForm(visit.page, GOLDEN.secondRound);
  await tap(visit.page, 'Submit');
  await expectText(visit.page, 'Profile updated');
}

/** Chooses a survey of the list, and is screened out of it after more than five minutes. */
async function chooseSurvey(visit: Visit): Promise<void> {
  const { page } = visit;
  await open(visit, screens.home);
  if (!visit.hasApp) await tap(page, 'Choose a survey');
  await tapElement(page, 'A survey', `document.querySelector('li form button:enabled')`);
  await leftForPartner(visit);
  await tap(page, 'Start the survey');
  const sandbox = sandboxAt(visit.product.sandbox);
  const { offsetMs } = await sandbox.read<{ readonly offsetMs: number }>('clock');
  await sandbox.moveClock(offsetMs + LATE_END_MINUTES * MINUTE_MS);
  await tap(page, 'Screen out');
  await waitUntil('The result', async () => page.url().startsWith(visit.origin), page);
  const history = () => fetch(visit.product.origin + api.history(visit.did));
  await waitUntil('The end', async () => (await (await history()).text()).includes('did-not-qualify'));
  await open(visit, screens.balance);
  await expectText(page, 'Did not qualify');
  await visit.picture('history');
}

/** Reports that the survey stopped near the end. */
async function reportProblem({ page, picture }: Visit): Promise<void> {
  await tap(page, 'Report a problem');
  await tapBox(page, 'reason', 'stopped-early');
  await picture('report');
  await tap(page, 'Send');
  await expectText(page, 'Thank you. We answer within');
  await expectText(page, 'Reported');
}

/** Opens Your data with the code from the chat, makes a choice and locks it again. */
async function openYourData(visit: Visit): Promise<void> {
  const { page, product, did } = visit;
  await open(visit, screens.yourData);
  await tap(page, 'Send me a code');
  await expectText(page, 'Enter the 6 numbers from your chat');
  const { chatTexts } = sandboxAt(product.sandbox);
  const code = await waitUntil('The code', async () => codeIn(await chatTexts(did)) || null);
  await enter(page, 'code', code);
  await tap(page, 'Show my data');
  await expectText(page, GOLDEN.registration.answers.surname);
  await visit.picture('your-data');
  await tapElement(page, 'The switch', `document.querySelectorAll('[role=switch]')[1]`);
  await expectText(page, 'Your choice is saved.');
  await tap(page, 'Lock it now');
  await expectText(page, 'Your answers are locked.');
}

const leftForPartner = ({ page, product }: Visit): Promise<unknown> =>
  waitUntil('The partner', async () => page.url().startsWith(product.sandbox), page);

async function takeSurvey(visit: Visit): Promise<void> {
  const { page } = visit;
  await sandboxAt(visit.product.sandbox).set('scenario', { party: 'cint-match', mode: 'ok', usd: 9 });
  await open(visit, screens.home);
  await tap(page, 'Find Top Surveys');
  await leftForPartner(visit);
  await tap(page, 'Start the survey');
  await tap(page, 'Complete');
  await expectText(page, 'Thank you!');
}

async function withdraw(visit: Visit): Promise<void> {
  const { page, product, did } = visit;
  type Rewards = { readonly available_reward: number };
  await sandboxAt(product.sandbox).moveClock(visit.day * DAY_MS);
  await waitUntil('The reward', async () => {
    const rewards = (await (await fetch(product.origin + api.registrationCheck(did))).json()) as Rewards;
    return rewards.available_reward >= 50;
  });
  await open(visit, screens.balance);
  await tap(
    page,
    await waitUntil(
      'Withdraw',
      () => inPage(page, `(document.body.innerText.match(/^Withdraw R[0-9.]+$/m) || [])[0]`) as Promise<string>,
      page,
    ),
  );
  await tap(page, 'Yes');
  await expectText(page, 'Your withdrawal request has been submitted successfully!');
}

async function optOut(visit: Visit): Promise<void> {
  const { page, product, did } = visit;
  await open(visit, screens.optOut);
  await expectText(page, 'You have OPT-IN to receive');
  await tapElement(page, 'The switch', `document.querySelector('[role=switch]:enabled')`);
  if (!visit.hasApp) await tap(page, 'Save');
  await expectText(page, 'You have OPT-OUT from receiving');
  // The switch moves before the server has answered.
  await waitUntil(
    'The opt-out',
    async () => (await (await fetch(product.origin + api.preference(did))).json()) === true,
  );
}

async function deleteProfile(visit: Visit): Promise<void> {
  const { page, product, did } = visit;
  await open(visit, screens.deleteProfile);
  await tap(page, 'Delete Profile');
  await tap(page, 'Delete');
  await expectText(page, 'Profile deleted');
  const { status } = await fetch(product.origin + api.registrationCheck(did));
  if (status !== 404) throw new Error(`the profile is still there: ${status}`);
}

export const JOURNEY = {
  'sign up': signUp,
  profile,
  'choose a survey': chooseSurvey,
  report: reportProblem,
  survey: takeSurvey,
  withdraw,
  'your data': openYourData,
  'opt out': optOut,
  delete: deleteProfile,
} as const;
