/* Reads and writes the native fields of a form by question. The answers are held by these fields and nowhere else. */
import { readDateOfBirth } from '@panel/domain/panelists/date-of-birth';
import type { Answer, Question } from '@panel/domain/questionnaire/definition';

/** By question id: the text as typed, or the value of each checked box. */
export type FieldValues = { readonly [questionId: string]: readonly string[] };

/** The value of the box that answers a list with nothing ticked. It is not the code of any option. */
export const NONE_OF_THESE = '';
export const YES = 'yes';
export const NO = 'no';
export const ON = 'on';

type Field = HTMLInputElement | HTMLSelectElement;

const isBox = (field: Field) => field.type === 'checkbox' || field.type === 'radio';

export function fieldsOf(form: HTMLFormElement, questionId: string): Field[] {
  const named = form.elements.namedItem(questionId);
  return named === null ? [] : named instanceof Element ? [named as Field] : (Array.from(named) as Field[]);
}

export const readFields = (form: HTMLFormElement, questionId: string): readonly string[] =>
  fieldsOf(form, questionId)
    .filter((field) => (isBox(field) ? (field as HTMLInputElement).checked : field.value !== ''))
    .map((field) => field.value);

/** Fills the fields that are still empty: what the panelist has entered meanwhile is kept. */
export function fillEmptyFields(form: HTMLFormElement, values: FieldValues): void {
  for (const [questionId, saved] of Object.entries(values)) {
    if (readFields(form, questionId).length > 0) continue;
    for (const field of fieldsOf(form, questionId)) {
      if (isBox(field)) (field as HTMLInputElement).checked = saved.includes(field.value);
      else field.value = saved[0] ?? '';
    }
  }
}

/** 'None of the above' and 'None of these' clear every other tick of their list, and any other tick clears them. */
export function clearExclusive(form: HTMLFormElement, ticked: HTMLInputElement): void {
  if (!ticked.checked) return;
  const isExclusive = ticked.dataset.exclusive !== undefined;
  for (const other of fieldsOf(form, ticked.name) as HTMLInputElement[])
    if (other !== ticked && (isExclusive || other.dataset.exclusive !== undefined)) other.checked = false;
}

/** Unticks a 'None of these' that was ticked beside others while no script had loaded to clear one of them. */
export function clearEarlyExclusive(form: HTMLFormElement): void {
  for (const box of form.querySelectorAll<HTMLInputElement>('[data-exclusive]:checked'))
    if (readFields(form, box.name).length > 1) box.checked = false;
}

/** Converts the values of a question's fields to its answer. */
export function answerOf(question: Question, values: readonly string[]): Answer | undefined {
  const [first] = values;
  if (question.kind === 'tick') return first !== undefined;
  if (first === undefined) return undefined;
  switch (question.kind) {
    case 'many':
      return values.filter((code) => code !== NONE_OF_THESE);
    case 'yesNo':
      return first === YES;
    case 'date':
      return readDateOfBirth(first) ?? first;
    default:
      return first;
  }
}
