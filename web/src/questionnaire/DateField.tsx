import type { Ask } from '@panel/domain/questionnaire/definition';
import { withSlashes } from '@panel/domain/questionnaire/typed-date';
import { FORM } from '@panel/domain/wording';
import { useRef } from 'react';
import { useEntered } from './form-state.ts';
import { ControlQuestion, type QuestionOf } from './Question.tsx';
import css from './TextInput.module.css';

const MAX_LENGTH = '31/12/1999'.length;

const digitsIn = (text: string) => text.replace(/\D/g, '').length;

/** The caret position that has this many digits before it. */
const caretAfterDigits = (text: string, digits: number): number =>
  new RegExp(`^(\\D*\\d){${digits}}`).exec(text)?.[0].length ?? text.length;

/** Inserts slashes while the panelist types digits, and keeps the caret behind the digit just typed. */
function addSlashes(field: HTMLInputElement): void {
  const typed = field.value;
  const slashed = withSlashes(typed);
  if (slashed === typed) return;
  const typedCaret = field.selectionStart ?? typed.length;
  field.value = slashed;
  const caret =
    typedCaret === typed.length ? slashed.length : caretAfterDigits(slashed, digitsIn(typed.slice(0, typedCaret)));
  field.setSelectionRange(caret, caret);
}

/** A text field with a numeric keypad: a calendar is slow for a date decades ago. */
export function DateField({ ask }: { ask: Ask<QuestionOf<'date'>> }) {
  const previousLength = useRef(0);
  const [entered] = useEntered(ask.question.id);
  return (
    <ControlQuestion ask={ask}>
      {(control) => (
        <input
          className={`${css.input} ${css.date}`}
          type="text"
          inputMode="numeric"
          autoComplete="bday"
          placeholder={FORM.datePlaceholder}
          maxLength={MAX_LENGTH}
          defaultValue={entered}
          onInput={({ currentTarget: field }) => {
            // Not after a deletion, or a deleted slash would come back at once.
            if (field.value.length >= previousLength.current) addSlashes(field);
            previousLength.current = field.value.length;
          }}
          {...control}
        />
      )}
    </ControlQuestion>
  );
}
