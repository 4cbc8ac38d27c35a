/* The native fields of a form, read and filled in by question. The fields hold the answers; nothing else does. */
import { readDateOfBirth } from '@panel/domain/panelists/date-of-birth';
import type { Answer, Question } from '@panel/domain/questionnaire/definition';

/** What stands in the fields, by question id: the text as typed, or the value of each box that is on. */
export type Typed = { readonly [questionId: string]: readonly string[] };

/** The value of the box that answers a tick list with nothing ticked. It is nobody's code. */
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

/** What stands in the fields of one question. */
export const typedIn = (form: HTMLFormElement, questionId: string): readonly string[] =>
  fieldsOf(form, questionId)
    .filter((field) => (isBox(field) ? (field as HTMLInputElement).checked : field.value !== ''))
    .map((field) => field.value);

/** Puts back what was kept, except where something was filled in meanwhile. */
export function fillIn(form: HTMLFormElement, typed: Typed): void {
  for (const [questionId, values] of Object.entries(typed)) {
    if (typedIn(form, questionId).length > 0) continue;
    for (const field of fieldsOf(form, questionId)) {
      if (isBox(field)) (field as HTMLInputElement).checked = values.includes(field.value);
      else field.value = values[0] ?? '';
    }
  }
}

/** 'None of the above' and 'None of these' clear every other tick of their list and are cleared by any. */
export function clearAgainst(form: HTMLFormElement, ticked: HTMLInputElement): void {
  if (!ticked.checked) return;
  const isExclusive = ticked.dataset.exclusive !== undefined;
  for (const other of fieldsOf(form, ticked.name) as HTMLInputElement[])
    if (other !== ticked && (isExclusive || other.dataset.exclusive !== undefined)) other.checked = false;
}

/** What stands in a question's fields, as its answer. */
export function answerOf(question: Question, values: readonly string[]): Answer | undefined {
  const [first] = values;
  switch (question.kind) {
    case 'tick':
      return first !== undefined;
    case 'many':
      return first === undefined ? undefined : values.filter((code) => code !== NONE_OF_THESE);
    case 'yesNo':
      return first === undefined ? undefined : first === YES;
    case 'date':
      return first === undefined ? undefined : (readDateOfBirth(first) ?? first);
    default:
      return first;
  }
}
