/** The forms of the product, and what a person does with any of them and reads on it. */
import { GOLDEN } from '@panel/domain/golden';
import { api, screens } from '@panel/domain/paths';
import type { Answers, Ask, Questionnaire } from '@panel/domain/questionnaire/definition';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { at, toast } from './browser.ts';
import { fieldset } from './fill.ts';

type Golden = {
  readonly definition: Questionnaire;
  readonly did: string;
  readonly answers: object;
  readonly payload: object;
};

const form = (golden: Golden, path: string, address: (did: string) => string) => ({
  definition: golden.definition,
  answers: golden.answers as Answers,
  /** Where it is sent. */
  path,
  address,
  /** The payload that these answers travel as. */
  payload: (did: string): object => JSON.parse(JSON.stringify(golden.payload).replaceAll(golden.did, did)),
});
export type Form = ReturnType<typeof form>;

const inPath = (screen: string) => (did: string) => `${screen}/${did}`;

export const apply = form(GOLDEN.registration, api.register, (did) => at(screens.apply, did));
export const secondRound = form(
  GOLDEN.secondRound,
  api.profiling('second-round'),
  inPath(screens.profiling('second-round')),
);
export const quarterly = form(GOLDEN.quarterly, api.profiling('quarterly'), inPath(screens.profiling('quarterly')));
export const yearly = form(GOLDEN.yearly, api.profiling('yearly'), inPath(screens.profiling('yearly')));
export const dateOfBirth = form(GOLDEN.dateOfBirth, api.dateOfBirth, inPath(screens.dateOfBirth));
export const firstLanguage = form(GOLDEN.firstLanguage, api.firstLanguage, inPath(screens.firstLanguage));

export const submitButton = (page: Page): Locator => page.getByRole('button', { name: 'Submit', exact: true });
export const tryAgainButton = (page: Page): Locator => page.getByRole('button', { name: 'Try again', exact: true });

/** Ticks the terms and goes on to the questions. */
export async function acceptTerms(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'I have read and I accept the Terms and Conditions.', exact: true }).check();
  await page.getByRole('button', { name: 'Proceed', exact: true }).click();
}

/** Opens a form where its questions are. */
export async function openForm(page: Page, opened: Form, did: string, query = ''): Promise<void> {
  const address = opened.address(did);
  await page.goto(`${address}${query && (address.includes('?') ? `&${query}` : `?${query}`)}`);
  if (opened === apply) await acceptTerms(page);
  await submitButton(page).waitFor();
}

/** The bodies that leave for a path, as they leave. */
export function sentTo(page: Page, path: string): unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.postDataJSON());
  });
  return sent;
}

/** A sentence on the screen itself: a toast with the same words lies over it. */
export const banner = (page: Page, text: string): Locator => page.getByRole('main').getByText(text, { exact: true });

/** What a screen reader says of a call that failed and what everybody sees of it: a toast and a banner. */
export async function expectFailure(page: Page, message: string): Promise<void> {
  await toast(page, message).waitFor();
  await banner(page, message).waitFor();
}

/** A failure after which nothing can be sent until the panelist asks for it. */
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

/** What carries a question's name: its fieldset or its one control. */
export function questionOf(page: Page, { question }: Ask): Locator {
  const isControl =
    question.kind === 'text' || question.kind === 'date' || (question.kind === 'one' && question.shown === 'select');
  return isControl ? page.getByLabel(question.label, { exact: true }) : fieldset(page, question.label);
}

/** What a screen reader adds to a name: the hint, and what is wrong. */
export const descriptionOf = (named: Locator): Promise<string> =>
  named.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' '),
  );

/** Whether the focus is on a question's control, and that control in plain sight. */
export const hasFocusInSight = (named: Locator): Promise<boolean> =>
  named.evaluate((element) => {
    const { activeElement } = document;
    if (!activeElement || !element.contains(activeElement)) return false;
    const row = activeElement.closest('label') ?? activeElement;
    const { left, top, width, height } = row.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return onTop !== null && (row.contains(onTop) || onTop.contains(row));
  });

/** All that stands in the fields of the form, to be compared with what stands there later. */
export const filledIn = (page: Page): Promise<string[]> =>
  page.locator('form').evaluate((element: HTMLFormElement) =>
    Array.from(new FormData(element))
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}: ${value}`),
  );
