import type { Ask } from '@panel/domain/questionnaire/definition';
import { ControlQuestion, type QuestionOf } from './Question.tsx';
import css from './TextInput.module.css';

const AUTOCOMPLETE: { readonly [questionId: string]: string } = { firstname: 'given-name', surname: 'family-name' };

export function TextField({ ask }: { ask: Ask<QuestionOf<'text'>> }) {
  return (
    <ControlQuestion ask={ask}>
      {(control) => (
        <input
          className={css.input}
          type="text"
          autoComplete={AUTOCOMPLETE[ask.question.id]}
          autoCapitalize="words"
          spellCheck={false}
          {...control}
        />
      )}
    </ControlQuestion>
  );
}
