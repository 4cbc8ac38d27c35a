/** What a panelist does, from sign-up to deletion: with real taps, in any browser, with and without script. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@panel/domain/durations';
import { GOLDEN } from '@panel/domain/golden';
import { api, DID_PARAMETER, screens } from '@panel/domain/paths';
import {
  type Answer,
  type Answers,
  asksOf,
  type Question,
  type Questionnaire,
} from '@panel/domain/questionnaire/definition';
import { sandboxAt } from '../calls.ts';
import type { Product } from '../product.ts';
import type { PhonePage } from './browsers.ts';

/** An emulated browser needs half a minute to start the app. */
const TIMEOUT_MS = 60_000;
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
};

/** Repeats a question until it is answered. A page that is just being left answers nothing. */
async function until<T>(what: string, ask: () => Promise<T | null | false>, page?: PhonePage): Promise<T> {
  for (const began = Date.now(); Date.now() - began < TIMEOUT_MS; await sleep(200)) {
    const answer = await ask().catch(() => null);
    if (answer) return answer;
  }
  const shown = await page?.evaluate('document.body.innerText').catch(() => '');
  throw new Error(`${what} did not come. The page shows: ${String(shown).replace(/\s+/g, ' ').slice(0, 300)}`);
}

/** The code for a page is text, because the oldest browser here has to read it. */
const inPage = (page: PhonePage, code: string): Promise<unknown> => page.evaluate(code);

export const expectText = (page: PhonePage, text: string): Promise<unknown> =>
  until(
    `“${text}”`,
    () => inPage(page, `document.body.innerText.includes(${JSON.stringify(text)})`) as Promise<boolean>,
    page,
  );

/** Taps an element once it is there. */
async function tapElement(page: PhonePage, name: string, element: string): Promise<void> {
  const code = `(() => {
    const element = ${element};
    if (!element) return null;
    element.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = element.getBoundingClientRect();
    return width > 0 ? [left + width / 2, top + height / 2] : null;
  })()`;
  const [x, y] = await until(name, () => inPage(page, code) as Promise<[number, number] | null>, page);
  await page.mouse.click(x, y);
}

/** A button or a link that can be used, by its exact words. */
const control = (name: string): string => `Array.from(document.querySelectorAll('a,button,summary')).filter((each) =>
  !each.disabled && each.getClientRects().length > 0 && each.textContent.trim() === ${JSON.stringify(name)}).pop()`;

export const tap = (page: PhonePage, name: string): Promise<void> => tapElement(page, name, control(name));

const tapBox = (page: PhonePage, name: string, value: string): Promise<void> =>
  tapElement(page, name, `document.querySelector('[name="${name}"][value="${value}"]')`);

/** Types into a field, or picks from a list. */
async function enter(page: PhonePage, name: string, value: string): Promise<void> {
  const code = `(() => {
    const field = document.querySelector('[name="${name}"]');
    if (!field) return false;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, ${JSON.stringify(value)});
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    return true;
  })()`;
  await until(name, () => inPage(page, code) as Promise<boolean>, page);
}

async function answer(page: PhonePage, question: Question, value: Answer): Promise<void> {
  const { id, kind } = question;
  if (kind === 'many') for (const code of value as readonly string[]) await tapBox(page, id, code);
  else if (kind === 'tick') value && (await tapBox(page, id, 'on'));
  else if (kind === 'yesNo') await tapBox(page, id, value ? 'yes' : 'no');
  else if (kind === 'one' && question.shown === 'radio') await tapBox(page, id, String(value));
  else await enter(page, id, String(value));
}

export async function fillForm(
  page: PhonePage,
  { definition, answers }: { definition: Questionnaire; answers: object },
) {
  for (const { question } of asksOf(definition)) {
    const value = (answers as Answers)[question.id];
    if (value !== undefined) await answer(page, question, value);
  }
}

/** Opens a screen and, with script, waits until the app has taken it over. A page whose script is late can be used, though it isn't loaded. */
export async function open({ page, origin, did, hasApp }: Visit, path: string): Promise<void> {
  await inPage(page, 'window.isLeft = true');
  const address = `${origin}${path}?${DID_PARAMETER}=${did}`;
  void page.goto(address, { waitUntil: 'domcontentloaded' }).catch(() => undefined);
  const root = `document.getElementById('root')`;
  await until('The page', () => inPage(page, `!window.isLeft && ${root} !== null`) as Promise<boolean>, page);
  const started = `Object.keys(${root}).some((key) => key.startsWith('__reactContainer'))`;
  if (hasApp) await until('The app', () => inPage(page, started) as Promise<boolean>, page);
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

async function takeSurvey(visit: Visit): Promise<void> {
  const { page } = visit;
  await sandboxAt(visit.product.sandbox).set('scenario', { party: 'cint-match', mode: 'ok', usd: 9 });
  await open(visit, screens.home);
  await tap(page, 'Find Top Surveys');
  await until('The partner', async () => page.url().startsWith(visit.product.sandbox), page);
  await tap(page, 'Start the survey');
  await tap(page, 'Complete');
  await expectText(page, 'Thank you!');
}

async function withdraw(visit: Visit): Promise<void> {
  const { page, product, did } = visit;
  type Rewards = { readonly available_reward: number };
  await until('The reward', async () => {
    await sandboxAt(product.sandbox).set('clock', { offsetMs: visit.day * DAY_MS });
    const rewards = (await (await fetch(product.origin + api.registrationCheck(did))).json()) as Rewards;
    return rewards.available_reward >= 50;
  });
  await open(visit, screens.balance);
  await tap(
    page,
    await until(
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
  await until('The opt-out', async () => (await fetch(product.origin + api.preference(did))).json());
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
  survey: takeSurvey,
  withdraw,
  'opt out': optOut,
  delete: deleteProfile,
} as const;
