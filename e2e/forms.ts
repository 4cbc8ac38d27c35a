/** The forms of the product, and how a panelist uses and reads any of them. */
import { GOLDEN } from '@panel/domain/golden';
import { api, screens } from '@panel/domain/paths';
import { type Answers, type Ask, asksOf, type Questionnaire } from '@panel/domain/questionnaire/definition';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, QUERY, toast, visit, withDid } from './browser.ts';
import { fieldset } from './fill.ts';
import { checkScreen } from './screen-checks.ts';

type Golden = {
  readonly definition: Questionnaire;
  readonly did: string;
  readonly answers: object;
  readonly payload: object;
};

const form = (golden: Golden, path: string, address: (did: string) => string) => ({
  definition: golden.definition,
  answers: golden.answers as Answers,
  /** The path that it is sent to. */
  path,
  address: (did: string): string => withDid(address(did), did, QUERY),
  /** The payload of these answers. */
  payload: (did: string): object => JSON.parse(JSON.stringify(golden.payload).replaceAll(golden.did, did)),
});
type Form = ReturnType<typeof form>;

const inPath = (screen: string) => (did: string) => `${screen}/${did}`;

export const apply = form(GOLDEN.registration, api.register, () => screens.apply);
export const secondRoundForm = form(
  GOLDEN.secondRound,
  api.profiling('second-round'),
  inPath(screens.profiling('second-round')),
);
export const quarterlyForm = form(GOLDEN.quarterly, api.profiling('quarterly'), inPath(screens.profiling('quarterly')));
export const yearlyForm = form(GOLDEN.yearly, api.profiling('yearly'), inPath(screens.profiling('yearly')));
export const dateOfBirthForm = form(GOLDEN.dateOfBirth, api.dateOfBirth, inPath(screens.dateOfBirth));
export const firstLanguageForm = form(GOLDEN.firstLanguage, api.firstLanguage, inPath(screens.firstLanguage));

const INCOMPLETE = 'You have not answered all the questions, please provide an answer to all the questions.';

export const submitButton = (page: Page): Locator => button(page, 'Submit');
export const tryAgainButton = (page: Page): Locator => button(page, 'Try again');
export const termsCheckbox = (page: Page): Locator =>
  page.getByRole('checkbox', { name: 'I have read and I accept the Terms and Conditions.', exact: true });

/** Accepts the terms and continues to the questions. */
export async function acceptTerms(page: Page): Promise<void> {
  await termsCheckbox(page).check();
  await button(page, 'Proceed').click();
  await submitButton(page).waitFor();
}

/** Opens a form at its questions. */
export async function openForm(page: Page, opened: Form, did: string): Promise<void> {
  await visit(page, opened.address(did));
  if (opened === apply) await acceptTerms(page);
  await submitButton(page).waitFor();
}

/** Every further body that is sent to a path. */
export function recordPayloads(page: Page, path: string): unknown[] {
  const payloads: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) payloads.push(request.postDataJSON());
  });
  return payloads;
}

/** A sentence on the screen itself, not in a toast with the same words. */
export const banner = (page: Page, text: string): Locator => page.getByRole('main').getByText(text, { exact: true });

/** A failed call is announced by a toast and stays on the screen as a banner. */
export async function expectFailure(page: Page, message: string): Promise<void> {
  await toast(page, message).waitFor();
  await banner(page, message).waitFor();
}

/** A failure that blocks sending until the panelist presses 'Try again'. */
export async function expectStopped(page: Page, message: string): Promise<void> {
  await expectFailure(page, message);
  expect(await submitButton(page).isDisabled()).toBe(true);
  expect(await tryAgainButton(page).isEnabled()).toBe(true);
}

export async function tryAgain(page: Page, message: string): Promise<void> {
  await tryAgainButton(page).click();
  await banner(page, message).waitFor({ state: 'detached' });
  await toast(page, message).waitFor({ state: 'detached' });
  expect(await submitButton(page).isEnabled()).toBe(true);
}

/** The element with a question's name: its fieldset or its only control. */
function questionOf(page: Page, { question }: Ask): Locator {
  const isControl =
    question.kind === 'text' || question.kind === 'date' || (question.kind === 'one' && question.shown === 'select');
  return isControl ? page.getByLabel(question.label, { exact: true }) : fieldset(page, question.label);
}

/** The description that a screen reader adds to a name: the hint and the fault. */
export const descriptionOf = (named: Locator): Promise<string> =>
  named.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** Whether a question's control has the focus and isn't covered. */
const hasFocusInView = (named: Locator): Promise<boolean> =>
  named.evaluate((element) => {
    const { activeElement } = document;
    if (!activeElement || !element.contains(activeElement)) return false;
    const row = activeElement.closest('label') ?? activeElement;
    const { left, top, width, height } = row.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return onTop !== null && (row.contains(onTop) || onTop.contains(row));
  });

/** Reloads the form and waits until it has the same values. */
export async function expectKeptOverReload(page: Page, values: readonly string[]): Promise<void> {
  await page.reload();
  await expect.poll(() => fieldValues(page)).toEqual(values);
}

/** The values of the form's fields, to compare with later ones. */
export const fieldValues = (page: Page): Promise<string[]> =>
  page.locator('form').evaluate((element: HTMLFormElement) =>
    Array.from(new FormData(element))
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}`),
  );

/**
 * Takes a form through its first states and checks the screen in each: empty, and sent without an answer.
 * Every missing question is named, and the last one can be reached by its name.
 */
export async function checkUnansweredForm(page: Page, checked: Form): Promise<void> {
  const payloads = recordPayloads(page, checked.path);
  const asks = asksOf(checked.definition).filter((ask) => ask.required && ask.question.id !== 'terms');
  const labels = asks.map((ask) => ask.question.label);
  const links = page.getByRole('list', { name: 'Questions without an answer', exact: true }).getByRole('link');
  const requiredFaults = page.locator('form').getByText('Required.', { exact: true });
  expect(await fieldValues(page)).toEqual([]);
  expect(await requiredFaults.count()).toBe(0);
  await checkScreen(page);

  await submitButton(page).click();
  await banner(page, INCOMPLETE).waitFor();
  const hasFocus = (ask: Ask) => () => hasFocusInView(questionOf(page, ask));
  await expect.poll(hasFocus(asks[0] as Ask), { message: 'the first question has the focus' }).toBe(true);
  expect(await requiredFaults.count()).toBe(asks.length);
  expect(await links.allInnerTexts()).toEqual(labels);
  // Each of the others is proven without a browser; whether a question comes into view isn't.
  const last = asks.at(-1) as Ask;
  expect(await descriptionOf(questionOf(page, last))).toContain('Required.');
  await links.last().click();
  await expect.poll(hasFocus(last), { message: 'the link to the last question' }).toBe(true);
  await checkScreen(page);

  expect(await submitButton(page).isDisabled()).toBe(true);
  expect(payloads).toEqual([]);
}
