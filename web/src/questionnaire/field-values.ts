/* Reads and writes the native fields of a form by question. The form state and the draft follow these fields. */
import type { FieldValues } from '@panel/domain/questionnaire/fields';

type Field = HTMLInputElement | HTMLSelectElement;

const isBox = (field: Field) => field.type === 'checkbox' || field.type === 'radio';
const isExclusive = (field: Field) => field.dataset.exclusive !== undefined;
const isEntered = (field: Field) => (isBox(field) ? (field as HTMLInputElement).checked : field.value !== '');

export function fieldsOf(form: HTMLFormElement, questionId: string): Field[] {
  const named = form.elements.namedItem(questionId);
  return named === null ? [] : named instanceof Element ? [named as Field] : (Array.from(named) as Field[]);
}

export const readFields = (form: HTMLFormElement, questionId: string): readonly string[] =>
  fieldsOf(form, questionId)
    .filter(isEntered)
    .map((field) => field.value);

/** Keeps what was entered before the script loaded, and adds the draft's ticks to those of a list. */
export function restoreDraft(form: HTMLFormElement, draft: FieldValues): void {
  for (const [questionId, saved] of Object.entries(draft)) {
    const fields = fieldsOf(form, questionId);
    const entered = fields.filter(isEntered);
    if (entered.some((field) => field.type !== 'checkbox' || isExclusive(field))) continue;
    for (const field of fields) {
      if (!isBox(field)) field.value = saved[0] ?? '';
      else if (saved.includes(field.value) && !(entered[0] && isExclusive(field)))
        (field as HTMLInputElement).checked = true;
    }
  }
}

/** 'None of the above' and 'None of these' clear every other tick of their list, and any other tick clears them. */
export function clearExclusive(form: HTMLFormElement, ticked: HTMLInputElement): void {
  if (!ticked.checked) return;
  for (const other of fieldsOf(form, ticked.name) as HTMLInputElement[])
    if (other !== ticked && (isExclusive(ticked) || isExclusive(other))) other.checked = false;
}

/** Unticks a 'None of these' that was ticked together with others before the script loaded. */
export function clearEarlyExclusive(form: HTMLFormElement): void {
  for (const box of form.querySelectorAll<HTMLInputElement>('[data-exclusive]:checked'))
    if (readFields(form, box.name).length > 1) box.checked = false;
}
