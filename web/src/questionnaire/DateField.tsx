import { withSlashes } from '@panel/domain/panelists/date-of-birth';
import type { Ask } from '@panel/domain/questionnaire/definition';
import { FORM } from '@panel/domain/wording';
import { useRef } from 'react';
import { ControlQuestion, type QuestionOf } from './Question.tsx';
import css from './TextInput.module.css';

const LONGEST = FORM.datePlaceholder.length;

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** The place in a text that has so many digits before it. */
function placeAfterDigits(text: string, digits: number): number {
  let place = 0;
  for (let seen = 0; place < text.length && seen < digits; place++) if (/\d/.test(text.charAt(place))) seen++;
  return place;
}

/** Types the slashes as the panelist types the digits, and leaves the caret behind the digit just typed. */
function addSlashes(field: HTMLInputElement): void {
  const typed = field.value;
  const slashed = withSlashes(typed);
  if (slashed === typed) return;
  const caret = field.selectionStart ?? typed.length;
  field.value = slashed;
  const place = caret === typed.length ? slashed.length : placeAfterDigits(slashed, digitsIn(typed.slice(0, caret)));
  field.setSelectionRange(place, place);
}

/** A text field with a numeric keypad: a calendar to leaf through is slow for a day decades ago. */
export function DateField({ ask }: { ask: Ask<QuestionOf<'date'>> }) {
  const length = useRef(0);
  return (
    <ControlQuestion ask={ask}>
      {(control) => (
        <input
          className={`${css.input} ${css.date}`}
          type="text"
          inputMode="numeric"
          autoComplete="bday"
          placeholder={FORM.datePlaceholder}
          maxLength={LONGEST}
          onInput={({ currentTarget: field }) => {
            // A slash that was just deleted must not come back at once.
            if (field.value.length >= length.current) addSlashes(field);
            length.current = field.value.length;
          }}
          {...control}
        />
      )}
    </ControlQuestion>
  );
}
