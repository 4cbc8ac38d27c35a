import type { Ask } from '@panel/domain/questionnaire/definition';
import { useEntered } from './form-state.ts';
import { ControlQuestion, type QuestionOf } from './Question.tsx';
import css from './TextInput.module.css';

const AUTOCOMPLETE: { readonly [questionId: string]: string } = { firstname: 'given-name', surname: 'family-name' };

export function TextField({ ask }: { ask: Ask<QuestionOf<'text'>> }) {
  const [entered] = useEntered(ask.question.id);
  return (
    <ControlQuestion ask={ask}>
      {(control) => (
        <input
          className={css.input}
          type="text"
          autoComplete={AUTOCOMPLETE[ask.question.id]}
          autoCapitalize="words"
          spellCheck={false}
          defaultValue={entered}
          {...control}
        />
      )}
    </ControlQuestion>
  );
}
