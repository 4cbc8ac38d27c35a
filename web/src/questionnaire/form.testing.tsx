/* Renders a form's screen at its address, fills it in by its labels, and records what it sends. */
import {
  type Answer,
  type Answers,
  type Ask,
  asksOf,
  type Questionnaire,
} from '@panel/domain/questionnaire/definition';
import { type FieldValues, NO, ON, YES } from '@panel/domain/questionnaire/fields';
import { COMMON } from '@panel/domain/wording';
import { Toasts } from '@panel/ui/toasts';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { syncLocation } from '../routing/router.tsx';
import { saveDraft } from './drafts.ts';

// Filling in a long form field by field takes seconds on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

type Call = { readonly method: string; readonly path: string; readonly body: unknown };

/** Renders a screen at its address, with toasts. */
export function openScreen(address: string, page: ReactNode) {
  window.history.replaceState(null, '', address);
  syncLocation();
  Element.prototype.scrollIntoView = vi.fn();
  return render(
    <>
      {page}
      <Toasts dismissLabel={COMMON.dismiss} />
    </>,
  );
}

/** Gives every call the same response and records what was sent. A status of 0 is a network error. */
export function answerCalls(status = 200, body: unknown = true): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    calls.push({ method: init.method ?? 'GET', path, body: JSON.parse(String(init.body)) });
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  });
  return calls;
}

export function leaveCallsUnanswered(): void {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
}

export const submitButton = () => screen.getByText<HTMLButtonElement>(COMMON.submit, { selector: 'button' });

/** Whether a button looks busy, says so and can't be pressed. */
export function expectBusy(button: HTMLButtonElement): void {
  expect(button.disabled).toBe(true);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(button.querySelector('.spinner')).not.toBeNull();
}

/** The text of the toast; its live region exists even while it is empty. */
export const toast = () => Array.from(document.querySelectorAll('[role=status]')).pop()?.textContent;

/** Whether a text is inside the form, as a banner is and a toast isn't. */
export const inForm = (text: string) =>
  within(document.querySelector('form') as HTMLElement).queryByText(text) !== null;

export async function submit(): Promise<void> {
  await act(async () => {
    fireEvent.click(submitButton());
  });
}

/** The only element with exactly this text. Much faster than a query by role in a form of 200 fields. */
function byText<E extends Element>(selector: string, text: string, within: ParentNode = document): E {
  const found = Array.from(within.querySelectorAll<E>(selector)).filter((each) => each.textContent === text);
  if (found.length !== 1 || !found[0]) throw new Error(`${found.length} times ${selector}: ${text}`);
  return found[0];
}

const groupOf = (label: string) => byText('legend', label).closest('fieldset') as HTMLElement;

/** Queries within a question that has several controls. */
export const rowsOf = (label: string) => within(groupOf(label));

/** What a screen reader adds to an element's name. */
export const descriptionOf = (element: Element | null): string =>
  (element?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

/** The text field or drop-down of a question. */
export const fieldOf = (label: string) =>
  byText<HTMLLabelElement>('label', label).control as HTMLInputElement | HTMLSelectElement;

/** Types a text key by key, after the existing text. */
export function type(field: HTMLElement, text: string): void {
  for (const key of text) fireEvent.input(field, { target: { value: (field as HTMLInputElement).value + key } });
}

export function choose(label: string, option: string): void {
  const field = fieldOf(label) as HTMLSelectElement;
  const found = Array.from(field.options).find((each) => each.text === option);
  if (!found) throw new Error(`${label} has no ${option}`);
  fireEvent.input(field, { target: { value: found.value } });
}

const tap = (label: string, row: string) => fireEvent.click(byText('label', row, groupOf(label)));

function answerOne({ question }: Ask, answer: Answer): void {
  const { label, kind } = question;
  if (kind === 'text') type(fieldOf(label), String(answer));
  else if (kind === 'date') type(fieldOf(label), String(answer).split('-').reverse().join(''));
  else if (kind === 'yesNo') tap(label, answer ? COMMON.yes : COMMON.no);
  else if (kind === 'tick') answer && fireEvent.click(byText('label', label));
  else
    for (const code of [answer].flat()) {
      const option = question.options.find((each) => each.code === code)?.label ?? '';
      if (kind === 'one' && question.shown === 'select') choose(label, option);
      else tap(label, option);
    }
}

const answered = (definition: Questionnaire, answers: object, except: readonly string[]) =>
  asksOf(definition).flatMap((ask) => {
    const answer = (answers as Answers)[ask.question.id];
    return answer === undefined || except.includes(ask.question.id) ? [] : [{ ask, answer }];
  });

/** Answers every question of a form except those in `except`, tap by tap, which takes jsdom half a second. */
export function fillIn(definition: Questionnaire, answers: object, except: readonly string[] = []): void {
  for (const { ask, answer } of answered(definition, answers, except)) answerOne(ask, answer);
}

function fieldValuesOf({ question }: Ask, answer: Answer): readonly string[] {
  if (question.kind === 'yesNo') return [answer ? YES : NO];
  if (question.kind === 'tick') return answer ? [ON] : [];
  return [answer].flat().map(String);
}

/** Saves these answers as a draft, so that the form opens filled in: for tests of later steps. */
export function saveAnswers(
  did: string,
  definition: Questionnaire,
  answers: object,
  except: readonly string[] = [],
  more: FieldValues = {},
): void {
  const entries = answered(definition, answers, except).map(({ ask, answer }) => [
    ask.question.id,
    fieldValuesOf(ask, answer),
  ]);
  saveDraft(did, definition, { ...Object.fromEntries(entries), ...more });
}
