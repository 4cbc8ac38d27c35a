/* How the screen tests hold a form: rendered at its address, answered by what is written on it, its calls recorded. */
import {
  type Answer,
  type Answers,
  type Ask,
  asksOf,
  type Questionnaire,
} from '@panel/domain/questionnaire/definition';
import { COMMON } from '@panel/domain/wording';
import { Toasts } from '@panel/ui/toasts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { BrandProvider } from '../shell/config.tsx';
import { takePlace } from '../shell/router.tsx';

// A form is filled in field by field, which takes its time on a machine that is busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

export type Call = { readonly method: string; readonly path: string; readonly body: unknown };

/** Opens a screen at its address, in a shell that shows its toasts. */
export function open(address: string, page: ReactNode) {
  window.history.replaceState(null, '', address);
  takePlace();
  Element.prototype.scrollIntoView = vi.fn();
  return render(
    <BrandProvider brand="Bua">
      {page}
      <Toasts dismissLabel={COMMON.dismiss} />
    </BrandProvider>,
  );
}

/** Answers every call alike and keeps what was sent. A status of 0 is a dead line. */
export function answerCalls(status = 200, body: unknown = true): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ method: init.method ?? 'GET', path, body: JSON.parse(String(init.body)) });
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return calls;
}

/** A call that is never answered. */
export function leaveCallsOpen(): void {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
}

export const submitButton = () => screen.getByText<HTMLButtonElement>(COMMON.submit, { selector: 'button' });

/** What the toast says; the live region stands even while it is empty. */
export const toast = () => Array.from(document.querySelectorAll('[role=status]')).pop()?.textContent;

/** Whether a sentence stands in the form itself, as a banner does and a toast doesn't. */
export const inForm = (text: string) =>
  within(document.querySelector('form') as HTMLElement).queryByText(text) !== null;

export async function submit(): Promise<void> {
  await act(async () => {
    fireEvent.click(submitButton());
  });
}

/** The one element of a kind that says exactly this. Far quicker than a query by role in a form of 200 fields. */
function saying<E extends Element>(selector: string, words: string, within: ParentNode = document): E {
  const found = Array.from(within.querySelectorAll<E>(selector)).filter((each) => each.textContent === words);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} times ${selector}: ${words}`);
  return found[0];
}

const groupOf = (label: string) => saying('legend', label).closest('fieldset') as HTMLElement;

/** The rows under a question's words. */
export const rowsOf = (label: string) => within(groupOf(label));

/** The text field or drop-down beside a question's words. */
export const fieldOf = (label: string) =>
  saying<HTMLLabelElement>('label', label).control as HTMLInputElement | HTMLSelectElement;

/** Types a text key by key, at the end of what is there. */
export function type(field: HTMLElement, text: string): void {
  for (const key of text) fireEvent.input(field, { target: { value: (field as HTMLInputElement).value + key } });
}

export function choose(label: string, option: string): void {
  const field = fieldOf(label) as HTMLSelectElement;
  const found = Array.from(field.options).find((each) => each.text === option);
  if (!found) throw new Error(`${label} has no ${option}`);
  fireEvent.input(field, { target: { value: found.value } });
}

const tap = (label: string, row: string) => fireEvent.click(saying('label', row, groupOf(label)));

function answerOne({ question }: Ask, answer: Answer): void {
  const { label, kind } = question;
  if (kind === 'text') type(fieldOf(label), String(answer));
  else if (kind === 'date') type(fieldOf(label), String(answer).split('-').reverse().join(''));
  else if (kind === 'yesNo') tap(label, answer ? COMMON.yes : COMMON.no);
  else if (kind === 'tick') answer && fireEvent.click(saying('label', label));
  else
    for (const code of [answer].flat()) {
      const option = question.options.find((each) => each.code === code)?.label ?? '';
      if (kind === 'one' && question.shown === 'select') choose(label, option);
      else tap(label, option);
    }
}

/** Answers a form by its definition, as a panelist would; `except` leaves questions out. */
export function fillIn(definition: Questionnaire, answers: object, except: readonly string[] = []): void {
  for (const ask of asksOf(definition)) {
    const answer = (answers as Answers)[ask.question.id];
    if (answer !== undefined && !except.includes(ask.question.id)) answerOne(ask, answer);
  }
}
